// Boxes as JSON: see box_json.h.
#include "box_json.h"

#include <math.h>

void put_json_number(output *out, double value, bool exact)
{
    if (!isfinite(value))
        put(out, "null");
    else if (exact)
        put_double(out, value);
    else
        put_float(out, (float)value);
}

void put_json_box(output *out, qd_box box, bool exact)
{
    const double sides[] = { box.min.x, box.min.y, box.max.x, box.max.y };
    for (int i = 0; i < 4; i++) {
        put(out, i == 0 ? "[" : ", ");
        put_json_number(out, sides[i], exact);
    }
    put(out, "]");
}

typedef enum box_kind { BOX_POINT, BOX_LINE, BOX_AREA } box_kind;

static const char *const one_names[] = { "Point", "LineString", "Polygon" };
static const char *const two_names[] = { "MultiPoint", "MultiLineString", "MultiPolygon" };

static box_kind kind_of(const qd_box *box)
{
    return (box->min.x < box->max.x) + (box->min.y < box->max.y);
}

static void put_position(output *out, const char *before, double x, double y, bool exact)
{
    put(out, "%s[", before);
    put_json_number(out, x, exact);
    put(out, ", ");
    put_json_number(out, y, exact);
    put(out, "]");
}

// The coordinates; around an area against the clock, as RFC 7946 wants it.
static void put_coordinates(output *out, const qd_box *box, bool exact)
{
    const box_kind kind = kind_of(box);
    if (kind == BOX_POINT) {
        put_position(out, "", box->min.x, box->min.y, exact);
        return;
    }
    put_position(out, kind == BOX_AREA ? "[[" : "[", box->min.x, box->min.y, exact);
    if (kind == BOX_AREA)
        put_position(out, ", ", box->max.x, box->min.y, exact);
    put_position(out, ", ", box->max.x, box->max.y, exact);
    if (kind == BOX_AREA) {
        put_position(out, ", ", box->min.x, box->max.y, exact);
        put_position(out, ", ", box->min.x, box->min.y, exact);
    }
    put(out, kind == BOX_AREA ? "]]" : "]");
}

void put_box_geometry(output *out, qd_box box, bool exact)
{
    put(out, "{\"type\": \"%s\", \"coordinates\": ", one_names[kind_of(&box)]);
    put_coordinates(out, &box, exact);
    put(out, "}");
}

void put_boxes_geometry(output *out, qd_box a, bool exact_a, qd_box b, bool exact_b)
{
    const bool alike = kind_of(&a) == kind_of(&b);
    if (alike)
        put(out, "{\"type\": \"%s\", \"coordinates\": [", two_names[kind_of(&a)]);
    else
        put(out, "{\"type\": \"GeometryCollection\", \"geometries\": [");
    if (alike)
        put_coordinates(out, &a, exact_a);
    else
        put_box_geometry(out, a, exact_a);
    put(out, ", ");
    if (alike)
        put_coordinates(out, &b, exact_b);
    else
        put_box_geometry(out, b, exact_b);
    put(out, "]}");
}
