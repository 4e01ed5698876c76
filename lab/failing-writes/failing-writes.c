/*
 * Loaded into the server and its sandboxes (LD_PRELOAD): counts their write calls on files of the watched folder, over
 * all processes, and makes one of them fail. The call is selected by a shared file; see control.ts.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Same order as in control.ts. */
struct control {
  atomic_int counted;
  int fail_at;
  /* An errno; 0: the call writes only half. */
  int error;
  char what[500];
};

static struct control *control;
static const char *folder;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("PARFOCAL_LAB_FAILING_CONTROL");
  folder = getenv("PARFOCAL_LAB_FAILING_FOLDER");
  if (!path || !folder) return;
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  int file = real(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) control = shared;
}

static int is_watched(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  if (!control || !path || length == 0 || strncmp(path, folder, length) != 0) return 0;
  return strncmp(path + length, "/slides/", 8) == 0 || strncmp(path + length, "/uploads/", 9) == 0;
}

static int is_chosen(const char *call, const char *path) {
  if (!is_watched(path)) return 0;
  if (atomic_fetch_add(&control->counted, 1) + 1 != control->fail_at) return 0;
  snprintf(control->what, sizeof control->what, "%s %s", call, path + strlen(folder) + 1);
  return 1;
}

static const char *path_of(int file, char *path, size_t size) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
  return path;
}

static int is_chosen_file(const char *call, int file) {
  char path[4096];
  return control && is_chosen(call, path_of(file, path, sizeof path));
}

static int fail(void) {
  errno = control->error ? control->error : EIO;
  return -1;
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRITING(name, parameters, half, whole) \
  ssize_t name parameters { \
    REAL(name); \
    if (!is_chosen_file(#name, file)) return real whole; \
    return control->error || bytes < 2 ? fail() : real half; \
  }

WRITING(write, (int file, const void *from, size_t bytes), (file, from, bytes / 2), (file, from, bytes))
WRITING(pwrite, (int file, const void *from, size_t bytes, off_t at), (file, from, bytes / 2, at), (file, from, bytes, at))
WRITING(pwrite64, (int file, const void *from, size_t bytes, off64_t at), (file, from, bytes / 2, at), (file, from, bytes, at))

#define PLAIN(name, parameters, arguments) \
  int name parameters { \
    REAL(name); \
    return is_chosen_file(#name, file) ? fail() : real arguments; \
  }

PLAIN(fsync, (int file), (file))
PLAIN(fdatasync, (int file), (file))
PLAIN(ftruncate, (int file, off_t bytes), (file, bytes))
PLAIN(ftruncate64, (int file, off64_t bytes), (file, bytes))

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  return is_chosen_file("writev", file) ? fail() : real(file, parts, count);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at) {
  REAL(pwritev);
  return is_chosen_file("pwritev", file) ? fail() : real(file, parts, count, at);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t at) {
  REAL(pwritev64);
  return is_chosen_file("pwritev64", file) ? fail() : real(file, parts, count, at);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return is_chosen("rename", to) ? fail() : real(from, to);
}

int link(const char *from, const char *to) {
  REAL(link);
  return is_chosen("link", to) ? fail() : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  static int (*real)(const char *, mode_t);
  if (!real) real = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
  return is_chosen("mkdir", path) ? fail() : real(path, mode);
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    static int (*real)(const char *, int, ...); \
    if (!real) real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
    va_list more; \
    va_start(more, flags); \
    int mode = va_arg(more, int); \
    va_end(more); \
    if ((flags & O_ACCMODE) != O_RDONLY && is_chosen("open", path)) return fail(); \
    return real(path, flags, mode); \
  }

OPENING(open)
OPENING(open64)
