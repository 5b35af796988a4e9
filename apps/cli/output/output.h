/// @file output.h
/// Writing results. A failed write is remembered with its reason; `output_finish` turns it into the exit status. A pipe
/// that its reader has closed is no failure: the reader has seen enough.
#ifndef QUADRILLE_CLI_OUTPUT_H
#define QUADRILLE_CLI_OUTPUT_H

#include "report.h"
#include "status.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE *file;
    const char *name;
    int error; ///< errno of the first write that failed, or 0.
} output;

/// Standard output.
output output_standard(void);

/// A file to be made or replaced, or standard output for "-". False: complained.
bool output_open(output *out, const char *path);

/// Like printf. Does nothing after a failure.
PRINTF_LIKE(2, 3) void put(output *out, const char *format, ...);

/// Bytes as they are.
void put_raw(output *out, const void *bytes, size_t size);

/// Text as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that the result is always JSON.
void put_json_text(output *out, const char *text);

/// Text for an element of XML; what XML cannot hold becomes U+FFFD.
void put_xml_text(output *out, const char *text);

/// The shortest decimal number that is this very float. In JSON, which knows no infinity, that is null.
void put_float(output *out, float value);
void put_json_float(output *out, float value);

/// The same of a double, which must be finite for JSON.
void put_double(output *out, double value);

/// Hands over what is held back, so that a reader sees it now.
void output_flush(output *out);

/// Has a write failed? Long work stops then.
bool output_failed(const output *out);

/// Flushes, and closes what is not standard output. `result` if all went well or a pipe was closed; otherwise
/// complains.
status output_finish(output *out, status result);

#endif
