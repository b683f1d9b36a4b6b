internal import CNavigatorProto
internal import Geometry

extension Building {
  /// RFC 7946 LineString: longitude first.
  func lineString(_ points: [Coordinate]) -> UnsafeMutablePointer<Google__Protobuf__Struct> {
    structure([
      ("coordinates", values(points.map { values([number($0.longitude), number($0.latitude)]) })),
      ("type", string("LineString")),
    ])
  }

  func structure(
    _ members: [(String, UnsafeMutablePointer<Google__Protobuf__Value>)]
  ) -> UnsafeMutablePointer<Google__Protobuf__Struct> {
    make(google__protobuf__struct__init) { message in
      message.n_fields = members.count
      message.fields = list(
        members.map { key, value in
          make(google__protobuf__struct__fields_entry__init) { entry in
            entry.key = text(key)
            entry.value = value
          }
        })
    }
  }

  func string(_ value: String) -> UnsafeMutablePointer<Google__Protobuf__Value> {
    make(google__protobuf__value__init) { message in
      message.kind_case = GOOGLE__PROTOBUF__VALUE__KIND_STRING_VALUE
      message.string_value = text(value)
    }
  }

  private func number(_ value: Double) -> UnsafeMutablePointer<Google__Protobuf__Value> {
    make(google__protobuf__value__init) { message in
      message.kind_case = GOOGLE__PROTOBUF__VALUE__KIND_NUMBER_VALUE
      message.number_value = value
    }
  }

  func values(
    _ elements: [UnsafeMutablePointer<Google__Protobuf__Value>]
  ) -> UnsafeMutablePointer<Google__Protobuf__Value> {
    make(google__protobuf__value__init) { message in
      message.kind_case = GOOGLE__PROTOBUF__VALUE__KIND_LIST_VALUE
      message.list_value = make(google__protobuf__list_value__init) { list in
        list.n_values = elements.count
        list.values = self.list(elements)
      }
    }
  }

  func object(
    _ structure: UnsafeMutablePointer<Google__Protobuf__Struct>
  ) -> UnsafeMutablePointer<Google__Protobuf__Value> {
    make(google__protobuf__value__init) { message in
      message.kind_case = GOOGLE__PROTOBUF__VALUE__KIND_STRUCT_VALUE
      message.struct_value = structure
    }
  }
}
