// GeoJSON becomes boxes, one for each feature. A feature is called by its id, or by the property that --id names; one
// that has no id, by its number. A list has texts for all of its items or for none, so it begins with numbers, and
// these become texts when the first id comes.
#include "items_kinds.h"
#include "progress.h"

#include <geojson.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct feature_taking {
    items *list;
    const input *in;
    const char *name; // of the file, for people
    uint64_t size;    // of the file, or 0
    uint64_t skipped, named, unnamed, shapes;
    progress progress;
    bool lost; // no memory, and complained
} feature_taking;

// Makes texts of the numbers that the items are called by. What was passed over stays listed.
static bool numbers_to_texts(items *list)
{
    items named = { .has_texts = true, .exact = list->exact, .open = list->open, .kind = list->kind };
    named.limit = list->limit;
    named.limited = list->limited;
    bool good = true;
    for (size_t i = 0; good && i < list->count; i++) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, items_number(list, i));
        good = items_add(&named, items_box(list, i), 0, text);
    }
    if (!good) {
        items_free(&named);
        return false;
    }
    named.digits = list->digits;
    named.bad = list->bad;
    list->bad = (bad_rows){ .text = NULL };
    items_free(list);
    *list = named;
    return true;
}

static bool add_feature(feature_taking *to, const geojson_feature *feature)
{
    const char *id = feature->id;
    items *list = to->list;
    char text[24];
    bool good = id == NULL || list->has_texts || numbers_to_texts(list);
    if (id == NULL)
        snprintf(text, sizeof text, "%" PRIu64, feature->number);
    to->named += id != NULL;
    to->unnamed += id == NULL;
    to->shapes += !items_is_point(&feature->box);
    list->has_texts = list->has_texts || id != NULL;
    good = good && items_add(list, feature->box, feature->number, id != NULL ? id : text);
    if (good && list->open)
        items_count_box(list, &feature->box, feature->number);
    to->lost = !good;
    return good;
}

static bool take_feature(void *context, const geojson_feature *feature, format_message *message)
{
    feature_taking *to = context;
    const char *why = feature->wrong;
    char named[224];
    if (why != NULL && to->in->own != 0 && strstr(why, "to be its id") != NULL) {
        snprintf(named, sizeof named, "%.160s (--id-%c names another for this file)", why, to->in->own);
        why = named;
    }
    const qd_box floats = items_rounded(feature->box);
    const bool beyond = isinf(floats.min.x) || isinf(floats.min.y) || isinf(floats.max.x) || isinf(floats.max.y);
    if (why == NULL && !to->list->exact && beyond)
        why = "a coordinate is beyond the largest float, without --float it is kept";
    if (feature->number % 4096 == 0)
        progress_step(&to->progress, feature->bytes >> 10, to->size >> 10);
    if (why == NULL)
        return add_feature(to, feature);
    to->skipped++;
    if (to->in->bad_rows != NULL)
        to->lost = !bad_rows_add(&to->list->bad, to->name, feature->number, feature->line, why);
    if (to->lost)
        return false;
    return to->in->skip_bad ||
           format_fail(message, feature->place.line, "column %zu: feature %" PRIu64 ": %s; --skip-bad skips it",
                       feature->place.column, feature->number, why);
}

static void tell_of_features(const feature_taking *to, const geojson_notes *notes)
{
    if (to->skipped > 0)
        note_at(to->name, "%" PRIu64 " bad feature%s skipped", to->skipped, to->skipped == 1 ? "" : "s");
    if (to->named > 0 && to->unnamed > 0)
        note_at(to->name, "%" PRIu64 " of %" PRIu64 " features have no id and are called by their number", to->unnamed,
                to->named + to->unnamed);
    if (notes->reference[0] != 0)
        note_at(to->name, "its coordinates are those of %s; they are taken as they are, x first", notes->reference);
}

bool items_read_geojson(items *list, const input *in, const char *name, byte_source *from, uint64_t size)
{
    if (!in->one_of_some && input_of_columns(in) != NULL) {
        complain_at(name, 0, "--%s is for CSV files, and this is GeoJSON; --id names a property to be the id",
                    input_of_columns(in));
        return false;
    }
    feature_taking to = { .list = list, .in = in, .name = name, .size = size };
    to.progress = progress_begin("reading, KiB");
    geojson_notes notes;
    format_message message;
    bool good = geojson_read(from, in->id, take_feature, &to, &notes, &message);
    progress_end(&to.progress);
    list->shapes = to.shapes;
    if (good)
        tell_of_features(&to, &notes);
    else if (!to.lost)
        complain_at(name, message.line, "%s", message.text);
    return good;
}
