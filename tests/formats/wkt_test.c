// Well-known text: the boxes of every kind of geometry, and what is wrong with what is none.
#include "wkt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unit.h>

static void assert_box(const char *text, double min_x, double min_y, double max_x, double max_y)
{
    char wrong[WKT_WRONG_SIZE];
    size_t at = 0;
    qd_box box = { { 0, 0 }, { 0, 0 } };
    if (wkt_read(text, &box, wrong, &at) != WKT_BOX)
        fail_msg("%s: %s at %zu", text, wrong, at);
    assert_true(box.min.x == min_x && box.min.y == min_y && box.max.x == max_x && box.max.y == max_y);
}

static void assert_empty(const char *text)
{
    char wrong[WKT_WRONG_SIZE];
    size_t at = 0;
    qd_box box;
    if (wkt_read(text, &box, wrong, &at) != WKT_EMPTY)
        fail_msg("%s: is not empty: %s", text, wrong);
}

static void assert_bad(const char *text, const char *wanted, size_t place)
{
    char wrong[WKT_WRONG_SIZE];
    size_t at = 0;
    qd_box box;
    if (wkt_read(text, &box, wrong, &at) != WKT_BAD)
        fail_msg("%s: was read", text);
    assert_string_equal(wrong, wanted);
    assert_int_equal(at, place);
}

static void every_kind(void)
{
    assert_box("POINT (3 -4)", 3, -4, 3, -4);
    assert_box("point(3 4)", 3, 4, 3, 4);
    assert_box("  \tPoint\n( 3  4 ) ", 3, 4, 3, 4);
    assert_box("LINESTRING (0 0, 3 4, -1e2 2.5)", -100, 0, 3, 4);
    assert_box("POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))", 0, 0, 9, 9);
}

// What PostGIS, GEOS and shapely write beside the kinds of the standard.
static void rings_and_boxes(void)
{
    assert_box("LINEARRING (0 0, 3 4, 5 -1, 0 0)", 0, -1, 5, 4);
    assert_box("linearring z(0 0 1,3 4 1,0 0 1)", 0, 0, 3, 4);
    assert_box("LINEARRINGZM(0 0 1 1,3 4 1 1)", 0, 0, 3, 4);
    assert_box("GEOMETRYCOLLECTION(LINEARRING(1 1, 2 2, 3 0, 1 1), POINT(9 9))", 1, 0, 9, 9);
    assert_empty("LINEARRING EMPTY");
    assert_box("BOX(1 2,3 4)", 1, 2, 3, 4);
    assert_box("box ( 3 4 , 1 2 )", 1, 2, 3, 4);
    assert_box("BOX2D(1 2,3 4)", 1, 2, 3, 4);
    assert_box("BOX3D(1 2 3,4 5 6)", 1, 2, 4, 5);
    assert_box("Box3d (1 2 NaN, 4 5 NaN)", 1, 2, 4, 5);
    assert_box("SRID=4326;BOX(1 2,3 4)", 1, 2, 3, 4);
    assert_empty("BOX EMPTY");
    assert_bad("BOX(1 2)", "has no , behind its first corner, but ')'", 7);
    assert_bad("BOX(1 2,3 4,5 6)", "has no ) behind its second corner, but ',5 6)'", 11);
    assert_bad("BOX(1 2,3 NaN)", "has 'NaN', which is not a number", 10);
    assert_bad("BOX4D(1 2,3 4)", "has 'BOX4D(1 2,3 4)' where a geometry should be", 0);
    assert_bad("BOX(1 2 3,4 5)", "has a point of 2 numbers instead of 3", 13);
    assert_bad("LINEARRINGS(0 0, 1 1)", "has 'LINEARRINGS(0 0, 1 1' where a geometry should be", 0);
}

