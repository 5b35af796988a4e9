// What stands at the top of a document decides what it is, and its type may come behind its features: so these are
// given away as they come, and a document that turns out to be none of GeoJSON is an error all the same.
#include "geojson.h"

#include "geojson_geometry.h"
#include "geojson_id.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LONGEST = 1 << 20 }; // of a text that matters; no id is longer

typedef struct geojson_reading {
    json_reader *reader;
    const char *property;
    geojson_sink *sink;
    void *context;
    geojson_notes *notes;
    format_message *message;
    geojson_id id;  // of the feature that is being read
    uint64_t count; // features so far
} geojson_reading;

// The members of a feature, or of a document, which may be one.
typedef struct geojson_parts {
    geojson_geometry self; // what it is if it is a geometry
    json_kind geometry, features;
    json_place geometry_place, features_place;
    geojson_extent extent; // of its geometry
} geojson_parts;

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

// Goes to the member of this name in the object that the current token begins. False: it has no such
// member, and is read to its end.
static bool enter(json_reader *r, const char *name)
{
    const json_token *token = json_current(r);
    if (token->kind != JSON_OBJECT) {
        json_skip(r);
        return false;
    }
    while ((token = json_next(r))->kind == JSON_NAME) {
        const bool is_it = json_is(token, name);
        json_next(r);
        if (is_it)
            return true;
        if (!json_skip(r))
            return false;
    }
    return false;
}

// Passes over the rest of the object whose member has been gone to.
static bool leave(json_reader *r)
{
    const json_token *token = NULL;
    while ((token = json_next(r))->kind > JSON_CLOSE)
        if (!json_skip(r))
            return false;
    return token->kind == JSON_CLOSE;
}

// Notes the reference system that an object names, as GeoJSON did before RFC 7946.
static bool take_reference(geojson_reading *g)
{
    json_reader *r = g->reader;
    if (json_current(r)->kind == JSON_NULL || g->notes->reference[0] != 0)
        return json_skip(r);
    snprintf(g->notes->reference, sizeof g->notes->reference, "a reference system without a name");
    if (!enter(r, "properties"))
        return g->message->fault == FORMAT_NO_FAULT;
    if (!enter(r, "name"))
        return g->message->fault == FORMAT_NO_FAULT && leave(r);
    const json_token *token = json_current(r);
    if (token->kind == JSON_TEXT) { // longitude and latitude need no note
        char name[121];
        snprintf(name, sizeof name, "%.*s", (int)token->length, token->text);
        const bool usual = ends_with(name, "CRS84") || ends_with(name, ":4326") || ends_with(name, "/4326");
        snprintf(g->notes->reference, sizeof g->notes->reference, "%s", usual ? "" : name);
    }
    return json_skip(r) && leave(r) && leave(r);
}

// Begins to read an object that may have these members.
static void begin(geojson_reading *g, geojson_parts *parts, unsigned names)
{
    memset(parts, 0, sizeof *parts);
    const unsigned id = g->property != NULL ? 1U << GEOJSON_PROPERTIES : 1U << GEOJSON_ID;
    geojson_object_begin(&parts->self.object, g->reader,
                         names | id | 1U << GEOJSON_TYPE | 1U << GEOJSON_GEOMETRY | 1U << GEOJSON_CRS |
                             1U << GEOJSON_ATTRIBUTES);
    g->id.there = false;
    g->id.wrong[0] = 0;
    g->id.place = parts->self.object.place;
}

static bool take_features(geojson_reading *g, geojson_parts *parts);

// Takes a member. False: reading has failed, or the sink has ended it.
static bool take_member(geojson_reading *g, geojson_parts *parts, geojson_name name)
{
    switch (name) {
    case GEOJSON_GEOMETRY:
        parts->geometry = json_current(g->reader)->kind;
        parts->geometry_place = json_here(g->reader);
        return parts->geometry == JSON_NULL || geojson_geometry_read(&parts->extent, g->reader);
    case GEOJSON_PROPERTIES:
        return geojson_id_find(&g->id, g->reader, g->property, g->message);
    case GEOJSON_ID:
        return geojson_id_take(&g->id, g->reader, "id", g->message);
    case GEOJSON_CRS:
        return take_reference(g);
    case GEOJSON_FEATURES:
        return take_features(g, parts);
    case GEOJSON_COORDINATES:
    case GEOJSON_GEOMETRIES:
        return geojson_geometry_take(&parts->self, g->reader, name);
    default:
        return json_skip(g->reader);
    }
}

