// Bytes go from the file into `raw`, from there, unpacked, to the caller, or into `ahead` if they are only looked at.
#include "source.h"

#include "unpack.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { START = 4, HEADER = 18 }; // bytes that show the kind of a file, a member or a frame, and its unpacked size

void source_from_file(byte_source *self, FILE *file)
{
    memset(self, 0, sizeof *self);
    struct stat about;
    self->file = file;
    self->most = SOURCE_MOST;
    self->until = UINT64_MAX;
    self->limit = &self->own;
    if (file != NULL && fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode))
        self->own.file = (uint64_t)about.st_size;
}

void source_from_bytes(byte_source *self, const void *bytes, size_t size)
{
    source_from_file(self, NULL);
    self->bytes = bytes;
    self->left = size;
    self->own.file = size;
}

void source_end(byte_source *self)
{
    if (self->state != NULL)
        self->method->end(self->state);
    self->state = NULL;
}

bool source_failed(const byte_source *self)
{
    return self->message.fault != FORMAT_NO_FAULT;
}

bool source_is_packed(const byte_source *self)
{
    return self->method != NULL;
}

// The next bytes of the file, as they are there.
static size_t fetch(byte_source *self, void *buffer, size_t size)
{
    size_t got = size < self->left ? size : self->left;
    if (self->file != NULL) {
        const uint64_t rest = self->until - self->taken;
        errno = 0;
        got = fread(buffer, 1, size < rest ? size : (size_t)rest, self->file);
        if (ferror(self->file))
            format_fail(&self->message, 0, "%s", strerror(errno));
    } else if (got > 0) {
        memcpy(buffer, self->bytes, got);
        self->bytes += got;
        self->left -= got;
    }
    self->taken += got;
    if (self->limit->file < self->taken)
        self->limit->file = self->taken;
    self->ended = got < size;
    return got;
}

// Makes sure that so many raw bytes are there, if the file has them.
static void want_raw(byte_source *self, size_t size)
{
    if (self->end - self->next >= size || self->ended)
        return;
    memmove(self->raw, self->raw + self->next, self->end - self->next);
    self->end -= self->next;
    self->next = 0;
    self->end += fetch(self, self->raw + self->end, sizeof self->raw - self->end);
}

bool source_move(byte_source *self, uint64_t start, uint64_t until)
{
    if (fseeko(self->file, (off_t)start, SEEK_SET) != 0)
        return format_fail(&self->message, 0, "%s", strerror(errno));
    self->next = self->end = self->ahead_next = self->ahead_end = 0;
    self->ended = false;
    self->taken = start;
    self->until = until;
    return true;
}

static void begin(byte_source *self)
{
    static const unpack_method *const methods[] = { &unpack_gzip, &unpack_zstd, NULL };
    self->begun = true;
    want_raw(self, START);
    for (size_t i = 0; methods[i] != NULL; i++)
        if (methods[i]->starts(self->raw, self->end))
            self->method = methods[i];
    if (self->method == NULL)
        return;
    if (self->method->missing != NULL) {
        format_fail(&self->message, 0, "packed by %s, and this program was built without %s", self->method->name,
                    self->method->missing);
        return;
    }
    self->state = self->method->begin();
    if (self->state == NULL)
        format_no_memory(&self->message);
}

// Is there another member or frame, or the end? What else there is is wrong.
static bool at_start(byte_source *self)
{
    want_raw(self, HEADER);
    const unsigned char *bytes = self->raw + self->next;
    size_t size = self->end - self->next;
    if (size == 0)
        return false;
    self->says = self->method->says != NULL ? self->method->says(bytes, size) : UINT64_MAX;
    self->inside_made = 0;
    if (self->method->starts(bytes, size))
        return true;
    return format_fail(&self->message, 0, "more bytes after the end of the data packed by %s: the file is damaged",
                       self->method->name);
}

static bool explain(byte_source *self, unpack_result result, bool moved)
{
    const char *name = self->method->name;
    if (self->made > self->most)
        return format_fail(&self->message, 0, "unpacks to more than %llu bytes, the most that is read",
                           (unsigned long long)self->most);
    if (result == UNPACK_DAMAGED)
        return format_fail(&self->message, 0, "packed by %s, and damaged", name);
    if (result == UNPACK_WIDE)
        return format_fail(&self->message, 0, "packed by %s with a window of more than 128 MiB; unpack it first", name);
    if (result == UNPACK_NO_MEMORY)
        return format_no_memory(&self->message);
    if (result == UNPACK_MORE && !moved && self->ended)
        return format_fail(&self->message, 0, "packed by %s, and cut off", name);
    return true;
}

static size_t get_unpacked(byte_source *self, void *buffer, size_t size)
{
    unpack_piece piece = { NULL, 0, buffer, size };
    while (piece.out_size == size) {
        if (!self->inside && (source_failed(self) || !at_start(self)))
            return 0;
        self->inside = true;
        want_raw(self, 1);
        if (source_failed(self))
            return 0;
        piece.in = self->raw + self->next;
        piece.in_size = self->end - self->next;
        size_t before = piece.in_size;
        unpack_result result = self->method->step(self->state, &piece);
        self->next = self->end - piece.in_size;
        self->made += size - piece.out_size;
        self->inside_made += size - piece.out_size;
        self->inside = result != UNPACK_OVER;
        if (result == UNPACK_OVER && self->says != UINT64_MAX && self->says != self->inside_made)
            result = UNPACK_DAMAGED;
        if (!explain(self, result, piece.in_size < before || piece.out_size < size))
            return 0;
    }
    return size - piece.out_size;
}

// Some of the next bytes, at least one; 0 at the end, or after a failure.
static size_t get(byte_source *self, void *buffer, size_t size)
{
    if (!self->begun)
        begin(self);
    if (source_failed(self) || size == 0)
        return 0;
    if (self->method != NULL)
        return get_unpacked(self, buffer, size);
    const size_t here = self->end - self->next;
    if (here == 0)
        return self->ended ? 0 : fetch(self, buffer, size);
    const size_t got = here < size ? here : size;
    memcpy(buffer, self->raw + self->next, got);
    self->next += got;
    return got;
}

const char *source_look(byte_source *self, size_t *size)
{
    size_t here = self->ahead_end - self->ahead_next, got = 0;
    memmove(self->ahead, self->ahead + self->ahead_next, here);
    while ((got = get(self, self->ahead + here, sizeof self->ahead - here)) > 0)
        here += got;
    self->ahead_next = 0;
    self->ahead_end = here;
    *size = here;
    return (const char *)self->ahead;
}

size_t source_read(byte_source *self, void *buffer, size_t size)
{
    unsigned char *to = buffer;
    size_t here = self->ahead_end - self->ahead_next, done = here < size ? here : size, got = 0;
    memcpy(to, self->ahead + self->ahead_next, done);
    self->ahead_next += done;
    while ((got = get(self, to + done, size - done)) > 0)
        done += got;
    if (self->watch != NULL)
        utf8_watch_take(self->watch, to, done);
    return done;
}
