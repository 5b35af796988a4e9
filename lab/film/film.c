// The moving picture of the README: boxes drift along closed paths, the tree's nodes split and merge as they do, boxes
// that overlap turn orange, and a window wanders about. Each frame is an SVG file; tools/film makes one picture of
// them. The tree's pairs and the window's results are compared with brute force in every frame.
//   film FOLDER
#include <math.h>
#include <quadrille/quadrille.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    FRAMES = 140,
    BOXES = 240,
    FLOCKS = 3,
    WIDTH = 800,
    FIELD = 384, // The rest of the height is for the figures.
    HEIGHT = 450,
    RESULTS_MOST = BOXES * BOXES,
};

static const double TURN = 6.283185307179586;

// The side of the tree's root is a power of two: 1024 units are as wide as the picture.
static const double UNITS = 1024.0 / WIDTH; // In a pixel.

typedef struct film {
    qd_tree *tree;
    qd_id ids[BOXES];
    qd_box boxes[BOXES];
    bool hit[BOXES], seen[BOXES];
    qd_box window;
    uint64_t pairs, pair_tests, found, window_tests;
    uint32_t random;
} film;

// xorshift: the same numbers on every machine.
static double next_random(film *self)
{
    self->random ^= self->random << 13;
    self->random ^= self->random >> 17;
    self->random ^= self->random << 5;
    return self->random / 4294967296.0;
}

static qd_box box_of_pixels(qd_vec2 middle, double half_width, double half_height)
{
    middle = (qd_vec2){ middle.x * UNITS, middle.y * UNITS };
    return qd_box_around(middle, half_width * UNITS, half_height * UNITS);
}

// A flock is a cloud of boxes that go round a middle, which itself goes round; every fourth box keeps to itself. All
// turns are whole ones, so that the last frame is followed by the first.
static qd_box box_at(film *self, int number, double time)
{
    int flock = number % (FLOCKS + 1), way = number % 8 < 4 ? 1 : -1;
    double a = next_random(self), b = next_random(self), c = next_random(self), d = next_random(self);
    double angle = TURN * (a + way * time), half_width = 3.5 + 3.5 * c, half_height = 3.5 + 3.5 * d;
    qd_vec2 at;
    if (flock == FLOCKS) {
        at.x = WIDTH * (0.04 + 0.92 * b) + 24 * cos(angle);
        at.y = FIELD * (0.08 + 0.84 * next_random(self)) + 24 * sin(angle);
    } else {
        double phase = TURN * (time + (double)flock / FLOCKS), radius = 12 + 76 * sqrt(b);
        at.x = WIDTH * (0.5 + 0.36 * cos(phase)) + radius * cos(angle);
        at.y = FIELD * (0.5 + 0.24 * sin(2 * phase)) + radius * sin(angle);
    }
    return box_of_pixels(at, half_width, half_height);
}

static void place(film *self, double time)
{
    self->random = 2463534242u;
    for (int i = 0; i < BOXES; i++)
        self->boxes[i] = box_at(self, i, time);
    double phase = TURN * (0.08 - time); // Against the flocks, so that it meets each of them twice.
    qd_vec2 middle = { WIDTH * (0.5 + 0.34 * cos(phase)), FIELD * (0.5 + 0.22 * sin(2 * phase)) };
    self->window = box_of_pixels(middle, 88, 56);
}

static qd_flow take_pairs(void *context, const qd_pair *pairs, const double *distances, size_t count)
{
    (void)distances;
    film *self = context;
    for (size_t i = 0; i < count; i++)
        self->hit[pairs[i].a.user] = self->hit[pairs[i].b.user] = true;
    return QD_CONTINUE;
}

static qd_flow take_found(void *context, const qd_entry *entries, size_t count)
{
    film *self = context;
    for (size_t i = 0; i < count; i++)
        self->seen[entries[i].user] = true;
    return QD_CONTINUE;
}

// What brute force says; false: the tree said something else.
static bool is_right(const film *self)
{
    // A tree of floats rounds the boxes that it is given.
    qd_item items[BOXES];
    uint64_t pairs = 0, found = 0;
    qd_box window = { { (float)self->window.min.x, (float)self->window.min.y },
                      { (float)self->window.max.x, (float)self->window.max.y } };
    for (int i = 0; i < BOXES; i++) {
        if (qd_tree_get(self->tree, self->ids[i], &items[i]))
            return false;
        bool seen = qd_box_overlaps(items[i].box, window);
        found += seen;
        if (seen != self->seen[i])
            return false;
        for (int j = 0; j < i; j++)
            pairs += qd_box_overlaps(items[i].box, items[j].box);
    }
    return pairs == self->pairs && found == self->found;
}

static bool ask(film *self)
{
    qd_cost cost;
    for (int i = 0; i < BOXES; i++)
        self->hit[i] = self->seen[i] = false;
    qd_tree_visit_pairs(self->tree, NULL, take_pairs, self, &cost);
    self->pairs = cost.hits;
    self->pair_tests = cost.tests;
    qd_query query = { .shape = qd_shape_box(self->window) };
    qd_tree_visit(self->tree, &query, take_found, self, &cost);
    self->found = cost.hits;
    self->window_tests = cost.tests;
    return is_right(self);
}

static void draw_box(FILE *out, qd_box box, const char *style)
{
    fprintf(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' %s/>\n", box.min.x / UNITS, box.min.y / UNITS,
            (box.max.x - box.min.x) / UNITS, (box.max.y - box.min.y) / UNITS, style);
}

// The middle of a pixel.
static double pixel(double at)
{
    return floor(at / UNITS) + 0.5;
}

