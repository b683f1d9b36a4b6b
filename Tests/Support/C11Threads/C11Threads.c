// C11 threads over POSIX threads, for runs under the thread sanitizer only.
//
// The sanitizer watches pthread_* and not glibc's own thrd_*, mtx_*, cnd_*. Debian's librdkafka uses the latter, so its
// threads are unknown to the sanitizer, which crashes in the first of them. Defined in the program, these come before
// glibc's. The types have the same size and meaning there (mtx_t holds a pthread_mutex_t, and so on), and an object
// made by one is used only by functions of this file.
#include "C11Threads.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) >= sizeof(pthread_mutex_t), "mtx_t holds a pthread_mutex_t");
_Static_assert(sizeof(cnd_t) >= sizeof(pthread_cond_t), "cnd_t holds a pthread_cond_t");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "once_flag is a pthread_once_t");

void c11_threads_over_pthread(void) {}

static int result(int error) {
  switch (error) {
    case 0: return thrd_success;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    case EBUSY: return thrd_busy;
    default: return thrd_error;
  }
}

struct start {
  thrd_start_t function;
  void *argument;
};

static void *run(void *opaque) {
  struct start start = *(struct start *)opaque;
  free(opaque);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start) return thrd_nomem;
  *start = (struct start){function, argument};
  pthread_t created;
  int error = pthread_create(&created, NULL, run, start);
  if (error) {
    free(start);
    return error == EAGAIN ? thrd_nomem : result(error);
  }
  *thread = created;
  return thrd_success;
}

int thrd_join(thrd_t thread, int *status) {
  void *value = NULL;
  int error = pthread_join(thread, &value);
  if (!error && status) *status = (int)(intptr_t)value;
  return result(error);
}

int thrd_detach(thrd_t thread) { return result(pthread_detach(thread)); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t left, thrd_t right) { return pthread_equal(left, right); }
_Noreturn void thrd_exit(int status) { pthread_exit((void *)(intptr_t)status); }

int mtx_init(mtx_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  int error = pthread_mutex_init((pthread_mutex_t *)mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return result(error);
}

int mtx_lock(mtx_t *mutex) { return result(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_trylock(mtx_t *mutex) { return result(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
int mtx_unlock(mtx_t *mutex) { return result(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  return result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}
void mtx_destroy(mtx_t *mutex) { pthread_mutex_destroy((pthread_mutex_t *)mutex); }

int cnd_init(cnd_t *condition) { return result(pthread_cond_init((pthread_cond_t *)condition, NULL)); }
int cnd_signal(cnd_t *condition) { return result(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return result(pthread_cond_broadcast((pthread_cond_t *)condition)); }
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return result(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until) {
  return result(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }

void call_once(once_flag *flag, void (*function)(void)) { pthread_once((pthread_once_t *)flag, function); }
