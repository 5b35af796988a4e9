// Endings are looked up in two tables: those of what we write, and others that are known.
#include "output_form.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct ending {
    const char *text;
    output_form form;
} endings[] = {
    { ".svg", OUTPUT_SVG },       { ".png", OUTPUT_PNG },     { ".jpg", OUTPUT_JPEG }, { ".jpeg", OUTPUT_JPEG },
    { ".gif", OUTPUT_GIF },       { ".csv", OUTPUT_CSV },     { ".txt", OUTPUT_CSV },  { ".qdi", OUTPUT_QDI },
    { ".qdr", OUTPUT_RECORDING }, { ".index", OUTPUT_INDEX },
};

static const char *const packed[] = { ".gz", ".zst", ".bz2", ".xz", ".zip", ".7z", ".lz4", ".br", ".tgz", NULL };

// Endings of files that the program does not write.
static const char *const foreign[] = {
    ".arrow", ".avif",   ".bmp",    ".dbf", ".eps",   ".fgb",     ".geojson", ".gml", ".gpkg", ".gpx",
    ".heic",  ".htm",    ".html",   ".jp2", ".json",  ".jxl",     ".kml",     ".kmz", ".ldtk", ".md",
    ".mov",   ".mp4",    ".ndjson", ".ods", ".pdf",   ".parquet", ".ppm",     ".ps",  ".psd",  ".shp",
    ".sql",   ".sqlite", ".svgz",   ".tga", ".tif",   ".tiff",    ".tmj",     ".tmx", ".tsj",  ".tsv",
    ".tsx",   ".webm",   ".webp",   ".wkt", ".world", ".xls",     ".xlsx",    ".xml", ".yaml", NULL,
};

enum { OWN_FORMS = OUTPUT_QDI | OUTPUT_INDEX | OUTPUT_RECORDING };

// From the last dot of the file's name on, unless the name begins with it. "": without an ending.
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *dot = strrchr(name, '.');
    return dot != NULL && dot != name && dot[1] != 0 ? dot : "";
}

static bool is_one_of(const char *ending, const char *const *list)
{
    while (*list != NULL && strcasecmp(*list, ending) != 0)
        list++;
    return *list != NULL;
}

output_form output_form_of(const char *path, unsigned forms, output_form usual)
{
    const char *ending = ending_of(path);
    if (*ending == 0)
        return usual;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(endings[i].text, ending) == 0)
            return (output_form)(forms & endings[i].form);
    if (is_one_of(ending, packed) || is_one_of(ending, foreign))
        return 0;
    return (output_form)(forms & OWN_FORMS);
}

void output_form_remedy(const char *path, unsigned forms, char text[OUTPUT_FORMS_TEXT])
{
    size_t used = (size_t)snprintf(text, OUTPUT_FORMS_TEXT, "a name that ends with ");
    unsigned named = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const unsigned form = endings[i].form;
        if ((forms & form) == 0 || (named & form) != 0)
            continue;
        const char *before = named == 0 ? "" : (forms & ~(named | form)) == 0 ? " or " : ", ";
        used += (size_t)snprintf(text + used, OUTPUT_FORMS_TEXT - used, "%s%s", before, endings[i].text);
        named |= form;
    }
    if (is_one_of(ending_of(path), packed))
        snprintf(text + used, OUTPUT_FORMS_TEXT - used, ", to be packed afterwards");
}
