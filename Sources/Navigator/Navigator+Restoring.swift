import MapMatching
import RoadNetwork
import Routing

extension Navigator {
  /// A session from its two changelog records; nil when they are not one.
  ///
  /// A session of another network keeps its route as a memory only: the next input finds it a new one.
  public func session(vehicleID: String, route: [UInt8]?, progress: [UInt8]?) -> Session? {
    guard let session = Session(vehicleID: vehicleID, route: route, progress: progress) else { return nil }
    guard let (followed, following) = session.active, followed.networkFingerprint == network.fingerprint else {
      return session
    }
    let edges = followed.route.legs.lazy.flatMap(\.path.edges)
    guard edges.allSatisfy({ network.contains($0) }), following.road.map({ network.contains($0.edge) }) ?? true,
      followed.plannedPaths?.allSatisfy({ $0.edges.allSatisfy { network.contains($0) } }) ?? true
    else { return nil }
    return session
  }
}
