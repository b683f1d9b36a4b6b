import Glibc
import Routing

/// Threads of the operating system for work that several share.
enum BenchThreads {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// The caller's thread and `count` − 1 more. Where the system has no room for one, the caller does its part too.
  static func team(of count: Int) -> ThreadTeam {
    ThreadTeam(count: count) { body in
      withoutActuallyEscaping(body) { body in
        var started: [pthread_t] = []
        for number in 1..<max(1, count) {
          if let thread = start({ body(number) }) { started.append(thread) } else { body(number) }
        }
        body(0)
        for thread in started { pthread_join(thread, nil) }
      }
    }
  }

  private static func start(_ run: @escaping () -> Void) -> pthread_t? {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    if status == 0 { return thread }
    body.release()
    return nil
  }
}
