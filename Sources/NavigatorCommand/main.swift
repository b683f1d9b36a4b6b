import Glibc

// A reader that leaves early (`navigator ... | head`) is answered by EPIPE at the write, not by a signal.
signal(SIGPIPE, SIG_IGN)

exit(CommandTable.all.run(CommandLine.arguments).rawValue)
