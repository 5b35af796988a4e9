/// What files are, by their first bytes and names: what can be read, and what cannot, with what it is and what to do.
#include <kind.h>
#include <stdio.h>
#include <string.h>
#include <unit.h>

#define FIND(path, bytes) find(path, bytes, sizeof(bytes) - 1)

static file_kind find(const char *path, const char *bytes, size_t size)
{
    const char *remedy = "";
    file_kind kind = kind_find(path, bytes, size, &remedy);
    assert_int_equal(kind == KIND_OTHER, remedy != NULL);
    return kind;
}

static const char *other(const char *path, const char *bytes, size_t size)
{
    const char *remedy = NULL;
    if (kind_find(path, bytes, size, &remedy) != KIND_OTHER)
        fail_msg("%s is taken as something", path);
    return remedy;
}

#define CANNOT(bytes, beginning) assert_other("file", bytes, sizeof(bytes) - 1, beginning)

static void assert_other(const char *path, const char *bytes, size_t size, const char *beginning)
{
    const char *remedy = other(path, bytes, size);
    if (strncmp(remedy, beginning, strlen(beginning)) != 0)
        fail_msg("%s, not %s", remedy, beginning);
}

static void text_is_csv(void)
{
    assert_int_equal(FIND("a.csv", "x,y\n1,2\n"), KIND_CSV);
    assert_int_equal(FIND("-", ""), KIND_CSV);
    assert_int_equal(FIND("a", "\xef\xbb\xbfx,y\n"), KIND_CSV);
    assert_int_equal(FIND("a", "\n \t \r\n1,2\n"), KIND_CSV);
    assert_int_equal(FIND("a.geojsn", "x,y\n"), KIND_CSV);
    // Names that begin as the bytes of other kinds do.
    assert_int_equal(FIND("a", "PAR1,x,y\n1,2,3\n"), KIND_CSV);
    assert_int_equal(FIND("a", "BZh,x,y\n1,2,3\n"), KIND_CSV);
    assert_int_equal(FIND("a", "GIF8,x,y\n"), KIND_CSV);
    assert_int_equal(FIND("a", "PK,x,y\n"), KIND_CSV);
    assert_int_equal(FIND("a", "MM,x,y\n"), KIND_CSV);
    assert_int_equal(FIND("a", "FEA1,ORC\n"), KIND_CSV);
    assert_int_equal(FIND("a", "x,y\n1,\0\n"), KIND_CSV); // which CSV refuses by its line
}

static void maps_are_known_by_name_or_bytes(void)
{
    assert_int_equal(FIND("a", "<map/>"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "<?xml version='1.0'?>\n<!-- kml --> <map>"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "<something>"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "<"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "<!-- never closed <kml>"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "\xef\xbb\xbf \n<map>"), KIND_MAP_XML);
    assert_int_equal(FIND("a.TMX", "x,y"), KIND_MAP_XML);
    assert_int_equal(FIND("a.tmx.gz", "x,y"), KIND_MAP_XML);
    assert_int_equal(FIND("a.tmx.zst", "x,y"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "\xff\xfe<\0m\0a\0p\0"), KIND_MAP_XML);
    assert_int_equal(FIND("a", "\0<\0?\0x\0m"), KIND_MAP_XML);
}

static void json_is_a_map_or_geojson(void)
{
    assert_int_equal(FIND("a.json", "{ \"compressionlevel\":-1,\n \"height\":3"), KIND_MAP_JSON);
    assert_int_equal(FIND("a", "{\"height\":3, \"layers\" : []"), KIND_MAP_JSON);
    assert_int_equal(FIND("a", "{\"a\\\"b\":[{\"x\":1}], \"orientation\":\"isometric\""), KIND_MAP_JSON);
    assert_int_equal(FIND("a.tmj", "{\"width\":3"), KIND_MAP_JSON);
    assert_int_equal(FIND("a.tmj", ""), KIND_MAP_JSON);
    assert_int_equal(FIND("a", "{\"type\":\"FeatureCollection\",\"features\":[]}"), KIND_GEOJSON);
    assert_int_equal(FIND("a", "\xef\xbb\xbf\n[1,2]"), KIND_GEOJSON);
    assert_int_equal(FIND("a", "{\"properties\":{\"layers\":3},\"type\":\"Feature\"}"), KIND_GEOJSON);
    assert_int_equal(FIND("a", "{\"name\":\"layers\"}"), KIND_GEOJSON);
    assert_int_equal(FIND("a", "[\"layers\":1]"), KIND_GEOJSON);
    assert_int_equal(FIND("a", "{\"layers\""), KIND_GEOJSON);
    assert_int_equal(FIND("a", "\x1e{\"type\":\"Feature\"}"), KIND_GEOJSON);
    assert_int_equal(FIND("a.geojson.gz", ""), KIND_GEOJSON);
}

