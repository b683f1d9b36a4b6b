public import RouteService

/// A request of the token-issuing services.
public enum ServiceRequest: Sendable {
  case computeRoutes(ComputeRoutesRequest)
  /// A request that is well-formed and that no service answers yet: its type and protobuf bytes.
  case other(MessageType, protobuf: [UInt8])
}

/// An answer of the token-issuing services.
public enum ServiceResponse: Sendable {
  case computeRoutes(ComputeRoutesResponse)
  case failure(ServiceFailure)

  /// The message it travels as.
  public var type: MessageType {
    switch self {
    case .computeRoutes: .computeRoutesResponse
    case .failure: .serviceError
    }
  }
}