static bool read_members(geojson_reading *g, geojson_parts *parts)
{
    geojson_name name = GEOJSON_END;
    while ((name = geojson_object_next(&parts->self.object, g->reader)) != GEOJSON_END)
        if (!take_member(g, parts, name))
            return false;
    return json_current(g->reader)->kind == JSON_CLOSE;
}

// Why it is no feature, or NULL; and where.
static const char *why_no_feature(const geojson_parts *parts, json_place *place)
{
    const geojson_object *object = &parts->self.object;
    *place = object->place;
    if (object->type[0] == 0)
        return "it has no type; GeoJSON has \"type\": \"Feature\" here";
    *place = object->type_place;
    if (strcmp(object->type, "Feature") != 0)
        return "its type is not Feature";
    *place = object->place;
    if (parts->geometry == JSON_END)
        return "it has no geometry";
    *place = parts->geometry_place;
    return parts->geometry == JSON_NULL ? "its geometry is null" : NULL;
}

// Gives away a feature, unless something is wrong with it before.
static bool give(geojson_reading *g, geojson_feature *feature, const geojson_extent *extent)
{
    char missing[GEOJSON_WRONG_SIZE];
    if (feature->wrong == NULL && extent->wrong[0] != 0) {
        feature->wrong = extent->wrong;
        feature->place = extent->place;
    } else if (feature->wrong == NULL && !extent->any) {
        feature->wrong = "its geometry has no coordinates";
    } else if (feature->wrong == NULL && g->id.wrong[0] != 0) {
        feature->wrong = g->id.wrong;
        feature->place = g->id.place;
    } else if (feature->wrong == NULL && g->property != NULL && !g->id.there) {
        snprintf(missing, sizeof missing, "it has no property \"%.60s\" to be its id", g->property);
        feature->wrong = missing;
        feature->place = g->id.place;
    }
    feature->id = g->id.there ? g->id.text : NULL;
    feature->box = extent->box;
    feature->number = ++g->count;
    feature->bytes = json_bytes(g->reader);
    return g->sink(g->context, feature, g->message);
}

static bool give_feature(geojson_reading *g, const geojson_parts *parts)
{
    char twice[GEOJSON_WRONG_SIZE];
    const geojson_object *object = &parts->self.object;
    geojson_feature feature = { .line = object->place.line };
    // Skipped, as a bad feature may be, all of the file would be.
    if (g->count == 0 && object->type[0] == 0 && geojson_object_has(object, GEOJSON_ATTRIBUTES))
        return format_fail(
            g->message, object->place.line,
            "column %zu: this is JSON of Esri, not GeoJSON; convert it: ogr2ogr -f GeoJSON new.geojson FILE",
            object->place.column);
    feature.wrong = why_no_feature(parts, &feature.place);
    if (object->twice != NULL) {
        snprintf(twice, sizeof twice, "it has the member \"%s\" twice", object->twice);
        feature.wrong = twice;
        feature.place = object->twice_place;
    }
    return give(g, &feature, &parts->extent);
}

static bool read_feature(geojson_reading *g)
{
    geojson_parts parts;
    if (json_current(g->reader)->kind == JSON_OBJECT) {
        begin(g, &parts, 0);
        return read_members(g, &parts) && give_feature(g, &parts);
    }
    const json_place place = json_here(g->reader);
    const geojson_extent none = { .any = false };
    geojson_feature feature = { .line = place.line, .place = place, .wrong = "it is not an object" };
    return json_skip(g->reader) && give(g, &feature, &none);
}

static bool take_features(geojson_reading *g, geojson_parts *parts)
{
    const json_token *token = json_current(g->reader);
    parts->features = token->kind;
    parts->features_place = json_here(g->reader);
    if (token->kind != JSON_ARRAY)
        return json_skip(g->reader);
    while ((token = json_next(g->reader))->kind > JSON_CLOSE)
        if (!read_feature(g))
            return false;
    return token->kind == JSON_CLOSE;
}

