#pragma once
#include <microhttpd.h>

/* Swift calls no variadic C functions; these only pass their arguments on. */

static inline struct MHD_Daemon *navigator_mhd_start(unsigned int flags, uint16_t port, const void *address,
                                                     unsigned int idle_seconds, unsigned int connections,
                                                     MHD_AccessHandlerCallback handler, void *context) {
  return MHD_start_daemon(flags, port, NULL, NULL, handler, context, MHD_OPTION_SOCK_ADDR, address,
                          MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_LIMIT, connections,
                          MHD_OPTION_END);
}

static inline uint16_t navigator_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
