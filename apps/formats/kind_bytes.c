// Kinds of files that cannot be read, and what makes CSV of them.
#include "kind.h"
#include "utf8_watch.h"

#include <string.h>

#define CONVERT(kind, from) "this is " kind "; convert it: ogr2ogr -f CSV out.csv " from " -lco GEOMETRY=AS_WKT"
#define SAVE_AS_CSV(kind) "this is " kind "; save the table as CSV"
#define NO_TABLE(kind) "this is " kind ", which holds no table of boxes"
#define UNPACK(kind, how) "this is packed by " kind "; unpack it: " how

// Bytes at the start of a file.
typedef struct magic {
    const char *bytes;
    size_t size;
    const char *remedy;
} magic;

#define MAGIC(bytes, remedy)                                                                                           \
    {                                                                                                                  \
        bytes, sizeof(bytes) - 1, remedy                                                                               \
    }

static const magic magics[] = {
    MAGIC("\0\0\x27\x0a", CONVERT("a shapefile", "in.shp")),
    MAGIC("SQLite format 3\0", CONVERT("a GeoPackage or another database of SQLite", "in.gpkg")),
    MAGIC("fgb\x03", CONVERT("a FlatGeobuf", "in.fgb")),
    MAGIC("ARROW1\0\0", CONVERT("an Arrow file", "in.arrow")),
    MAGIC("\xff\xff\xff\xff", CONVERT("a stream of Arrow", "in.arrows")),
    MAGIC("Obj\x01", SAVE_AS_CSV("an Avro file")),
    MAGIC("\x93NUMPY", "this is an array of NumPy; write it as text: numpy.savetxt('out.csv', array, delimiter=',')"),
    MAGIC("\x80\x04\x95", SAVE_AS_CSV("a pickle of Python")),
    MAGIC("\x80\x05\x95", SAVE_AS_CSV("a pickle of Python")),
    MAGIC("PK\x03\x04", "this is a zip archive, as .kmz, .xlsx and .ods are; unpack it, or save the table as CSV"),
    MAGIC("\xd0\xcf\x11\xe0", SAVE_AS_CSV("an old spreadsheet or document of Office")),
    MAGIC("\xfd"
          "7zXZ\0",
          UNPACK("xz", "xz -dc in.xz | quadrille ... -")),
    MAGIC("\x04\x22\x4d\x18", UNPACK("lz4", "lz4 -dc in.lz4 | quadrille ... -")),
    MAGIC("\x1f\x9d", UNPACK("compress", "gzip -dc in.Z | quadrille ... -")),
    MAGIC("\x1f\x8b", "this is packed twice; unpack it once: gzip -dc in.gz | quadrille ... -"),
    MAGIC("\x28\xb5\x2f\xfd", "this is packed twice; unpack it once: zstd -dc in.zst | quadrille ... -"),
    MAGIC("7z\xbc\xaf\x27\x1c", "this is a 7z archive; unpack it"),
    MAGIC("Rar!\x1a\x07", "this is a RAR archive; unpack it"),
    MAGIC("QDI\x01", "this is a picture of quadrille; quadrille image decode makes a PNG of it"),
    MAGIC("quadrille recording", "this is a recording; quadrille replay runs it again"),
    MAGIC("%PDF-", NO_TABLE("a PDF")),
    MAGIC("\x89PNG", NO_TABLE("a PNG picture")),
    MAGIC("\xff\xd8\xff", NO_TABLE("a JPEG picture")),
    MAGIC("II*\0", NO_TABLE("a TIFF picture")),
    MAGIC("MM\0*", NO_TABLE("a TIFF picture")),
    MAGIC("\x89HDF", NO_TABLE("an HDF5 file")),
    MAGIC("\x7f"
          "ELF",
          NO_TABLE("a program")),
    // Wide characters; the longer mark first.
    MAGIC("\xff\xfe\0\0", "this is text in UTF-32; make it UTF-8: iconv -f UTF-32 -t UTF-8 in >out"),
    MAGIC("\0\0\xfe\xff", "this is text in UTF-32; make it UTF-8: iconv -f UTF-32 -t UTF-8 in >out"),
    MAGIC("\xff\xfe", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16 -t UTF-8 in >out"),
    MAGIC("\xfe\xff", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16 -t UTF-8 in >out"),
};

// The same of letters, with which a name in the first line could begin too: here other bytes follow, which text has
// not.
static const magic letters[] = {
    MAGIC("PAR1", CONVERT("a Parquet file", "in.parquet")),
    MAGIC("ORC", CONVERT("an ORC file", "in.orc")),
    MAGIC("FEA1", SAVE_AS_CSV("a Feather file")),
    MAGIC("CDF", NO_TABLE("a NetCDF file")),
    MAGIC("BZh", UNPACK("bzip2", "bzip2 -dc in.bz2 | quadrille ... -")),
    MAGIC("LZIP", UNPACK("lzip", "lzip -dc in.lz | quadrille ... -")),
    MAGIC("GIF8", NO_TABLE("a GIF picture")),
};

static const char *find_magic(const magic *all, size_t count, const char *head, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (size >= all[i].size && memcmp(head, all[i].bytes, all[i].size) == 0)
            return all[i].remedy;
    return NULL;
}

// Wide text without a mark: in each character of `width` bytes, only the byte at `place` is not 0, in the whole head.
static bool is_wide(const char *head, size_t size, size_t width, size_t place)
{
    enum { CHARACTERS = 4 };
    if (size < width * CHARACTERS)
        return false;
    for (size_t i = 0; i < width * CHARACTERS; i++)
        if ((head[i] != 0) != (i % width == place))
            return false;
    return true;
}

static const char *wide(const char *head, size_t size)
{
    if (is_wide(head, size, 4, 0))
        return "this is text in UTF-32; make it UTF-8: iconv -f UTF-32LE -t UTF-8 in >out";
    if (is_wide(head, size, 4, 3))
        return "this is text in UTF-32; make it UTF-8: iconv -f UTF-32BE -t UTF-8 in >out";
    if (is_wide(head, size, 2, 0))
        return "this is text in UTF-16; make it UTF-8: iconv -f UTF-16LE -t UTF-8 in >out";
    if (is_wide(head, size, 2, 1))
        return "this is text in UTF-16; make it UTF-8: iconv -f UTF-16BE -t UTF-8 in >out";
    return NULL;
}

const char *kind_of_bytes(const char *path, const char *head, size_t size)
{
    const char *remedy = find_magic(magics, sizeof magics / sizeof *magics, head, size);
    bool text = true;
    for (size_t i = 0; i < size; i++)
        text = text && (unsigned char)head[i] >= '\t';
    if (remedy == NULL && !text)
        remedy = find_magic(letters, sizeof letters / sizeof *letters, head, size);
    if (remedy != NULL)
        return remedy;
    // A table of dBase begins with its version, the date, and how many rows it has; text has no such bytes.
    if (kind_ends_with(path, ".dbf") && size >= 4 && (head[0] & 0x07) == 3 && head[2] >= 1 && head[2] <= 12)
        return "this is the table of a shapefile, without its shapes; "
               "convert the .shp: ogr2ogr -f CSV out.csv in.shp -lco GEOMETRY=AS_WKT";
    return wide(head, size);
}

const char *kind_without_text(const char *head, size_t size)
{
    utf8_watch watch = { 0 };
    bool nul = false, control = false;
    size_t line = 0;
    for (; line < size && head[line] != '\n'; line++) {
        nul = nul || head[line] == 0;
        control = control || (unsigned char)head[line] < '\t';
    }
    utf8_watch_take(&watch, (const unsigned char *)head, line);
    if (nul || (control && watch.found))
        return "this is not text, and no kind of file that is known here; quadrille index makes a damaged index again";
    return NULL;
}

// The name of the first element, behind declarations and comments. False: it is not among these bytes.
static bool first_element(const char *text, size_t size, const char **name, size_t *length)
{
    for (size_t i = 0; i + 1 < size; i++) {
        if (text[i] != '<')
            continue;
        if (size - i > 4 && memcmp(text + i, "<!--", 4) == 0) {
            for (i += 4; i + 2 < size && memcmp(text + i, "-->", 3) != 0; i++)
                continue;
            continue;
        }
        if (text[i + 1] == '?' || text[i + 1] == '!')
            continue;
        *name = text + i + 1;
        for (*length = 0; i + 1 + *length < size && strchr(" \t\r\n/>", (*name)[*length]) == NULL;)
            ++*length;
        return i + 1 + *length < size;
    }
    return false;
}

const char *kind_of_xml(const char *text, size_t size)
{
    static const struct {
        const char *element, *remedy;
    } kinds[] = {
        { "kml", CONVERT("KML", "in.kml") },
        { "gpx", CONVERT("GPX", "in.gpx") },
        { "osm", CONVERT("a map of OpenStreetMap", "in.osm") },
        { "wfs:FeatureCollection", CONVERT("GML", "in.gml") },
        { "gml:FeatureCollection", CONVERT("GML", "in.gml") },
        { "ogr:FeatureCollection", CONVERT("GML", "in.gml") },
        { "svg", NO_TABLE("an SVG picture") },
        { "html", NO_TABLE("a page of HTML") },
        { "HTML", NO_TABLE("a page of HTML") },
        { "tileset", "this is a tileset of Tiled, which holds no boxes; give the map that uses it" },
        { "template", "this is a template of Tiled, which holds no boxes; give the map that uses it" },
        { "config", "this is a configuration; quadrille simulate --config takes it" },
    };
    const char *name = NULL;
    size_t length = 0;
    if (!first_element(text, size, &name, &length))
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].element) == length && memcmp(name, kinds[i].element, length) == 0)
            return kinds[i].remedy;
    return NULL;
}

static bool has(const char *head, size_t size, const char *what)
{
    const size_t length = strlen(what);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(head + i, what, length) == 0)
            return true;
    return false;
}

const char *kind_of_program(const char *head, size_t size)
{
    static const char word[] = "return";
    size_t at = sizeof word - 1;
    if (size > at && memcmp(head, word, at) == 0) {
        while (at < size && strchr(" \t\r\n", head[at]) != NULL && head[at] != 0)
            at++;
        if (at < size && head[at] == '{')
            return "this is Lua, as Tiled exports maps; in Tiled, save the map as .tmx or .tmj";
    }
    if (size > 0 && head[0] == '(' && has(head, size, "onTileMapLoaded"))
        return "this is JavaScript, as Tiled exports maps; in Tiled, save the map as .tmx or .tmj";
    return NULL;
}
