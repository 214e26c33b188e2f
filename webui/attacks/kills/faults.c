/* What if the Nth call that changes files below a folder is the last one, or fails?  To be loaded before the C library.

   Nothing happens before bazaar_arm; bazaar_count tells how many such calls there were since. After bazaar_watch
   everything that is made last (fsync) is copied to another folder: a file as f-INODE, the entries of a folder as
   d-INODE. What was made last stays open, so that no inode is used twice. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COUNT = 0, KILL = -1, KILL_HALFWAY = -2 }; /* above 0: the errno to fail with */
enum { GO_ON, FAIL, HALFWAY };

static char place[4096], shadow[4096];
static long seen, wanted;
static int how, lasting, armed;

void bazaar_arm(const char *folder, long nth, int what, int for_good) {
    snprintf(place, sizeof place, "%s", folder);
    seen = 0, wanted = nth, how = what, lasting = for_good, armed = 1;
}

void bazaar_watch(const char *folder) { snprintf(shadow, sizeof shadow, "%s", folder); }

void bazaar_disarm(void) { armed = 0; }

long bazaar_count(void) { return seen; }

static int below(const char *path) {
    size_t length = strlen(place);
    return !strncmp(path, place, length) && (path[length] == '/' || path[length] == '\0');
}

static int struck(int is_write, int makes_room) {
    seen++;
    if (how == COUNT || seen < wanted || (seen > wanted && !lasting)) return GO_ON;
    if (how == KILL) raise(SIGKILL);
    if (how == KILL_HALFWAY) {
        if (is_write) return HALFWAY;
        return GO_ON;
    }
    if (how == ENOSPC && makes_room) return GO_ON;
    errno = how;
    return FAIL;
}

static int by_path(const char *path, int makes_room) {
    return armed && path[0] == '/' && below(path) ? struck(0, makes_room) : GO_ON;
}

static int path_of(int fd, char *found, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, found, size - 1);
    if (length < 0) return 0;
    found[length] = '\0';
    return 1;
}

static int by_fd(int fd, int is_write, int makes_room) {
    char found[4096];
    if (!armed) return GO_ON;
    int before = errno;
    int own = path_of(fd, found, sizeof found) && below(found);
    errno = before;
    return own ? struck(is_write, makes_room) : GO_ON;
}

static int by_folder(int fd, const char *path, int makes_room) {
    char found[8192];
    if (!armed) return GO_ON;
    if (path[0] == '/' || fd == AT_FDCWD) return by_path(path, makes_room);
    if (!path_of(fd, found, 4096)) return GO_ON;
    strncat(found, "/", 2);
    strncat(found, path, 4000);
    return by_path(found, makes_room);
}

#define OWN(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define WRITING(verdict, half)                  \
    switch (verdict) {                          \
        case FAIL: return -1;                   \
        case HALFWAY: half; raise(SIGKILL);     \
    }
#define CALLING(verdict) \
    if ((verdict) == FAIL) return -1

ssize_t write(int fd, const void *data, size_t size) {
    WRITING(by_fd(fd, 1, 0), OWN(write)(fd, data, size / 2))
    return OWN(write)(fd, data, size);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    WRITING(by_fd(fd, 1, 0), OWN(pwrite)(fd, data, size / 2, at))
    return OWN(pwrite)(fd, data, size, at);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    WRITING(by_fd(fd, 1, 0), OWN(pwrite64)(fd, data, size / 2, at))
    return OWN(pwrite64)(fd, data, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    WRITING(by_fd(fd, 1, 0), OWN(writev)(fd, parts, count / 2))
    return OWN(writev)(fd, parts, count);
}

static int copy_for(char kind, ino_t inode) {
    char path[4200];
    snprintf(path, sizeof path, "%s/%c-%lu", shadow, kind, (unsigned long)inode);
    return OWN(open)(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

static void copy_file(int fd, ino_t inode) {
    char data[65536], own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    int from = OWN(open)(own, O_RDONLY), to = copy_for('f', inode); /* never closed: that would end locks of SQLite */
    for (ssize_t size; (size = read(from, data, sizeof data)) > 0;) OWN(write)(to, data, size);
    close(to);
}

static void copy_entries(int fd, ino_t inode) {
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
    DIR *folder = opendir(own);
    int to = copy_for('d', inode);
    for (struct dirent *one; folder && (one = readdir(folder));)
        if (strcmp(one->d_name, ".") && strcmp(one->d_name, "..")) {
            char line[512];
            int size = snprintf(line, sizeof line, "%lu %d %s\n", (unsigned long)one->d_ino, one->d_type == DT_DIR, one->d_name);
            OWN(write)(to, line, size);
        }
    close(to);
    if (folder) closedir(folder);
}

static int made_last(int fd, int result) {
    struct stat about;
    char found[4096];
    int before = errno;
    if (!result && armed && shadow[0] && !fstat(fd, &about) && path_of(fd, found, sizeof found) && below(found)) {
        if (S_ISDIR(about.st_mode)) copy_entries(fd, about.st_ino);
        else copy_file(fd, about.st_ino);
    }
    errno = before;
    return result;
}

int fsync(int fd) { CALLING(by_fd(fd, 0, 0)); return made_last(fd, OWN(fsync)(fd)); }
int fdatasync(int fd) { CALLING(by_fd(fd, 0, 0)); return made_last(fd, OWN(fdatasync)(fd)); }
int ftruncate(int fd, off_t size) { CALLING(by_fd(fd, 0, 1)); return OWN(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { CALLING(by_fd(fd, 0, 1)); return OWN(ftruncate64)(fd, size); }
int rename(const char *from, const char *to) { CALLING(by_path(to, 0)); return OWN(rename)(from, to); }
int unlink(const char *path) { CALLING(by_path(path, 1)); return OWN(unlink)(path); }
int rmdir(const char *path) { CALLING(by_path(path, 1)); return OWN(rmdir)(path); }
int link(const char *from, const char *to) { CALLING(by_path(to, 0)); return OWN(link)(from, to); }
int mkdir(const char *path, mode_t mode) { CALLING(by_path(path, 0)); return OWN(mkdir)(path, mode); }

int renameat(int from_fd, const char *from, int to_fd, const char *to) {
    CALLING(by_folder(to_fd, to, 0));
    return OWN(renameat)(from_fd, from, to_fd, to);
}

int unlinkat(int fd, const char *path, int flags) {
    CALLING(by_folder(fd, path, 1));
    return OWN(unlinkat)(fd, path, flags);
}

#define CHANGES (O_CREAT | O_TRUNC)
#define MODE(flags, mode)           \
    mode_t mode = 0;                \
    if ((flags) & O_CREAT) {        \
        va_list more;               \
        va_start(more, flags);      \
        mode = va_arg(more, mode_t); \
        va_end(more);               \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, mode)
    if (flags & CHANGES) CALLING(by_path(path, 0));
    return OWN(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, mode)
    if (flags & CHANGES) CALLING(by_path(path, 0));
    return OWN(open64)(path, flags, mode);
}

int openat(int fd, const char *path, int flags, ...) {
    MODE(flags, mode)
    if (flags & CHANGES) CALLING(by_folder(fd, path, 0));
    return OWN(openat)(fd, path, flags, mode);
}

int openat64(int fd, const char *path, int flags, ...) {
    MODE(flags, mode)
    if (flags & CHANGES) CALLING(by_folder(fd, path, 0));
    return OWN(openat64)(fd, path, flags, mode);
}
