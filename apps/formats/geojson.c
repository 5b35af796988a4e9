// What stands at the top of a document decides what it is, and its type may come behind its features: so these are
// given away as they come, and a document that turns out to be none of GeoJSON is an error all the same.
#include "geojson.h"

#include "geojson_box.h"
#include "json_place.h"

#include <stdarg.h>
#include <string.h>

typedef struct geojson_reading {
    geojson_sink *sink;
    void *context;
    geojson_notes *notes;
    format_message *message;
    uint64_t count; // features so far
} geojson_reading;

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

// Notes the reference system that an object names, as GeoJSON did before RFC 7946.
static void note_reference(geojson_reading *g, const json_value *object)
{
    const json_value *crs = json_member(object, "crs");
    if (json_kind_of(crs) <= JSON_IS_NULL || g->notes->reference[0] != 0)
        return;
    const char *name = json_text(json_member(json_member(crs, "properties"), "name"), NULL);
    if (name == NULL)
        name = "a reference system without a name";
    else if (ends_with(name, "CRS84") || ends_with(name, ":4326") || ends_with(name, "/4326"))
        return;
    snprintf(g->notes->reference, sizeof g->notes->reference, "%.120s", name);
}

// Why it is no feature, or NULL; and where in it.
static const char *why_no_feature(const json_value *object, const char **place)
{
    *place = "";
    const char *type = geojson_type(object);
    if (json_kind_of(object) != JSON_IS_OBJECT)
        return "it is not an object";
    if (type == NULL && json_member(object, "attributes") != NULL)
        return "this is JSON of Esri, not GeoJSON; convert it: ogr2ogr -f GeoJSON new.geojson FILE";
    if (type == NULL)
        return "it has no type; GeoJSON has \"type\": \"Feature\" here";
    *place = "type";
    if (strcmp(type, "Feature") != 0)
        return "its type is not Feature";
    *place = "";
    if (json_kind_of(json_member(object, "geometry")) == JSON_NO_VALUE)
        return "it has no geometry";
    *place = "geometry";
    return json_kind_of(json_member(object, "geometry")) == JSON_IS_NULL ? "its geometry is null" : NULL;
}

// Gives away a feature, unless something is wrong with its geometry, which has its box.
static bool give(geojson_reading *g, geojson_feature *feature, const json_value *geometry)
{
    geojson_extent extent = { .any = false };
    if (feature->wrong == NULL) {
        snprintf(extent.place, sizeof extent.place, "%s", feature->place);
        if (!geojson_extend(&extent, geometry))
            feature->wrong = extent.wrong;
        else if (!extent.any)
            feature->wrong = "its geometry has no coordinates";
        feature->place = extent.place;
        feature->box = extent.box;
    }
    note_reference(g, feature->object);
    feature->number = ++g->count;
    feature->line = json_line(feature->reader);
    feature->bytes = json_bytes(feature->reader);
    return g->sink(g->context, feature, g->message);
}

// `item`: as in a feature.
static bool give_item(geojson_reading *g, const json_reader *r, const json_value *object, size_t item)
{
    geojson_feature feature = { .object = object, .reader = r, .item = item };
    feature.wrong = why_no_feature(object, &feature.place);
    return give(g, &feature, json_member(object, "geometry"));
}

static bool give_feature(void *context, json_reader *r, const json_value *object)
{
    return give_item(context, r, object, SIZE_MAX);
}

void geojson_place(const geojson_feature *feature, const char *path, size_t *line, size_t *column)
{
    char whole[640] = "";
    size_t size = 0;
    const char *text = json_last_text(feature->reader, &size, line, column);
    if (feature->item != SIZE_MAX)
        snprintf(whole, sizeof whole, "features[%zu]%s", feature->item, path[0] != 0 ? "." : "");
    size_t length = strlen(whole);
    snprintf(whole + length, sizeof whole - length, "%s", path);
    while (!json_place_find(text, size, whole, line, column)) { // "" is found always
        size_t end = strlen(whole);
        do
            end--;
        while (end > 0 && whole[end] != '.' && whole[end] != '[');
        whole[end] = 0;
    }
}

