// GeoJSON becomes boxes, one for each feature. A feature is called by its id, or by the property that --id names; one
// that has no id, by its number. A list has texts for all of its items or for none, so it begins with numbers, and
// these become texts when the first id comes.
#include "items_read.h"
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
    uint64_t skipped, named, unnamed;
    progress progress;
    bool lost; // no memory, and complained
} feature_taking;

// Makes texts of the numbers that the items are called by. What was passed over stays listed.
static bool numbers_to_texts(items *list)
{
    items named = { .has_texts = true, .exact = list->exact, .open = list->open, .kind = list->kind };
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

enum { NUMBER_SIZE = 40, WRONG_SIZE = 160 };

// The shortest decimal number that is this very double.
static void number_to_text(double number, char *text)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_SIZE, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

// Writes an id as text, unless it is a string, which is its own text. NULL: `wrong` says why it is none.
static const char *id_as_text(const json_value *id, const char *what, char *text, char *wrong)
{
    size_t length = 0;
    int64_t whole = 0;
    double number = 0;
    const char *string = json_text(id, &length);
    if (string != NULL && strlen(string) == length)
        return string;
    if (string != NULL) {
        snprintf(wrong, WRONG_SIZE, "its %s has a NUL character in it", what);
    } else if (json_whole(id, &whole)) {
        snprintf(text, NUMBER_SIZE, "%" PRId64, whole);
        return text;
    } else if (json_number(id, &number) && number != floor(number)) {
        number_to_text(number, text);
        return text;
    } else if (json_kind_of(id) == JSON_IS_NUMBER) {
        snprintf(wrong, WRONG_SIZE, "its %s has more digits than a number keeps; write it as a string", what);
    } else {
        snprintf(wrong, WRONG_SIZE, "its %s is neither a string nor a number", what);
    }
    return NULL;
}

// The feature's id as text. NULL: it has none, or `wrong` says what is wrong with it.
static const char *id_of(const feature_taking *to, const json_value *object, char *text, char *wrong)
{
    const char *property = to->in->id;
    const json_value *id =
        property != NULL ? json_member(json_member(object, "properties"), property) : json_member(object, "id");
    char what[80] = "id";
    if (property != NULL)
        snprintf(what, sizeof what, "property \"%.60s\"", property);
    if (json_kind_of(id) > JSON_IS_NULL)
        return id_as_text(id, what, text, wrong);
    if (property != NULL)
        snprintf(wrong, WRONG_SIZE, "it has no %s to be its id", what);
    return NULL;
}

static bool is_beyond_floats(const qd_box *box)
{
    qd_box rounded = items_rounded(*box);
    return isinf(rounded.min.x) || isinf(rounded.min.y) || isinf(rounded.max.x) || isinf(rounded.max.y);
}

static bool add_feature(feature_taking *to, const geojson_feature *feature, const char *id)
{
    items *list = to->list;
    char text[24];
    bool good = id == NULL || list->has_texts || numbers_to_texts(list);
    if (id == NULL)
        snprintf(text, sizeof text, "%" PRIu64, feature->number);
    to->named += id != NULL;
    to->unnamed += id == NULL;
    list->has_texts = list->has_texts || id != NULL;
    good = good && items_add(list, feature->box, feature->number, id != NULL ? id : text);
    if (good && list->open)
        items_count_box(list, &feature->box, feature->number);
    to->lost = !good;
    return good;
}

// Says what is wrong with a feature, and where. Always false.
static bool complain_of(const geojson_feature *feature, const char *place, const char *why, format_message *message)
{
    size_t line = 0, column = 0;
    geojson_place(feature, place, &line, &column);
    return format_fail(message, line, "column %zu: feature %" PRIu64 ": %s; --skip-bad passes over it", column,
                       feature->number, why);
}

// Where a feature's id should be.
static const char *place_of_id(const input *in, char *place, size_t size)
{
    bool plain = in->id != NULL && strpbrk(in->id, ".[") == NULL; // else it would be a path of its own
    snprintf(place, size, "%s%s", in->id == NULL ? "id" : plain ? "properties." : "properties", plain ? in->id : "");
    return place;
}

static bool take_feature(void *context, const geojson_feature *feature, format_message *message)
{
    feature_taking *to = context;
    char text[NUMBER_SIZE], wrong[WRONG_SIZE] = "", id_place[128];
    const char *id = NULL, *why = feature->wrong, *place = feature->place;
    if (why == NULL)
        id = id_of(to, feature->object, text, wrong);
    if (why == NULL && wrong[0] != 0) {
        why = wrong;
        place = place_of_id(to->in, id_place, sizeof id_place);
    }
    if (why == NULL && !to->list->exact && is_beyond_floats(&feature->box))
        why = "a coordinate is beyond the largest float, without --float it is kept";
    if (feature->number % 4096 == 0)
        progress_step(&to->progress, feature->bytes >> 10, to->size >> 10);
    if (why == NULL)
        return add_feature(to, feature, id);
    to->skipped++;
    if (to->in->bad_rows != NULL)
        to->lost = !bad_rows_add(&to->list->bad, to->name, feature->number, feature->line, why);
    if (to->lost)
        return false;
    return to->in->skip_bad || complain_of(feature, place, why, message);
}

static void tell_of_features(const feature_taking *to, const geojson_notes *notes)
{
    if (to->skipped > 0)
        complain_at(to->name, 0, "%" PRIu64 " bad feature%s passed over", to->skipped, to->skipped == 1 ? "" : "s");
    if (to->named > 0 && to->unnamed > 0)
        complain_at(to->name, 0, "%" PRIu64 " of %" PRIu64 " features have no id and are called by their number",
                    to->unnamed, to->named + to->unnamed);
    if (notes->reference[0] != 0)
        complain_at(to->name, 0, "its coordinates are those of %s; they are taken as they are, x first",
                    notes->reference);
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
    bool good = geojson_read(from, take_feature, &to, &notes, &message);
    progress_end(&to.progress);
    if (good)
        tell_of_features(&to, &notes);
    else if (!to.lost)
        complain_at(name, message.line, "%s", message.text);
    return good;
}
