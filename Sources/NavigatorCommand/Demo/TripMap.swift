import Geometry
import RoadNetwork

/// What the map page shows of one trip.
struct TripTrace {
  struct Event {
    var place: Coordinate
    var time: String
    var text: String
  }

  var title: String
  /// The plan of the token.
  var planned: [Coordinate] = []
  /// Each later route, in the order of its revision.
  var reroutes: [[Coordinate]] = []
  var driven: [Coordinate] = []
  var stops: [Coordinate] = []
  var closed: [[Coordinate]] = []
  var events: [Event] = []
}

/// A page that stands alone (no network, no outside file): the roads, each trip's plan, its driven path and its events.
struct TripMap {
  let network: RoadNetwork
  let trips: [TripTrace]
  let attribution: String

  private static let width = 1_000.0
  private static let colours = ["#0b6e4f", "#b5442e", "#2e5eaa", "#8a5a00"]

  func html() -> String {
    let frame = Frame(box: network.bounds, width: Self.width)
    var svg = ""
    for index in 0..<network.segmentCount {
      let directions = network.edges(of: SegmentID(UInt32(index)))
      guard let edge = directions.forward ?? directions.backward else { continue }
      svg += path(network.geometry(of: edge), in: frame, class: "road")
    }
    for (index, trip) in trips.enumerated() {
      let colour = Self.colours[index % Self.colours.count]
      svg += "<g class=\"trip\" id=\"trip\(index)\" style=\"--trip:\(colour)\">"
      svg += path(trip.planned, in: frame, class: "planned")
      for route in trip.reroutes { svg += path(route, in: frame, class: "reroute") }
      for road in trip.closed { svg += path(road, in: frame, class: "closed") }
      svg += path(trip.driven, in: frame, class: "driven")
      for (number, stop) in trip.stops.enumerated() {
        let (x, y) = frame.place(stop)
        svg +=
          "<circle class=\"stop\" cx=\"\(x)\" cy=\"\(y)\" r=\"7\"/><text class=\"stop\" x=\"\(x)\" y=\"\(y + 3)\">\(number + 1)</text>"
      }
      for event in trip.events {
        let (x, y) = frame.place(event.place)
        let text = Self.escaped("\(event.time) \(event.text)")
        svg += "<circle class=\"event\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\"><title>\(text)</title></circle>"
      }
      svg += "</g>"
    }
    return page(svg: svg, height: frame.height)
  }

  private func page(svg: String, height: Double) -> String {
    let lists = trips.enumerated().map { index, trip in
      let rows = trip.events.map {
        "<li><time>\(Self.escaped($0.time))</time> \(Self.escaped($0.text))</li>"
      }.joined()
      return """
        <section style="--trip:\(Self.colours[index % Self.colours.count])"><h2><label>\
        <input type="checkbox" checked data-trip="trip\(index)"> \(Self.escaped(trip.title))</label></h2><ol>\(rows)</ol></section>
        """
    }.joined()
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>dispatch-navigator: two trips</title>
      <style>\(Self.style)</style>
      <main><figure><svg viewBox="0 0 \(Self.width) \(height)" role="img" aria-label="Map of the trips">\(svg)</svg>
      <figcaption><span class="key planned"></span>planned route <span class="key reroute"></span>reroute \
      <span class="key driven"></span>driven <span class="key closed"></span>closed road · \(Self.escaped(attribution))\
      </figcaption></figure><div class="events">\(lists)</div></main>
      <script>\(Self.script)</script></html>
      """
  }

  private func path(_ points: [Coordinate], in frame: Frame, class name: String) -> String {
    guard points.count > 1 else { return "" }
    let places = points.map { point in
      let (x, y) = frame.place(point)
      return "\(x) \(y)"
    }
    return "<path class=\"\(name)\" d=\"M\(places.joined(separator: "L"))\"/>\n"
  }

  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { out, character in
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      default: out.append(character)
      }
    }
  }

  private static let style = """
    body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#222;background:#fafaf7}
    main{display:flex;flex-wrap:wrap;gap:1rem;padding:1rem}
    figure{margin:0;flex:3 1 30rem}svg{width:100%;max-height:90vh;background:#fff;border:1px solid #ddd}
    .events{flex:1 1 20rem}h2{font-size:1rem;color:var(--trip);margin:.5rem 0}ol{padding-left:0;list-style:none;margin:0}
    li{padding:.1rem 0;border-bottom:1px solid #eee}time{color:#777;font-variant-numeric:tabular-nums}
    path{fill:none;stroke-linecap:round;stroke-linejoin:round}.road{stroke:#e3e1da;stroke-width:3}
    .planned{stroke:var(--trip);stroke-width:9;opacity:.28}.reroute{stroke:var(--trip);stroke-width:5;stroke-dasharray:2 9;opacity:.75}
    .driven{stroke:var(--trip);stroke-width:2.2}.closed{stroke:#111;stroke-width:6;stroke-dasharray:6 6}
    circle.stop{fill:#fff;stroke:var(--trip);stroke-width:2.5}text.stop{font-size:10px;text-anchor:middle;fill:var(--trip)}
    circle.event{fill:var(--trip);stroke:#fff;stroke-width:1}
    .key{display:inline-block;width:2rem;height:.5rem;background:#0b6e4f;margin:0 .3rem 0 .8rem}.key.planned{opacity:.3}
    .key.driven{height:.15rem;vertical-align:middle}.key.reroute{background:repeating-linear-gradient(90deg,#0b6e4f 0 3px,#0000 3px 8px)}
    .key.closed{background:repeating-linear-gradient(90deg,#111 0 6px,#0000 6px 12px)}figcaption{color:#555;font-size:.85rem}
    """
  private static let script = """
    for(const box of document.querySelectorAll('input[data-trip]'))
    box.onchange=()=>document.getElementById(box.dataset.trip).style.display=box.checked?'':'none';
    """
}

/// Places on the page: equirectangular about the middle of the map.
private struct Frame {
  private let west: Double
  private let north: Double
  private let scale: Double
  private let narrowing: Double
  let height: Double

  init(box: BoundingBox, width: Double) {
    let south = Double(box.south) / 1e7
    west = Double(box.west) / 1e7
    north = Double(box.north) / 1e7
    narrowing = Trigonometry.cosine((south + north) / 2 * Trigonometry.radiansPerDegree)
    scale = width / max(1e-6, (Double(box.east) / 1e7 - west) * narrowing)
    height = ((north - south) * scale).rounded()
  }

  func place(_ point: Coordinate) -> (x: Double, y: Double) {
    let tenths = { (value: Double) in (value * 10).rounded() / 10 }
    return (tenths((point.longitude - west) * narrowing * scale), tenths((north - point.latitude) * scale))
  }
}
