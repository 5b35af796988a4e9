// Files by their handles: which they are, how they are made, read and written at a place, and renamed.
#include <errno.h>
#include <fcntl.h>
#include <windows.h>

static int fail_as_windows(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
        errno = ENOENT;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    default:
        errno = EIO;
    }
    return -1;
}

static int stat_handle(HANDLE handle, struct posix_stat *about)
{
    BY_HANDLE_FILE_INFORMATION file;
    *about = (struct posix_stat){ 0 };
    const DWORD type = GetFileType(handle);
    if (type != FILE_TYPE_DISK) {
        about->st_mode = type == FILE_TYPE_PIPE ? S_IFIFO | 0666 : S_IFCHR | 0666;
        about->st_ino = (uint64_t)(uintptr_t)handle;
        about->st_dev = UINT64_MAX; // no volume has this number
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &file))
        return fail_as_windows();
    const bool folder = file.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    const bool fixed = file.dwFileAttributes & FILE_ATTRIBUTE_READONLY;
    about->st_mode = (mode_t)(folder ? S_IFDIR | 0777 : fixed ? S_IFREG | 0444 : S_IFREG | 0666);
    about->st_size = (int64_t)((uint64_t)file.nFileSizeHigh << 32 | file.nFileSizeLow);
    about->st_dev = file.dwVolumeSerialNumber;
    about->st_ino = (uint64_t)file.nFileIndexHigh << 32 | file.nFileIndexLow;
    return 0;
}

int posix_fstat(int file, struct posix_stat *about)
{
    const intptr_t handle = _get_osfhandle(file);
    if (handle == -1 || handle == -2) {
        errno = EBADF;
        return -1;
    }
    return stat_handle((HANDLE)handle, about);
}

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

int posix_stat(const char *path, struct posix_stat *about)
{
    HANDLE handle = CreateFileA(path, 0, SHARED, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail_as_windows();
    const int result = stat_handle(handle, about);
    CloseHandle(handle);
    return result;
}

int posix_isatty(int file)
{
    DWORD mode;
    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode) ? 1 : 0;
}

// The six X at the end of `path` become something that no file there has yet.
int posix_mkstemp(char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    static volatile LONG made;
    char *end = path + strlen(path) - 6;
    for (int attempt = 0; attempt < 1000; attempt++) {
        uint64_t random =
            GetTickCount64() ^ (uint64_t)GetCurrentProcessId() << 20 ^ (uint64_t)InterlockedIncrement(&made) << 40;
        for (int i = 0; i < 6; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            end[i] = letters[(random >> 33) % (sizeof letters - 1)];
        }
        HANDLE handle =
            CreateFileA(path, GENERIC_READ | GENERIC_WRITE, SHARED, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
        if (handle != INVALID_HANDLE_VALUE)
            return _open_osfhandle((intptr_t)handle, _O_RDWR | _O_BINARY);
        if (fail_as_windows() != 0 && errno != EEXIST)
            return -1;
    }
    return -1;
}

int posix_rename(const char *from, const char *to)
{
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) ? 0 : fail_as_windows();
}

char *realpath(const char *path, char *into)
{
    struct posix_stat about;
    char full[MAX_PATH];
    if (into || posix_stat(path, &about) != 0)
        return NULL;
    if (!_fullpath(full, path, sizeof full)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (char *at = full; *at; at++)
        *at = *at == '\\' ? '/' : *at;
    return posix_strdup(full);
}

static OVERLAPPED place_of(off_t at)
{
    OVERLAPPED place = { 0 };
    place.Offset = (DWORD)at;
    place.OffsetHigh = (DWORD)((uint64_t)at >> 32);
    return place;
}

static DWORD at_most(size_t size)
{
    return size > 1 << 30 ? 1 << 30 : (DWORD)size;
}

ssize_t pread(int file, void *bytes, size_t size, off_t at)
{
    OVERLAPPED place = place_of(at);
    DWORD done = 0;
    if (ReadFile((HANDLE)_get_osfhandle(file), bytes, at_most(size), &done, &place) ||
        GetLastError() == ERROR_HANDLE_EOF)
        return (ssize_t)done;
    return fail_as_windows();
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    OVERLAPPED place = place_of(at);
    DWORD done = 0;
    const BOOL good = WriteFile((HANDLE)_get_osfhandle(file), bytes, at_most(size), &done, &place);
    return good ? (ssize_t)done : fail_as_windows();
}

ssize_t readlink(const char *path, char *into, size_t size)
{
    if (strcmp(path, "/proc/self/exe") != 0) {
        errno = EINVAL;
        return -1;
    }
    const DWORD length = GetModuleFileNameA(NULL, into, at_most(size));
    for (DWORD i = 0; i < length; i++)
        into[i] = into[i] == '\\' ? '/' : into[i];
    return length > 0 ? (ssize_t)length : fail_as_windows();
}
