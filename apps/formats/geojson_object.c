#include "geojson_object.h"

#include <stdio.h>
#include <string.h>

static const char *const names[GEOJSON_NAMES] = {
    [GEOJSON_TYPE] = "type",
    [GEOJSON_COORDINATES] = "coordinates",
    [GEOJSON_GEOMETRIES] = "geometries",
    [GEOJSON_GEOMETRY] = "geometry",
    [GEOJSON_PROPERTIES] = "properties",
    [GEOJSON_ID] = "id",
    [GEOJSON_FEATURES] = "features",
    [GEOJSON_CRS] = "crs",
    [GEOJSON_ATTRIBUTES] = "attributes",
};

void geojson_object_begin(geojson_object *self, json_reader *reader, unsigned matter)
{
    *self = (geojson_object){ .place = json_here(reader), .matter = matter };
}

geojson_name geojson_object_next(geojson_object *self, json_reader *reader)
{
    const json_token *token = NULL;
    while ((token = json_next(reader))->kind == JSON_NAME) {
        geojson_name name = 0;
        while (name < GEOJSON_NAMES && !json_is(token, names[name]))
            name++;
        const unsigned bit = 1U << name;
        const bool matters = (self->matter & bit) != 0, again = (self->seen & bit) != 0;
        if (matters && again && self->twice == NULL) {
            self->twice = names[name];
            self->twice_place = json_here(reader);
        }
        json_next(reader);
        if (matters && !again) {
            self->seen |= bit;
            if (name != GEOJSON_TYPE)
                return name;
            token = json_current(reader);
            self->type_place = json_here(reader);
            const bool whole = token->kind == JSON_TEXT && memchr(token->text, 0, token->length) == NULL;
            if (whole && json_text_flaw(reader) == NULL)
                snprintf(self->type, sizeof self->type, "%.*s", (int)token->length, token->text);
        }
        if (!json_skip(reader))
            break;
    }
    return GEOJSON_END;
}

bool geojson_object_has(const geojson_object *self, geojson_name name)
{
    return (self->seen & 1U << name) != 0;
}
