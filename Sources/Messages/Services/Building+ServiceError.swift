internal import CNavigatorProto
internal import RouteService

extension Building {
  /// The standard error body, with the field at fault as a BadRequest detail.
  func serviceError(_ failure: ServiceFailure) -> [UInt8] {
    let message = make(navigator__v1__service_error__init) { (message: inout Navigator__V1__ServiceError) in
      message.error = make(navigator__v1__service_error__error__init) { error in
        error.code = failure.status.httpCode
        error.message = text(failure.message)
        error.status = text(failure.status.rawValue)
        if let field = failure.field {
          let details = [badRequest(field: field, description: failure.message)]
          error.n_details = details.count
          error.details = list(details)
        }
      }
    }
    return pack(message)
  }

  /// google.rpc.BadRequest, as its JSON has it.
  private func badRequest(
    field: String, description: String
  ) -> UnsafeMutablePointer<Google__Protobuf__Struct> {
    structure([
      ("@type", string("type.googleapis.com/google.rpc.BadRequest")),
      (
        "fieldViolations",
        values([object(structure([("field", string(field)), ("description", string(description))]))])
      ),
    ])
  }
}
