// The bytes of a record that is read. Those of a tick are read to its end, and its sum looked at, before any of its
// calls is made known: then they are read a second time, from memory.
#ifndef QUADRILLE_RECORDING_READER_H
#define QUADRILLE_RECORDING_READER_H

#include "recording.h"

struct recording {
    FILE *file;
    char *path;
    uint64_t sum;    ///< Over all bytes so far.
    uint64_t offset; ///< Bytes so far.
    uint64_t ticks;
    call_kind kinds;     ///< The calls that its version has.
    double size;         ///< The file's; below 0: unknown.
    uint8_t *tick;       ///< The bytes of the tick that is read, and
    size_t count, space; ///< how many there are.
    size_t at;           ///< How many of them were read a second time.
    bool ahead;          ///< They are being read the first time: they are kept.
    bool again;          ///< The second time: they come from memory.
    record last;         ///< What ends that tick.
    fbox *boxes;
    size_t box_space;
    bool bad, cut, ended; ///< cut: bad since the bytes end.
    char complaint[640];
};

/// False, so that callers can return it; the first complaint stays.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool recording_complain(recording *self, const char *format, ...);

/// The next bytes. False: complained.
bool recording_read(recording *self, void *out, size_t count);

/// A little-endian number; 0 after a complaint.
uint64_t recording_number(recording *self, size_t size);

/// Reads the head; complains of it where it is none.
void recording_read_head(recording *self, recording_head *head);

#endif
