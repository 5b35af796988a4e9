/// Lights among walls, and where their light falls: for each light the polygon of what it sees within a radius.
///
/// A question finds the walls in reach. Directions go to their corners, to where their edges leave the light's reach,
/// and to the corners of that: a regular polygon around the circle of the radius. Between two neighbouring directions
/// nothing but one wall or the end of the light can be met, and one ray down the middle tells which: a triangle.
///
///          corner ---- corner
///               \  |  /
///                \ | /
///                light
///
/// Directions are put in order by a number that grows with the angle; no angle is ever computed.
#include "parts.h"

enum { WALL = 1, LIGHT = 2 }; // layers
enum { LIGHTS = 3, LIGHTS_MOST = 16, SIDES = 32, TRIES = 16, RADIUS = 8, IDLE_AFTER = 120 };

#define REACH 1.01f // Of questions, in radii: the corners of the end are less than half a hundredth beyond it.

static const double turn_cosine = 0.98078528040323044913; // of a turn by one of 32 sides
static const double turn_sine = 0.19509032201612826785;
static const double half_cosine = 0.99518472667219688624; // of half of that
static const double half_sine = 0.09801714032956060199;
static const double least_gap =
    1e-6; // of two directions, between which a ray in floats is safe; narrower ones stay dark

typedef struct vector {
    double x, y;
} vector;

/// Towards a corner of a wall or of the end, seen from a light.
typedef struct direction {
    double order; ///< 0..4, growing with the angle.
    uint32_t number;
    vector way; ///< Of length 1.
} direction;

typedef struct triangle {
    qd_vec2 a, b, c;
} triangle;

typedef struct light {
    qd_vec2 place, velocity;
} light;

typedef struct lights {
    scene base;
    float size, speed, radius;
    scene_random random;
    uint32_t first_light; ///< Its item; walls come before.
    uint32_t count, idle; ///< idle: ticks since the mouse moved the first light.
    light all[LIGHTS_MOST];
    vector normals[SIDES]; ///< Of the end's sides.
    direction *directions;
    size_t direction_count, direction_space;
    triangle *triangles; ///< Of this tick.
    size_t triangle_count, triangle_space;
    kept_boxes found; ///< Walls in reach of the first light.
    uint64_t walls_found, rays, triangles_made, dark;
} lights;

static qd_filter on_layer(uint32_t layer)
{
    return (qd_filter){ layer, QD_NO_LAYERS };
}

static double along(vector a, vector b)
{
    return a.x * b.x + a.y * b.y;
}

static vector scaled(vector v, double by)
{
    return (vector){ by * v.x, by * v.y };
}

static vector unit_vector(vector v)
{
    double length = sqrt(along(v, v));
    return (vector){ v.x / length, v.y / length };
}

static vector turned(vector v, double cosine, double sine)
{
    return (vector){ cosine * v.x - sine * v.y, sine * v.x + cosine * v.y };
}

static qd_box light_box(const lights *own, qd_vec2 place)
{
    return qd_box_around(place, 0.125f * own->size, 0.125f * own->size);
}

// Apart from each other, so that nothing but corners ends what is seen of them; one that finds no place stays away.
static void add_walls(lights *own, size_t count)
{
    qd_box world = own->base.world;
    qd_vec2 room = box_extent(world);
    for (size_t i = 0; i < count && !index_failed(own->base.index); i++) {
        float width = own->size * scene_random_between(&own->random, 0.2f, 1.8f);
        float height = own->size * scene_random_between(&own->random, 0.2f, 1.8f);
        width = width < room.x ? width : room.x;
        height = height < room.y ? height : room.y;
        for (int k = 0; k < TRIES; k++) {
            qd_box free = { world.min, { world.max.x - width, world.max.y - height } };
            qd_vec2 corner = random_point(&own->random, free);
            qd_box wall = qd_box_xywh(corner.x, corner.y, width, height);
            if (index_touches(own->base.index, wall, WALL, INDEX_NONE))
                continue;
            index_add(own->base.index, wall, on_layer(WALL));
            break;
        }
    }
}