// Nodes: on whole pixels, brighter the deeper they are.
static void draw_nodes(const film *self, FILE *out)
{
    static const char *const lines[] = { "#33415c", "#33415c", "#35538a", "#2f7f9e", "#34a58b", "#7cc35b", "#d9cf45" };
    static const char *const grounds[] = {
        "#0e131c", "#0e131c", "#101722", "#111c2a", "#122431", "#172d34", "#223536"
    };
    qd_node_cursor cursor;
    qd_node node;
    for (int wanted = 0; wanted <= QD_MAX_NODE_DEPTH; wanted++) {
        int level = wanted < 6 ? wanted : 6;
        qd_node_cursor_begin(&cursor, self->tree);
        while (qd_node_cursor_next(&cursor, &node)) {
            if (node.depth != wanted)
                continue;
            double x = pixel(node.square.min.x), y = pixel(node.square.min.y);
            fprintf(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s' stroke='%s'/>\n", x, y,
                    pixel(node.square.max.x) - x, pixel(node.square.max.y) - y, grounds[level], lines[level]);
        }
    }
}

static void draw_items(const film *self, FILE *out)
{
    for (int lit = 0; lit < 2; lit++)
        for (int i = 0; i < BOXES; i++)
            if (self->seen[i] == (lit == 1)) {
                const char *styles[] = { "fill='#4a9be0'", "fill='#ff7a1a'",
                                         "fill='#a8dcff' stroke='#fff' stroke-width='2'",
                                         "fill='#ffb066' stroke='#fff' stroke-width='2'" };
                draw_box(out, self->boxes[i], styles[2 * lit + self->hit[i]]);
            }
    draw_box(out, self->window, "fill='#fff' fill-opacity='0.09' stroke='#fff' stroke-width='3'");
}

static void draw_bar(FILE *out, double y, const char *name, const char *color, uint64_t tests, double share)
{
    fprintf(out, "<text x='14' y='%.0f' fill='%s'>%s</text>", y + 17, color, name);
    fprintf(out, "<rect x='142' y='%.0f' width='%.1f' height='17' fill='%s'/>", y + 2, fmax(2, 170 * share), color);
    fprintf(out, "<text x='430' y='%.0f' fill='%s' text-anchor='end' font-weight='bold'>", y + 17, color);
    if (tests >= 1000)
        fprintf(out, "%d,%03d</text>\n", (int)(tests / 1000), (int)(tests % 1000));
    else
        fprintf(out, "%d</text>\n", (int)tests);
}

static void draw_figures(const film *self, FILE *out)
{
    const uint64_t brute = (uint64_t)BOXES * (BOXES - 1) / 2;
    fprintf(out, "<rect y='%d' width='%d' height='%d' fill='#080b10'/>", FIELD, WIDTH, HEIGHT - FIELD);
    fprintf(out, "<g font-family='DejaVu Sans' font-size='19'>\n");
    draw_bar(out, FIELD + 8, "brute force", "#8d99ab", brute, 1);
    draw_bar(out, FIELD + 36, "quadtree", "#6fd08c", self->pair_tests, (double)self->pair_tests / (double)brute);
    fprintf(out, "<text x='438' y='%d' fill='#8d99ab'>tests</text>\n", FIELD + 25);
    fprintf(out, "<text x='438' y='%d' fill='#6fd08c'>tests</text>\n", FIELD + 53);
    fprintf(out, "<rect x='528' y='%d' width='14' height='14' fill='#ff7a1a'/>", FIELD + 12);
    fprintf(out, "<text x='552' y='%d' fill='#ff9d57'>%d overlapping pairs</text>\n", FIELD + 25, (int)self->pairs);
    fprintf(out, "<rect x='528' y='%d' width='14' height='14' fill='none' stroke='#fff' stroke-width='2'/>",
            FIELD + 40);
    fprintf(out, "<text x='552' y='%d' fill='#fff'>%d of %d in the window</text></g>\n", FIELD + 53, (int)self->found,
            BOXES);
}

static bool draw(const film *self, const char *folder, int frame)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%03d.svg", folder, frame) >= (int)sizeof path)
        return false;
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d'>\n", WIDTH, HEIGHT);
    draw_nodes(self, out);
    draw_items(self, out);
    draw_figures(self, out);
    fprintf(out, "</svg>\n");
    return fclose(out) == 0;
}

static int run(film *self, const char *folder)
{
    place(self, 0);
    qd_items items = { .boxes = qd_boxes_double(self->boxes) };
    if (!self->tree || qd_tree_insert_many(self->tree, &items, BOXES, self->ids, NULL))
        return 1;
    // The first round is not drawn: after it the nodes come back to where they were, but for one or two.
    for (int frame = -FRAMES; frame < FRAMES; frame++) {
        place(self, (double)frame / FRAMES);
        for (int i = 0; i < BOXES; i++)
            if (qd_tree_move(self->tree, self->ids[i], self->boxes[i]))
                return 1;
        if (!ask(self)) {
            fprintf(stderr, "film: frame %d: the tree and brute force differ\n", frame);
            return 1;
        }
        if (frame >= 0 && !draw(self, folder, frame)) {
            perror(folder);
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    static film self;
    if (argc != 2) {
        fprintf(stderr, "usage: film FOLDER\n");
        return 2;
    }
    qd_vec2 middle = { WIDTH / 2.0, FIELD / 2.0 };
    qd_tree_def def = { .world = box_of_pixels(middle, WIDTH / 2.0, WIDTH / 2.0), .leaf_capacity = 4 };
    self.tree = qd_tree_new(&def);
    int result = run(&self, argv[1]);
    qd_tree_destroy(self.tree);
    return result;
}