// Of a height or a measure it need not be known what it is.
static void heights_that_are_not_known(void)
{
    assert_box("POINT Z (1 2 NaN)", 1, 2, 1, 2);
    assert_box("POINT (1 2 NaN)", 1, 2, 1, 2);
    assert_box("POINTZ(1 2 nan)", 1, 2, 1, 2);
    assert_box("POINT M (1 2 -NaN)", 1, 2, 1, 2);
    assert_box("POINT ZM (1 2 NaN NAN)", 1, 2, 1, 2);
    assert_box("POINT (1 2 NULL 4)", 1, 2, 1, 2); // as SQL Server writes it
    assert_box("LINESTRING Z (0 0 NaN, 3 4 5)", 0, 0, 3, 4);
    assert_box("MULTIPOLYGON Z (((0 0 NaN, 1 0 NaN, 1 1 NaN, 0 0 NaN)))", 0, 0, 1, 1);
    assert_box("POINT Z (1 2 inf)", 1, 2, 1, 2);
    assert_box("POINT Z (1 2 -Infinity)", 1, 2, 1, 2);
    assert_box("POINT Z (1 2 1e999)", 1, 2, 1, 2);
    assert_bad("POINT Z (NaN 2 3)", "has 'NaN', which is not a number", 9);
    assert_bad("POINT Z (1 NaN 3)", "has 'NaN', which is not a number", 11);
    assert_bad("POINT (NaN NaN)", "has 'NaN', which is not a number", 7);
    assert_bad("POINT (1 NULL 3)", "has 'NULL', which is not a number", 9);
    assert_bad("POINT (1 inf)", "has 'inf', which is not a number", 9);
    assert_bad("POINT Z (1 2 NaN5)", "has 'NaN5', which is not a number", 13);
    assert_bad("POINT Z (1 2 NaN.5)", "has 'NaN.5', which is not a number", 13);
    assert_bad("POINT Z (1 2 --inf)", "has '--inf', which is not a number", 13);
    assert_bad("POINT Z (1 2 x)", "has 'x', which is not a number", 13);
}

// Curves are read as far as they have no arcs.
static void curves(void)
{
    assert_box("COMPOUNDCURVE ((0 0, 3 4), (3 4, 5 -1))", 0, -1, 5, 4);
    assert_box("CURVEPOLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))", 0, 0, 9, 9);
    assert_box("CURVEPOLYGON Z (COMPOUNDCURVE Z ((0 0 1, 9 0 1), (9 0 1, 9 9 1, 0 0 1)))", 0, 0, 9, 9);
    assert_box("multicurve((0 0,5 5),COMPOUNDCURVE((6 6,7 8)),LINESTRING(1 1,2 -2))", 0, -2, 7, 8);
    assert_box("MULTISURFACE (((0 0, 1 0, 1 1, 0 0)), CURVEPOLYGON ((3 3, 4 3, 4 4, 3 3)))", 0, 0, 4, 4);
    assert_box("MULTISURFACE (EMPTY, CURVEPOLYGON EMPTY, ((0 0, 1 0, 1 1, 0 0)))", 0, 0, 1, 1);
    assert_box("COMPOUNDCURVE (CIRCULARSTRING EMPTY, (0 0, 1 1))", 0, 0, 1, 1);
    assert_empty("CURVEPOLYGON EMPTY");
    assert_empty("CIRCULARSTRING EMPTY");
    const struct {
        const char *text, *word;
        size_t at;
    } arcs[] = {
        { "CIRCULARSTRING (0 0, 1 1, 2 0)", "CIRCULARSTRING", 0 },
        { "CIRCULARSTRINGZ(0 0 1, 1 1 1, 2 0 1)", "CIRCULARSTRING", 0 },
        { "CIRCLE (0 0, 1 1, 2 0)", "CIRCLE", 0 },
        { "COMPOUNDCURVE((0 0,1 1),CIRCULARSTRING(1 1,2 2,3 1))", "CIRCULARSTRING", 24 },
        { "MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,2 0,1 -1,0 0)))", "CIRCULARSTRING", 26 },
        { "GEOMETRYCOLLECTION(POINT(1 2),CIRCULARSTRING(0 0,1 1,2 0))", "CIRCULARSTRING", 30 },
    };
    for (size_t i = 0; i < sizeof arcs / sizeof *arcs; i++) {
        char wrong[WKT_WRONG_SIZE];
        snprintf(wrong, sizeof wrong,
                 "has a %s, whose arcs go beyond its points: turn curves into lines first, by ST_CurveToLine for "
                 "example",
                 arcs[i].word);
        assert_bad(arcs[i].text, wrong, arcs[i].at);
    }
    assert_bad("GEOMETRYCOLLECTION ((0 0, 1 1))", "has '(0 0, 1 1))' where a geometry should be", 20);
    assert_bad("MULTISURFACE ((0 0, 1 1))", "has no ( to begin it, but '0 0, 1 1))'", 15);
}