static void add_light(lights *own, qd_vec2 place)
{
    qd_box most = { { -own->speed, -own->speed }, { own->speed, own->speed } };
    if (own->count == LIGHTS_MOST || index_add(own->base.index, light_box(own, place), on_layer(LIGHT)) == INDEX_NONE)
        return;
    own->all[own->count++] = (light){ place, random_point(&own->random, most) };
}

static qd_vec2 place_beside_walls(lights *own)
{
    qd_vec2 place = box_center(own->base.world);
    for (int i = 0; i < TRIES; i++) {
        place = random_point(&own->random, own->base.world);
        if (!index_touches(own->base.index, light_box(own, place), WALL, INDEX_NONE))
            break;
    }
    return place;
}

static void lights_destroy(scene *self)
{
    lights *own = (lights *)self;
    if (!own)
        return;
    free(own->directions);
    free(own->triangles);
    free(own->found.at);
    free(own);
}

static scene *lights_create(const scene_def *def, scene_index *index)
{
    lights *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    own->size = def->size < 0 ? 40 : def->size;
    own->speed = def->speed < 0 ? 0.04f * own->size : def->speed;
    own->radius = RADIUS * own->size;
    own->random = (scene_random){ def->seed };
    own->idle = IDLE_AFTER;
    qd_box world = def->world;
    if (box_is_nothing(world)) {
        qd_vec2 square = square_world(2 * def->count, own->size).max;
        world = qd_box_xywh(0, 0, 1.25f * square.x, 0.8f * square.y);
    }
    own->base = (scene){ .kind = &scene_lights, .index = index, .world = world };
    own->normals[0] = (vector){ half_cosine, half_sine };
    for (int i = 1; i < SIDES; i++)
        own->normals[i] = unit_vector(turned(own->normals[i - 1], turn_cosine, turn_sine));
    add_walls(own, def->count);
    own->first_light = (uint32_t)index_room(index);
    for (int i = 0; i < LIGHTS; i++)
        add_light(own, place_beside_walls(own));
    return &own->base;
}

static void add_direction(lights *own, vector way)
{
    double sum = fabs(way.x) + fabs(way.y);
    if (!(sum > 0))
        return;
    if (own->direction_count == own->direction_space) {
        size_t space = 2 * own->direction_space + 128;
        if (!grow_array((void **)&own->directions, space, sizeof *own->directions))
            return;
        own->direction_space = space;
    }
    double order = way.y >= 0 ? 1 - way.x / sum : 3 + way.x / sum;
    uint32_t number = (uint32_t)own->direction_count;
    own->directions[own->direction_count++] = (direction){ order, number, unit_vector(way) };
}

static void add_triangle(lights *own, qd_vec2 place, vector b, vector c)
{
    if (own->triangle_count == own->triangle_space) {
        size_t space = 2 * own->triangle_space + 256;
        if (!grow_array((void **)&own->triangles, space, sizeof *own->triangles))
            return;
        own->triangle_space = space;
    }
    qd_vec2 at_b = { (float)((double)place.x + b.x), (float)((double)place.y + b.y) };
    qd_vec2 at_c = { (float)((double)place.x + c.x), (float)((double)place.y + c.y) };
    own->triangles[own->triangle_count++] = (triangle){ place, at_b, at_c };
    own->triangles_made++;
}

