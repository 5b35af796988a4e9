// Each row is written down as a line of CSV as soon as it is known.
#include "bad_rows.h"

#include "output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool append(bad_rows *list, const char *text, size_t length)
{
    if (list->used + length > list->room) {
        size_t room = list->room > 0 ? list->room : 4096;
        while (room < list->used + length)
            room *= 2;
        char *block = realloc(list->text, room);
        if (block == NULL) {
            complain("%s", strerror(ENOMEM));
            return false;
        }
        list->text = block;
        list->room = room;
    }
    memcpy(list->text + list->used, text, length);
    list->used += length;
    return true;
}

// As a field in quotes.
static bool append_quoted(bad_rows *list, const char *text)
{
    bool good = append(list, "\"", 1);
    for (; good && *text != 0; text++)
        good = append(list, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    return good && append(list, "\"", 1);
}

bool bad_rows_add(bad_rows *list, const char *file, uint64_t row, size_t line, const char *why)
{
    char numbers[64];
    int length = snprintf(numbers, sizeof numbers, ",%" PRIu64 ",%zu,", row, line);
    return append_quoted(list, file) && append(list, numbers, (size_t)length) && append_quoted(list, why) &&
           append(list, "\n", 1);
}

bool bad_rows_write(const char *path, const bad_rows *const *lists, size_t count)
{
    output out;
    if (!output_open(&out, path))
        return false;
    put(&out, "file,row,line,why\n");
    for (size_t i = 0; i < count; i++)
        put_raw(&out, lists[i]->text, lists[i]->used);
    return output_finish(&out, STATUS_DONE) == STATUS_DONE;
}

void bad_rows_free(bad_rows *list)
{
    free(list->text);
}