static void surfaces(void)
{
    assert_box("TRIANGLE ((0 0, 0 9, 9 0, 0 0))", 0, 0, 9, 9);
    assert_box("TRIANGLE Z((0 0 1, 0 9 NaN, 9 0 1, 0 0 1))", 0, 0, 9, 9);
    assert_box("TIN Z (((0 0 0, 0 0 1, 0 1 0, 0 0 0)), ((0 0 0, 0 1 0, 1 1 0, 0 0 0)))", 0, 0, 1, 1);
    assert_box("PolyhedralSurface Z (((0 0 0, 0 0 1, 0 1 1, 0 0 0)), EMPTY, ((7 7 0, 8 7 0, 8 8 0, 7 7 0)))", 0, 0, 8,
               8);
    assert_empty("TIN EMPTY");
    assert_empty("POLYHEDRALSURFACE Z EMPTY");
}

static void beginnings(void)
{
    const char *const good[] = { "POINT(x y)", "srid=4326;point (1 2", "LINEARRING",   "Box3D(", "TIN Z", "MULTICURVE",
                                 " POINT",     "CIRCULARSTRING (0 0",  "POINTZM (1 2)" };
    const char *const others[] = { "", "POINTS", "point_id", "BOX4D", "SRID=x;POINT", "MULTI", "x", "BOXES", "POINT2" };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(wkt_begins(good[i]));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(wkt_begins(others[i]));
}

static void multiple(void)
{
    assert_box("MULTIPOINT (1 2, 3 4)", 1, 2, 3, 4);
    assert_box("MULTIPOINT ((1 2), (3 4))", 1, 2, 3, 4);
    assert_box("MULTIPOINT ((1 2), EMPTY, 3 4)", 1, 2, 3, 4);
    assert_box("MULTILINESTRING ((0 0, 1 1), (5 5, 6 -6))", 0, -6, 6, 5);
    assert_box("MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((7 7, 8 7, 8 8, 7 7)))", 0, 0, 8, 8);
    assert_box("TIN (((0 0, 1 0, 1 1, 0 0)))", 0, 0, 1, 1);
    assert_box("GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (3 4, 5 6)), POINT EMPTY)", 1, 2, 5, 6);
}

static void heights_and_measures(void)
{
    assert_box("POINT Z (3 4 5)", 3, 4, 3, 4);
    assert_box("POINTZ(3 4 5)", 3, 4, 3, 4);
    assert_box("POINT M (3 4 5)", 3, 4, 3, 4);
    assert_box("LINESTRING ZM (0 0 9 9, 1 1 9 9)", 0, 0, 1, 1);
    assert_box("LINESTRINGZM(0 0 9 9,1 1 9 9)", 0, 0, 1, 1);
    assert_box("POINT (3 4 5)", 3, 4, 3, 4); // as PostGIS writes it
    assert_box("SRID=4326;POINT(3 4)", 3, 4, 3, 4);
    assert_box("srid = 25832 ; POINT(3 4)", 3, 4, 3, 4);
    assert_box("SRID=-1;POINT(3 4)", 3, 4, 3, 4);
    assert_box("SRID=4326;GEOMETRYCOLLECTIONM(POINTM(3 4 5),POINTM EMPTY)", 3, 4, 3, 4);
    assert_box("point zm(3 4 5 6)", 3, 4, 3, 4);
}

static void without_points(void)
{
    assert_empty("POINT EMPTY");
    assert_empty("POLYGON Z EMPTY");
    assert_empty("MULTIPOLYGON (EMPTY, EMPTY)");
    assert_empty("GEOMETRYCOLLECTION EMPTY");
    assert_empty("GEOMETRYCOLLECTION (POINT EMPTY)");
}

