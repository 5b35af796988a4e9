/// A picture in memory, and where it comes from and goes to.
#ifndef QUADRILLE_APP_PIXELS_H
#define QUADRILLE_APP_PIXELS_H

#include "picture_bytes.h"
#include "status.h"

#include <limit.h>

#include <quadrille/image.h>
#include <stdbool.h>

typedef struct pixels {
    qd_image_size size;
    uint8_t *bytes; ///< From malloc; see qd_image_size.
} pixels;

void pixels_free(pixels *self);

/// Makes room for a picture of this size. It complains if that cannot be, naming the file.
status pixels_make(pixels *self, const char *path, const qd_image_size *size);

/// The same for a picture that is read: what it takes, and `beside` bytes more while it is read, count in the limit of
/// its file.
status pixels_make_read(pixels *self, const char *path, const qd_image_size *size, uint64_t beside,
                        memory_limit *limit);

/// Has the picture no alpha, or one that is full everywhere?
bool pixels_are_opaque(const pixels *self);

/// Gives it `channels`: grey becomes red, green and blue, and a new alpha is full. It never takes colours away, and
/// alpha only if that is full everywhere. It complains if memory is missing, naming the file.
status pixels_take_form(pixels *self, const char *path, uint32_t channels);

/// Colours become grey, (299 red + 587 green + 114 blue) / 1000 rounded to the nearest, halves up; alpha stays.
void pixels_make_grey(pixels *self);

/// Is this a size that the codec takes? False: complained, naming the file.
bool pixels_size_fits(const char *path, uint64_t width, uint64_t height);

/// Turns and mirrors a picture as the orientation in EXIF says, 1 to 8, so that it stands as it is to be seen. It
/// complains if memory is missing, naming the file; the picture is as it was then.
status pixels_turn(pixels *self, const char *path, int orientation, memory_limit *limit);

/// Reads a PNG, or a JPEG, from its first byte on. Notes on standard error name conversions. Unless it is STATUS_DONE
/// it has complained, and nothing is kept.
status pixels_read_png(pixels *self, picture_bytes *from, const char *path, memory_limit *limit);
status pixels_read_jpeg(pixels *self, picture_bytes *from, const char *path, memory_limit *limit);

/// Writes a PNG. False: complained, and the file is as it was.
bool pixels_write_png(const pixels *self, const char *path);

/// Writes a JPEG of quality 95, which has no alpha: a picture must be opaque everywhere. False: complained, and
/// the file is as it was.
bool pixels_write_jpeg(const pixels *self, const char *path);

/// Can a JPEG be read and written at all?
extern const bool pixels_jpeg_there;

#endif
