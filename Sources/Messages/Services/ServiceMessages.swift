internal import CNavigatorProto
public import RouteService

/// Requests and answers of the services as JSON or protobuf bytes: for the command line and HTTP, where no record is
/// around them.
public enum ServiceMessages {
  /// Reads a computeRoutes request in JSON.
  public static func computeRoutesRequest(
    json: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(DecodeFailure) -> ComputeRoutesRequest {
    guard json.count <= limits.recordBytes else {
      throw DecodeFailure(.value, .tooLarge, "a request of \(json.count) bytes; at most \(limits.recordBytes) are read")
    }
    let value: JSONValue
    do { value = try JSONParser.parse(json) } catch {
      throw DecodeFailure(.value, .badJSON, "byte \(error.offset): \(error.text)")
    }
    let protobuf = try JSONReading.protobuf(of: value, as: MessageType.computeRoutesRequest.descriptor)
    return try computeRoutesRequest(protobuf: protobuf, limits: limits)
  }

  /// Reads a computeRoutes request in protobuf.
  public static func computeRoutesRequest(
    protobuf: [UInt8], limits: DecodingLimits = DecodingLimits()
  ) throws(DecodeFailure) -> ComputeRoutesRequest {
    let result: Result<ComputeRoutesRequest, DecodeFailure> = protobuf.withUnsafeBytes { bytes in
      do throws(DecodeFailure) {
        let descriptor = MessageType.computeRoutesRequest.descriptor
        try WireCheck.require(bytes, descriptor)
        let arena = MessageArena(limit: limits.workingBytes)
        guard let message = arena.unpack(Navigator__V1__ComputeRoutesRequest.self, descriptor, bytes) else {
          throw DecodeFailure(
            .value, .tooLarge, "reading the request takes more than \(limits.workingBytes) bytes")
        }
        return .success(ServiceUnpacking.computeRoutes(message.pointee))
      } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// An answer's protobuf bytes.
  public static func protobuf(of response: ServiceResponse) -> [UInt8] {
    let building = Building(arena: MessageArena(limit: .max))
    return switch response {
    case .computeRoutes(let response): building.computeRoutesResponse(response)
    case .failure(let failure): building.serviceError(failure)
    }
  }

  /// An answer's JSON text, as the public API writes it.
  public static func json(of response: ServiceResponse) -> [UInt8] {
    MessageJSON.json(ofProtobuf: protobuf(of: response), as: response.type) ?? []
  }
}