static void wrong_ones(void)
{
    assert_bad("", "ends where a geometry should be", 0);
    assert_bad("3 4", "has '3 4' where a geometry should be", 0);
    assert_bad("POINTS (3 4)", "has 'POINTS (3 4)' where a geometry should be", 0);
    assert_bad("POINT", "ends without a ( to begin it", 5);
    assert_bad("POINT 3 4", "has no ( to begin it, but '3 4'", 6);
    assert_bad("POINT (3 4", "ends without a ) to end it", 10);
    assert_bad("POINT (3)", "has a point of 1 numbers instead of 2", 8);
    assert_bad("POINT Z (3 4)", "has a point of 2 numbers instead of 3", 12);
    assert_bad("LINESTRING (1 2, 3 4 5)", "has a point of 3 numbers instead of 2", 22);
    assert_bad("POINT (1 2 3 4 5)", "has a point of more than 4 numbers", 15);
    assert_bad("POINT (3 x)", "has 'x', which is not a number", 9);
    assert_bad("POINT (3 1e999)", "has '1e999', which is too large", 9);
    assert_bad("POINT (nan 4)", "has 'nan', which is not a number", 7);
    assert_bad("POINT (3 4) POINT (5 6)", "goes on after its end with 'POINT (5 6)'", 12);
    assert_bad("POLYGON (0 0, 1 1)", "has no ( to begin it, but '0 0, 1 1)'", 9);
    assert_bad("POINT (3 4, 5 6)", "has no ) to end it, but ', 5 6)'", 10);
    static const char *const binary[] = { "0101000000000000000000F03F", "\\x0101000000000000000000f03f",
                                          "0x0101000000000000000000F03F" };
    for (size_t i = 0; i < 3; i++)
        assert_bad(binary[i],
                   "is well-known binary in hexadecimal; let the database write text, by ST_AsText for example", 0);
    assert_bad("POINT ()", "has a point of 0 numbers instead of 2", 7);
    assert_bad("LINESTRING (1 2,)", "has a point of 0 numbers instead of 2", 16);
    assert_bad("SRID=;POINT(1 2)", "has no number after SRID=", 5);
    assert_bad("SRID=1 POINT(1 2)", "has no ; after its SRID, but 'POINT(1 2)'", 7);
}

static void append(char *text, const char *more)
{
    memcpy(text + strlen(text), more, strlen(more) + 1);
}

// Collections within each other, as deep as may be and one deeper.
static void deep(void)
{
    for (int depth = WKT_DEPTH_MAX; depth <= WKT_DEPTH_MAX + 1; depth++) {
        char text[4096] = "", wrong[WKT_WRONG_SIZE];
        size_t at = 0;
        qd_box box;
        for (int i = 0; i < depth; i++)
            append(text, "GEOMETRYCOLLECTION(");
        append(text, "POINT(1 2)");
        for (int i = 0; i < depth; i++)
            append(text, ")");
        assert_int_equal(wkt_read(text, &box, wrong, &at), depth > WKT_DEPTH_MAX ? WKT_BAD : WKT_BOX);
        for (char *word = text; (word = strstr(word, "GEOMETRYCOLLECTION")) != NULL;)
            memcpy(word, "     COMPOUNDCURVE", strlen("GEOMETRYCOLLECTION"));
        assert_int_equal(wkt_read(text, &box, wrong, &at), depth > WKT_DEPTH_MAX ? WKT_BAD : WKT_BOX);
    }
}

// Every beginning of a text is refused or, where it is a whole text itself, read; none is read beyond its end.
static void cut_off(void)
{
    const char *text = "SRID=4326;GEOMETRYCOLLECTION Z (POINT Z (1 2 3), MULTIPOINT Z ((3 4 5), EMPTY), POLYGON EMPTY)";
    size_t length = strlen(text);
    for (size_t some = 0; some < length; some++) {
        char *part = malloc(some + 1), wrong[WKT_WRONG_SIZE];
        size_t at = 0;
        qd_box box;
        assert_non_null(part);
        memcpy(part, text, some);
        part[some] = 0;
        assert_int_equal(wkt_read(part, &box, wrong, &at), WKT_BAD);
        assert_true(at <= some && wrong[0] != 0);
        free(part);
    }
}

tests_main(plain_test(rings_and_boxes), plain_test(heights_that_are_not_known), plain_test(curves),
           plain_test(surfaces), plain_test(beginnings), plain_test(every_kind), plain_test(multiple),
           plain_test(heights_and_measures), plain_test(without_points), plain_test(wrong_ones), plain_test(deep),
           plain_test(cut_off))