// Complains of the document that has been read last, where the value at a path in it stands, or should. Always false.
FORMAT_PRINTF(4, 5)
static bool no_geojson(const geojson_reading *g, const json_reader *r, const char *path, const char *format, ...)
{
    char what[256];
    size_t size = 0, line = 0, column = 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const char *text = json_last_text(r, &size, &line, &column);
    if (!json_place_find(text, size, path, &line, &column))
        json_place_find(text, size, "", &line, &column);
    return format_fail(g->message, line, "column %zu: %s", column, what);
}

static bool take_collection(geojson_reading *g, json_reader *r, const json_value *document)
{
    const json_value *features = json_member(document, "features");
    note_reference(g, document);
    for (size_t i = 0; i < json_count(features); i++)
        if (!give_item(g, r, json_item(features, i), i))
            return false;
    return json_kind_of(features) == JSON_IS_ARRAY ||
           no_geojson(g, r, "features", "this is no GeoJSON: a FeatureCollection needs an array, \"features\": [...]");
}

// Says what a document is instead. Always false.
static bool is_something_else(const geojson_reading *g, const json_reader *r, const json_value *document)
{
    const char *type = geojson_type(document);
    if (type != NULL && strcmp(type, "Topology") == 0)
        return no_geojson(g, r, "type",
                          "this is TopoJSON, which cannot be read; convert it: ogr2ogr -f GeoJSON new.geojson FILE");
    if (type != NULL)
        return no_geojson(g, r, "type",
                          "this is no GeoJSON: its type is '%.60s', and not FeatureCollection, Feature or a geometry's",
                          type);
    return no_geojson(g, r, "",
                      "this is no GeoJSON: it has no \"type\", as FeatureCollection, Feature and the geometries have; "
                      "a table of boxes can be read as CSV");
}

static bool take_document(geojson_reading *g, json_reader *r, const json_value *document)
{
    const char *type = geojson_type(document);
    if (json_kind_of(document) != JSON_IS_OBJECT)
        return no_geojson(g, r, "", "this is no GeoJSON: it is not an object; a table of boxes can be read as CSV");
    if (type != NULL && strcmp(type, "FeatureCollection") == 0)
        return take_collection(g, r, document);
    bool feature = type != NULL && strcmp(type, "Feature") == 0;
    if (!feature && (type == NULL || !geojson_is_geometry(type)))
        return is_something_else(g, r, document);
    if (json_member(document, "features") != NULL)
        return no_geojson(g, r, "type", "this is no GeoJSON: what has features is a FeatureCollection");
    if (feature)
        return give_feature(g, r, document);
    geojson_feature bare = { .object = document, .reader = r, .item = SIZE_MAX, .place = "" };
    return give(g, &bare, document);
}

// Always false.
static bool is_array(const geojson_reading *g, json_reader *r)
{
    size_t line, column;
    json_next_place(r, &line, &column);
    return format_fail(g->message, line,
                       "column %zu: this is an array of JSON, not GeoJSON; of features, jq makes it: jq '{type: "
                       "\"FeatureCollection\", features: .}' FILE; a table of boxes can be read as CSV",
                       column);
}

static bool read_documents(geojson_reading *g, json_reader *r)
{
    do {
        int c = json_peek(r);
        for (; c == JSON_RECORD; c = json_peek(r))
            json_take(r);
        if (c == '[')
            return is_array(g, r);
        json_value *document = json_next_apart(r, "features", give_feature, g);
        bool good = document != NULL && take_document(g, r, document);
        json_free(document);
        if (!good)
            return false;
    } while (json_peek(r) != -1);
    return g->message->fault == FORMAT_NO_FAULT;
}

bool geojson_read(byte_source *from, geojson_sink *sink, void *context, geojson_notes *notes, format_message *message)
{
    memset(notes, 0, sizeof *notes);
    json_reader *r = json_open(from, message);
    geojson_reading g = { sink, context, notes, message, 0 };
    bool good = r != NULL && read_documents(&g, r);
    json_close(r);
    return good;
}