// Complains of a document. Always false.
FORMAT_PRINTF(3, 4)
static bool no_geojson(const geojson_reading *g, json_place place, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return format_fail(g->message, place.line, "column %zu: %s", place.column, what);
}

// Says what a document is instead. Always false.
static bool is_something_else(const geojson_reading *g, const geojson_object *object)
{
    if (strcmp(object->type, "Topology") == 0)
        return no_geojson(g, object->type_place,
                          "this is TopoJSON, which cannot be read; convert it: ogr2ogr -f GeoJSON new.geojson FILE");
    if (object->type[0] != 0)
        return no_geojson(g, object->type_place,
                          "not GeoJSON: its type is '%.60s', and not FeatureCollection, Feature or a geometry's",
                          object->type);
    return no_geojson(g, object->place,
                      "not GeoJSON: it has no \"type\", as FeatureCollection, Feature and the geometries have; "
                      "a table of boxes can be read as CSV");
}

static bool end_collection(const geojson_reading *g, const geojson_parts *parts)
{
    const geojson_object *object = &parts->self.object;
    if (object->twice != NULL)
        return no_geojson(g, object->twice_place, "not GeoJSON: it has the member \"%s\" twice", object->twice);
    return parts->features == JSON_ARRAY ||
           no_geojson(g, parts->features != JSON_END ? parts->features_place : object->place,
                      "not GeoJSON: a FeatureCollection needs an array, \"features\": [...]");
}

// Gives away a geometry that is a document.
static bool give_geometry(geojson_reading *g, const geojson_parts *parts)
{
    const json_place place = parts->self.object.place;
    geojson_feature feature = { .line = place.line, .place = place };
    geojson_extent extent = { .any = false };
    geojson_geometry_end(&parts->self, &extent);
    return give(g, &feature, &extent);
}

static bool end_document(geojson_reading *g, const geojson_parts *parts)
{
    const geojson_object *object = &parts->self.object;
    if (strcmp(object->type, "FeatureCollection") == 0)
        return end_collection(g, parts);
    const bool feature = strcmp(object->type, "Feature") == 0;
    if (!feature && !geojson_is_geometry(object->type))
        return is_something_else(g, object);
    if (parts->features != JSON_END)
        return no_geojson(g, object->type_place, "not GeoJSON: only a FeatureCollection has features");
    return feature ? give_feature(g, parts) : give_geometry(g, parts);
}

// The document that the current token begins.
static bool read_document(geojson_reading *g)
{
    geojson_parts parts;
    const json_kind kind = json_current(g->reader)->kind;
    if (kind == JSON_ARRAY)
        return no_geojson(g, json_here(g->reader),
                          "this is an array of JSON, not GeoJSON; of features, jq makes it: jq '{type: "
                          "\"FeatureCollection\", features: .}' FILE; a table of boxes can be read as CSV");
    if (kind != JSON_OBJECT)
        return no_geojson(g, json_here(g->reader),
                          "not GeoJSON: it is not an object; a table of boxes can be read as CSV");
    begin(g, &parts, geojson_geometry_names | 1U << GEOJSON_FEATURES);
    return read_members(g, &parts) && end_document(g, &parts);
}

static bool read_documents(geojson_reading *g)
{
    if (json_next(g->reader)->kind == JSON_END)
        return json_fail(g->reader, json_here(g->reader), "the file ends where a value should be");
    do {
        if (!read_document(g))
            return false;
    } while (json_next(g->reader)->kind != JSON_END);
    return g->message->fault == FORMAT_NO_FAULT;
}

bool geojson_read(byte_source *from, const char *id, geojson_sink *sink, void *context, geojson_notes *notes,
                  format_message *message)
{
    memset(notes, 0, sizeof *notes);
    geojson_reading g = { .property = id, .sink = sink, .context = context, .notes = notes, .message = message };
    g.reader = json_open(from, TEXT_LONGEST, message);
    const bool good = g.reader != NULL && read_documents(&g);
    json_close(g.reader);
    free(g.id.text);
    return good;
}
