// The first character shows which it is.
#include "geometry_text.h"

#include <geojson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct geometry_taking {
    qd_box box;
    bool any;
    char *wrong;
} geometry_taking;

static bool take_feature(void *context, const geojson_feature *feature, format_message *message)
{
    geometry_taking *to = context;
    (void)message;
    if (feature->wrong != NULL) {
        snprintf(to->wrong, WKT_WRONG_SIZE, "%s", feature->wrong);
        return false;
    }
    const qd_box b = feature->box;
    if (!to->any)
        to->box = b;
    to->box.min = (qd_vec2){ fmin(to->box.min.x, b.min.x), fmin(to->box.min.y, b.min.y) };
    to->box.max = (qd_vec2){ fmax(to->box.max.x, b.max.x), fmax(to->box.max.y, b.max.y) };
    to->any = true;
    return true;
}

static wkt_result read_geojson(const char *text, qd_box *box, char wrong[WKT_WRONG_SIZE])
{
    geometry_taking to = { .wrong = wrong };
    byte_source from;
    geojson_notes notes;
    format_message message;
    wrong[0] = 0;
    source_from_bytes(&from, text, strlen(text));
    const bool good = geojson_read(&from, NULL, take_feature, &to, &notes, &message);
    source_end(&from);
    if (!good && wrong[0] == 0)
        snprintf(wrong, WKT_WRONG_SIZE, "%.*s", WKT_WRONG_SIZE - 1, message.text);
    *box = to.box;
    return !good ? WKT_BAD : to.any ? WKT_BOX : WKT_EMPTY;
}

wkt_result geometry_text_read(const char *text, qd_box *box, char wrong[WKT_WRONG_SIZE], size_t *at)
{
    *at = 0;
    return *text == '{' ? read_geojson(text, box, wrong) : wkt_read(text, box, wrong, at);
}

bool geometry_text_begins(const char *text)
{
    char wrong[WKT_WRONG_SIZE];
    qd_box box;
    size_t at = 0;
    const char *bracket = strchr(text, '(');
    const bool number = bracket != NULL && strchr("+-.0123456789", bracket[strspn(bracket, "( ")]) != NULL;
    return *text == '{' || (wkt_begins(text) && number) || wkt_read(text, &box, wrong, &at) != WKT_BAD;
}