static void an_index_is_known_however_little_is_left_of_it(void)
{
    assert_int_equal(FIND("a", "\x89QDS\r\n\x1a\n"), KIND_INDEX);
    assert_int_equal(FIND("a.tmx", "\x89Q"), KIND_INDEX);
    assert_int_equal(FIND("a", "\x89QD,y"), KIND_CSV);
    // Two bytes are damaged, in every two places.
    for (size_t i = 0; i < 8; i++)
        for (size_t k = 0; k < 8; k++) {
            char magic[] = "\x89QDS\r\n\x1a\n\5\0\0\0";
            magic[i] = magic[k] = 'x';
            assert_int_equal(find("a", magic, sizeof magic - 1), KIND_INDEX);
        }
    assert_int_equal(FIND("a", "xQDS\r\ny\r\n"), KIND_CSV);
    assert_int_equal(FIND("a", "\x89"), KIND_CSV);
}

static void what_cannot_be_read_is_named(void)
{
    assert_string_equal(other("a.shp", "\0\0\x27\x0a\0\0\0\0", 8),
                        "this is a shapefile; convert it: ogr2ogr -f CSV out.csv in.shp -lco GEOMETRY=AS_WKT");
    assert_other("a.DBF", "\x03\x7a\x07\x1a", 4, "this is the table of a shapefile");
    CANNOT("SQLite format 3\0", "this is a GeoPackage");
    CANNOT("PK\x03\x04...", "this is a zip archive, as .kmz, .xlsx and .ods are");
    CANNOT("PAR1\x15\0", "this is a Parquet file");
    CANNOT("ARROW1\0\0", "this is an Arrow file");
    CANNOT("fgb\x03"
           "fgb\x01",
           "this is a FlatGeobuf");
    CANNOT("\xfd"
           "7zXZ\0",
           "this is packed by xz; unpack it");
    CANNOT("BZh91AY&SY\x01", "this is packed by bzip2; unpack it");
    CANNOT("\x1f\x8b\x08", "this is packed twice");
    CANNOT("\x28\xb5\x2f\xfd", "this is packed twice");
    CANNOT("%PDF-1.4", "this is a PDF");
    CANNOT("\x89PNG\r\n", "this is a PNG picture");
    CANNOT("GIF89a\1\0\1\0", "this is a GIF picture");
    CANNOT("CDF\2\0\0\0\0", "this is a NetCDF file");
    CANNOT("ORC\n\x1d\0", "this is an ORC file");
    CANNOT("Obj\1\4\x14"
           "avro",
           "this is an Avro file");
    CANNOT("\x93NUMPY\1\0", "this is an array of NumPy");
    CANNOT("\x80\4\x95", "this is a pickle of Python");
    CANNOT("\xff\xff\xff\xff\x98\0\0\0", "this is a stream of Arrow");
    // Nothing that is known.
    CANNOT("\0\1\2\3", "this is not text, and no kind of file that is known here; quadrille index ");
    CANNOT("x,y,\0\n", "this is not text");
    CANNOT("\x83\xa1x\1\xa1y\2", "this is not text");
    assert_int_equal(FIND("a", "\1x,\xc3\xa4\n"), KIND_CSV);
    assert_int_equal(FIND("a", "x,\xe4\n\1,\xe4"), KIND_CSV);
    CANNOT("QDI\1\3\x08", "this is a picture of quadrille");
    CANNOT("quadrille recording 1\n", "this is a recording; quadrille replay");
}

static void wide_text_is_named(void)
{
    CANNOT("\xff\xfex\0,\0", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16 ");
    CANNOT("\xfe\xff\0x\0,", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16 ");
    CANNOT("x\0,\0y\0\n\0", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16LE ");
    CANNOT("\0x\0,\0y\0\n", "this is text in UTF-16; make it UTF-8: iconv -f UTF-16BE ");
    CANNOT("\xff\xfe\0\0x\0\0\0", "this is text in UTF-32; make it UTF-8: iconv -f UTF-32 ");
    CANNOT("x\0\0\0,\0\0\0y\0\0\0\n\0\0\0", "this is text in UTF-32; make it UTF-8: iconv -f UTF-32LE ");
    CANNOT("\0\0\0x\0\0\0,\0\0\0y\0\0\0\n", "this is text in UTF-32; make it UTF-8: iconv -f UTF-32BE ");
    CANNOT("x\0,\0y\0", "this is not text"); // too little to tell
}

static void other_xml_is_named(void)
{
    CANNOT("<?xml version='1.0'?>\n<!-- <gpx> -->\n<kml xmlns='x'>", "this is KML; convert it: ogr2ogr");
    CANNOT("<gpx>", "this is GPX; convert it: ogr2ogr");
    CANNOT("<!DOCTYPE html><html>", "this is a page of HTML");
    CANNOT("<svg ", "this is an SVG picture");
    CANNOT("<tileset ", "this is a tileset of Tiled");
}

tests_main(plain_test(text_is_csv), plain_test(maps_are_known_by_name_or_bytes), plain_test(json_is_a_map_or_geojson),
           plain_test(an_index_is_known_however_little_is_left_of_it), plain_test(what_cannot_be_read_is_named),
           plain_test(wide_text_is_named), plain_test(other_xml_is_named))
