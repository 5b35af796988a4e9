// Opens a file, finds out what it is, and has it read as that.
#include "items_kinds.h"
#include "same_file.h"
#include "same_ids.h"

#include <errno.h>
#include <inttypes.h>
#include <kind.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Reads CSV from where its bytes are.
static bool read_table(items *list, input *in, const char *name, byte_source *from, uint64_t size)
{
    csv_reader *csv = malloc(sizeof *csv);
    if (csv == NULL) {
        complain("%s", strerror(ENOMEM));
        return false;
    }
    csv_begin(csv, from);
    bool good = items_read_csv(list, in, name, csv, size);
    csv_end(csv);
    free(csv);
    return good;
}

// Complains of options for maps without a map.
static bool may_be_map(const input *in, const char *name, file_kind kind)
{
    const char *said = in->layers != NULL ? "layer" : in->root != NULL && !in->with_others ? "root" : NULL;
    if (said == NULL || in->one_of_some || kind == KIND_MAP_XML || kind == KIND_MAP_JSON || kind == KIND_OTHER)
        return true;
    const char *index = in->layers != NULL ? "an index; choose the layers when it is made" : "an index";
    complain_at(name, 0, "--%s is for maps, and this is %s", said,
                kind == KIND_INDEX     ? index
                : kind == KIND_GEOJSON ? "GeoJSON"
                                       : "CSV");
    return false;
}

static bool read_from(items *list, input *in, byte_source *from)
{
    struct stat about;
    const int file = fileno(from->file);
    uint64_t size = fstat(file, &about) == 0 && S_ISREG(about.st_mode) ? (uint64_t)about.st_size : 0;
    const char *name = from->file == stdin ? "standard input" : in->file, *remedy = NULL;
    size_t looked = 0;
    const char *head = source_look(from, &looked);
    list->limit = from->limit;
    list->limited = name;
    list->kind = kind_find(in->file, head, looked, &remedy);
    if (!may_be_map(in, name, list->kind))
        return false;
    switch (list->kind) {
    case KIND_CSV:
        return read_table(list, in, name, from, size);
    case KIND_MAP_XML:
    case KIND_MAP_JSON:
        return items_read_map(list, in, name, from);
    case KIND_INDEX:
        return items_read_index(list, in, name, from);
    case KIND_GEOJSON:
        return items_read_geojson(list, in, name, from, size);
    case KIND_OTHER:
        break;
    }
    complain_at(name, 0, "%s", remedy);
    return false;
}

void items_tell_shapes(file_kind kind, const char *file, uint64_t shapes, uint64_t count)
{
    const bool map = kind == KIND_MAP_XML || kind == KIND_MAP_JSON, one = shapes == 1;
    const char *things = map ? "tiles and objects" : kind == KIND_GEOJSON ? "features" : "geometries";
    const char *what = map && one ? "turned or not rectangular"
                       : map      ? "turned or not rectangular"
                       : one      ? "more than a point"
                                  : "more than points";
    if (shapes > 0)
        note_at(file, "%" PRIu64 " of %" PRIu64 " %s %s %s, and count%s as the box%s around %s", shapes, count, things,
                one ? "is" : "are", what, one ? "s" : "", one ? "" : "es", one ? "it" : "them");
}

status items_read(items *list, input *in)
{
    items_begin(list, in);
    in->skip_bad = in->skip_bad || in->bad_rows != NULL;
    if (in->exact && in->rounded) {
        complain("--double and --float exclude each other");
        return STATUS_USAGE;
    }
    if (spoils_input("--bad-rows", in->bad_rows, in->file))
        return STATUS_USAGE;
    FILE *file = strcmp(in->file, "-") == 0 ? stdin : fopen(in->file, "rb");
    if (file == NULL) {
        complain_at(in->file, 0, "%s", strerror(errno));
        return STATUS_USAGE;
    }
    byte_source from;
    source_from_file(&from, file);
    from.own.said = (uint64_t)in->limit;
    bool good = read_from(list, in, &from);
    list->limit = NULL;
    if (in->edges == EDGES_UNSAID)
        in->edges = QD_CLOSED;
    source_end(&from);
    if (file != stdin)
        fclose(file);
    const char *name = file == stdin ? "standard input" : in->file;
    good = good && (in->later || items_decide((items *[]){ list }, (input *[]){ in }, 1));
    if (good && in->part == NULL)
        items_tell_shapes(list->kind, name, list->shapes, list->count);
    // A part does not know the ids in the others.
    if (!good || (in->part == NULL && !same_ids_tell(list, name)))
        return STATUS_USAGE;
    const bool alone = !in->one_of_some && !in->with_others;
    return !alone || items_write_bad_rows(in, (const items *const[]){ list }, 1) ? STATUS_DONE : STATUS_FAILED;
}

const char *input_problem(const input *in)
{
    return is_standard_output(in->bad_rows) ? "--bad-rows needs a file: standard output has the results" : NULL;
}

bool items_write_bad_rows(const input *in, const items *const *lists, size_t count)
{
    const bad_rows *bad[2] = { NULL, NULL };
    for (size_t i = 0; i < count; i++)
        bad[i] = &lists[i]->bad;
    return in->bad_rows == NULL || bad_rows_write(in->bad_rows, bad, count);
}