static int compare_directions(const void *a, const void *b)
{
    const direction *p = a, *q = b;
    if (p->order != q->order)
        return p->order < q->order ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

/// A straight line, seen from a light: the points whose part along the normal is that far.
typedef struct line {
    vector normal;
    double distance;
} line;

/// How far a ray goes until it meets the line; INFINITY: never.
static double meets(line l, vector way)
{
    double part = along(l.normal, way);
    return part > 0 ? l.distance / part : (double)INFINITY;
}

// To both ends of what lies within reach of an edge: clipped by one side of the end after the other.
static void add_edge(lights *own, vector from, vector to)
{
    double begin = 0, end = 1, radius = (double)own->radius;
    for (int i = 0; i < SIDES && begin <= end; i++) {
        double before = along(own->normals[i], from) - radius, after = along(own->normals[i], to) - radius;
        if (before > 0 && after > 0)
            return;
        double part = before / (before - after);
        if (before > 0)
            begin = part > begin ? part : begin;
        else if (after > 0)
            end = part < end ? part : end;
    }
    vector way = { to.x - from.x, to.y - from.y };
    if (begin > end)
        return;
    add_direction(own, (vector){ from.x + begin * way.x, from.y + begin * way.y });
    add_direction(own, (vector){ from.x + end * way.x, from.y + end * way.y });
}

static void collect_directions(lights *own, qd_vec2 place, index_list walls)
{
    double x = (double)place.x, y = (double)place.y;
    own->direction_count = 0;
    for (size_t i = 0; i < walls.count; i++) {
        qd_box box = index_box(own->base.index, walls.items[i]);
        vector low = { (double)box.min.x - x, (double)box.min.y - y },
               high = { (double)box.max.x - x, (double)box.max.y - y };
        const vector corners[] = { low, { high.x, low.y }, high, { low.x, high.y } };
        for (int k = 0; k < 4; k++)
            add_edge(own, corners[k], corners[(k + 1) % 4]);
    }
    for (int i = 0; i < SIDES; i++)
        add_direction(own, turned(own->normals[i], half_cosine, half_sine));
    qsort(own->directions, own->direction_count, sizeof *own->directions, compare_directions);
}

/// The face of a wall that a ray from outside enters.
static line face_of(qd_vec2 place, qd_box wall, vector way)
{
    line x = { { 1, 0 }, (double)wall.min.x - (double)place.x }, y = { { 0, 1 }, (double)wall.min.y - (double)place.y };
    if (way.x < 0)
        x = (line){ { -1, 0 }, (double)place.x - (double)wall.max.x };
    if (way.y < 0)
        y = (line){ { 0, -1 }, (double)place.y - (double)wall.max.y };
    double to_x = way.x != 0 ? meets(x, way) : -1, to_y = way.y != 0 ? meets(y, way) : -1;
    return to_x > to_y ? x : y;
}

static line side_of_end(const lights *own, vector way)
{
    int best = 0;
    for (int i = 1; i < SIDES; i++)
        if (along(own->normals[i], way) > along(own->normals[best], way))
            best = i;
    return (line){ own->normals[best], (double)own->radius };
}

/// Where a ray ends: at the end of the light at the latest.
static vector reach(line wall, line end, vector way)
{
    double to_wall = meets(wall, way), to_end = meets(end, way);
    return scaled(way, to_wall < to_end ? to_wall : to_end);
}

static void look_between(lights *own, qd_vec2 place, const direction *from, const direction *to)
{
    vector middle = unit_vector((vector){ from->way.x + to->way.x, from->way.y + to->way.y });
    index_ray ray = { place, { (float)middle.x, (float)middle.y }, REACH * own->radius };
    line end = side_of_end(own, middle), wall = end;
    index_hit hit = index_first_on_ray(own->base.index, ray, WALL);
    own->rays++;
    if (hit.item != INDEX_NONE)
        wall = face_of(place, index_box(own->base.index, hit.item), middle);
    if (meets(wall, middle) > meets(end, middle))
        wall = end;
    add_triangle(own, place, reach(wall, end, from->way), reach(wall, end, to->way));
}

static void shine(lights *own, const light *l)
{
    scene_index *index = own->base.index;
    if (!(own->radius > 0) || index_touches(index, box_of_point(l->place), WALL, INDEX_NONE)) {
        own->dark++;
        return;
    }
    index_list walls = index_in_circle(index, l->place, REACH * own->radius, WALL);
    own->walls_found += walls.count;
    collect_directions(own, l->place, walls);
    if (l == own->all)
        keep_answer(&own->found, index, walls);
    for (size_t i = 0; i < own->direction_count; i++) {
        const direction *from = &own->directions[i], *to = &own->directions[(i + 1) % own->direction_count];
        double gap = to->order - from->order + (i + 1 < own->direction_count ? 0 : 4);
        if (gap > least_gap)
            look_between(own, l->place, from, to);
    }
}

// Turns round before walls; one that is in a wall goes on until it is out.
static void move(lights *own, light *l)
{
    qd_box world = own->base.world;
    light next = *l;
    bounce(&next.place.x, &next.velocity.x, world.min.x, world.max.x);
    bounce(&next.place.y, &next.velocity.y, world.min.y, world.max.y);
    if (!index_touches(own->base.index, light_box(own, next.place), WALL, INDEX_NONE) ||
        index_touches(own->base.index, light_box(own, l->place), WALL, INDEX_NONE)) {
        *l = next;
        return;
    }
    bool across = scene_random_bits(&own->random) & 1;
    l->velocity = across ? (qd_vec2){ -l->velocity.x, l->velocity.y } : (qd_vec2){ l->velocity.x, -l->velocity.y };
}

static void lights_step(scene *self)
{
    lights *own = (lights *)self;
    own->triangle_count = own->found.count = 0;
    own->idle += own->idle < IDLE_AFTER;
    for (uint32_t i = 0; i < own->count; i++) {
        if (i > 0 || own->idle == IDLE_AFTER)
            move(own, &own->all[i]);
        index_move(self->index, own->first_light + i, light_box(own, own->all[i].place));
    }
    for (uint32_t i = 0; i < own->count; i++)
        shine(own, &own->all[i]);
}

static void lights_event(scene *self, const scene_event *event)
{
    lights *own = (lights *)self;
    qd_vec2 at = point_within(event->at, self->world.min, self->world.max);
    if (event->kind == EVENT_POINT && own->count > 0) {
        own->all[0].place = at;
        own->idle = 0;
    } else if (event->kind == EVENT_PRESS) {
        add_light(own, at);
    }
}

static void lights_draw(const scene *self, drawing *out)
{
    const lights *own = (const lights *)self;
    draw_ground(out, self->world);
    for (size_t i = 0; i < own->triangle_count; i++)
        drawing_triangle(out, INK_LIGHT, own->triangles[i].a, own->triangles[i].b, own->triangles[i].c);
    index_list seen = index_look(self->index, out->view);
    for (size_t i = 0; i < seen.count; i++)
        if (seen.items[i] < own->first_light)
            drawing_box(out, INK_WALL, index_box(self->index, seen.items[i]));
    for (size_t i = 0; i < own->found.count; i++)
        drawing_frame(out, INK_CANDIDATE, own->found.at[i]);
    for (uint32_t i = 0; i < own->count; i++)
        drawing_disc(out, i ? INK_ITEM : INK_HERO, own->all[i].place, 0.15f * own->size);
    if (own->count > 0)
        drawing_ring(out, INK_QUERY, own->all[0].place, own->radius);
}

static size_t lights_counters(const scene *self, scene_counter *out)
{
    const lights *own = (const lights *)self;
    out[0] = (scene_counter){ "walls_found", own->walls_found };
    out[1] = (scene_counter){ "rays", own->rays };
    out[2] = (scene_counter){ "triangles", own->triangles_made };
    out[3] = (scene_counter){ "dark", own->dark };
    return 4;
}

const scene_kind scene_lights = {
    .name = "lights",
    .summary = "lights move among walls, and light falls where they see",
    .help = "the mouse moves a light, a click adds one",
    .count = 60,
    .least = 0,
    .most = 20000000,
    .create = lights_create,
    .step = lights_step,
    .event = lights_event,
    .draw = lights_draw,
    .counters = lights_counters,
    .destroy = lights_destroy,
};
