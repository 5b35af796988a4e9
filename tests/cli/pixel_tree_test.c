// The quadtree of a picture's pixels, against brute force: the mean of every square of every level, which squares are
// nodes and which are leaves, and what a level takes and loses. Grey.
#include "pixel_tree.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

// Noise with patches of one colour, so that some nodes are flat, and with alpha that is often 0 or full.
static pixels patches(struct prng *random, uint32_t width, uint32_t height, uint32_t channels)
{
    pixels made;
    const qd_image_size size = { width, height, channels };
    assert_int_equal(pixels_make(&made, "test", &size), STATUS_DONE);
    const uint32_t patch = 1 + prng_below(random, 9), shades = prng_below(random, 2) ? 256 : 3;
    const uint32_t salt = prng_below(random, 1000);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            struct prng place = { salt + x / patch + 977 * (y / patch) };
            for (uint32_t c = 0; c < channels; c++) {
                const bool alpha = channels % 2 == 0 && c + 1 == channels;
                const uint32_t value = prng_below(&place, shades) * (shades == 3 ? 127 : 1);
                made.bytes[((size_t)y * width + x) * channels + c] = (uint8_t)(alpha && value % 3 == 0   ? 0
                                                                               : alpha && value % 3 == 1 ? 255
                                                                                                         : value);
            }
        }
    }
    return made;
}

static const uint8_t *pixel(const pixels *picture, uint32_t x, uint32_t y)
{
    return picture->bytes + ((size_t)y * picture->size.width + x) * picture->size.channels;
}

// The square of a level around a pixel, by division.
static pixel_node square_around(const qd_image_size *size, uint32_t side, uint32_t x, uint32_t y)
{
    pixel_node node = { .left = x / side * side, .top = y / side * side };
    node.right = node.left + side < size->width ? node.left + side : size->width;
    node.bottom = node.top + side < size->height ? node.top + side : size->height;
    return node;
}

static bool one_color(const pixels *picture, const pixel_node *node)
{
    for (uint32_t y = node->top; y < node->bottom; y++)
        for (uint32_t x = node->left; x < node->right; x++)
            if (memcmp(pixel(picture, x, y), pixel(picture, node->left, node->top), picture->size.channels) != 0)
                return false;
    return true;
}

// Is this the mean, as near as a whole number can be? 2 |color * weight - sum| <= weight, and of two the upper one.
static bool is_mean(const pixels *picture, const pixel_node *node, uint32_t c)
{
    const uint32_t channels = picture->size.channels, last = channels - 1;
    const bool alpha = channels % 2 == 0;
    int64_t sum = 0, weight = 0, opaque = 0;
    for (uint32_t y = node->top; y < node->bottom; y++)
        for (uint32_t x = node->left; x < node->right; x++)
            opaque += alpha ? pixel(picture, x, y)[last] : 0;
    for (uint32_t y = node->top; y < node->bottom; y++) {
        for (uint32_t x = node->left; x < node->right; x++) {
            const int64_t w = opaque > 0 && c < last ? pixel(picture, x, y)[last] : 1;
            sum += w * pixel(picture, x, y)[c];
            weight += w;
        }
    }
    const int64_t off = 2 * (sum - node->color[c] * weight);
    return -weight <= off && off < weight;
}

typedef struct seen {
    const pixels *picture;
    uint32_t deepest, level;
    uint8_t *leaves;       // how many leaves a pixel is in
    uint64_t count, error; // of leaves

} seen;

static void check_node(void *context, const pixel_node *node)
{
    seen *s = context;
    const qd_image_size *size = &s->picture->size;
    const uint32_t side = 1u << (s->deepest - node->level);
    const pixel_node wanted = square_around(size, side, node->left, node->top);
    assert_in_range(node->level, 0, s->level);
    assert_true(wanted.left == node->left && wanted.top == node->top && wanted.right == node->right &&
                wanted.bottom == node->bottom);
    assert_int_equal(node->flat, one_color(s->picture, node));
    for (uint32_t c = 0; c < size->channels; c++)
        assert_true(is_mean(s->picture, node, c));
    for (uint32_t above = 0; above < node->level; above++) { // what is of one colour does not split
        const pixel_node parent = square_around(size, 1u << (s->deepest - above), node->left, node->top);
        assert_false(one_color(s->picture, &parent));
    }
    if (!node->flat && node->level < s->level)
        return;
    s->count++;
    for (uint32_t y = node->top; y < node->bottom; y++) {
        for (uint32_t x = node->left; x < node->right; x++) {
            s->leaves[(size_t)y * size->width + x]++;
            for (uint32_t c = 0; c < size->channels; c++)
                s->error += (uint64_t)abs(pixel(s->picture, x, y)[c] - node->color[c]);
        }
    }
}

static void check_picture(const pixels *picture)
{
    const size_t all = (size_t)picture->size.width * picture->size.height;
    const uint32_t deepest = pixel_tree_deepest(&picture->size);
    const uint32_t longest = picture->size.width > picture->size.height ? picture->size.width : picture->size.height;
    assert_true(1u << deepest >= longest && (deepest == 0 || 1u << (deepest - 1) < longest));
    pixel_level levels[PIXEL_TREE_DEEPEST + 1];
    pixel_tree_count(picture, deepest, levels);
    uint8_t *leaves = need(all, 1);
    for (uint32_t level = 0; level <= deepest; level++) {
        memset(leaves, 0, all);
        seen s = { .picture = picture, .deepest = deepest, .level = level, .leaves = leaves };
        pixel_tree_walk(picture, level, check_node, &s);
        for (size_t i = 0; i < all; i++)
            assert_int_equal(leaves[i], 1);
        uint64_t above = 0;
        for (uint32_t k = 0; k < level; k++)
            above += levels[k].nodes;
        assert_int_equal(levels[level].leaves, s.count);
        assert_int_equal(levels[level].error, s.error);
        assert_int_equal(levels[level].bytes, (above + 7) / 8 + s.count * picture->size.channels);
    }
    assert_int_equal(levels[deepest].error, 0);
    free(leaves);
}

static void levels_agree_with_brute_force(void)
{
    static const qd_image_size odd[] = { { 1, 1, 1 }, { 1, 37, 3 }, { 37, 1, 4 }, { 32, 32, 2 }, { 33, 31, 3 },
                                         { 2, 1, 2 }, { 1, 2, 4 },  { 16, 3, 1 }, { 64, 2, 4 } };
    struct prng random = { 5 };
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        pixels picture = patches(&random, odd[k].width, odd[k].height, odd[k].channels);
        check_picture(&picture);
        pixels_free(&picture);
    }
    for (int round = 0; round < 60; round++) {
        pixels picture =
            patches(&random, 1 + prng_below(&random, 41), 1 + prng_below(&random, 41), 1 + prng_below(&random, 4));
        check_picture(&picture);
        pixels_free(&picture);
    }
}

static void look_at_root(void *context, const pixel_node *node)
{
    if (node->level == 0)
        *(pixel_node *)context = *node;
}

static pixel_node root_of(uint32_t width, uint32_t height, uint32_t channels, const uint8_t *bytes)
{
    pixels picture;
    const qd_image_size size = { width, height, channels };
    pixel_node root = { .level = 9 };
    assert_int_equal(pixels_make(&picture, "test", &size), STATUS_DONE);
    memcpy(picture.bytes, bytes, (size_t)width * height * channels);
    pixel_tree_walk(&picture, 0, look_at_root, &root);
    pixels_free(&picture);
    return root;
}

static void halves_go_up(void)
{
    assert_int_equal(root_of(2, 1, 1, (const uint8_t[]){ 0, 255 }).color[0], 128);
    assert_int_equal(root_of(2, 1, 1, (const uint8_t[]){ 3, 4 }).color[0], 4);
    assert_int_equal(root_of(3, 1, 1, (const uint8_t[]){ 0, 0, 1 }).color[0], 0);
    assert_int_equal(root_of(3, 1, 1, (const uint8_t[]){ 255, 255, 254 }).color[0], 255);
}

// What is not seen does not color the mean; nothing seen at all stays what it is.
static void colors_weigh_as_alpha(void)
{
    const pixel_node half = root_of(2, 1, 2, (const uint8_t[]){ 200, 255, 0, 0 });
    assert_true(half.color[0] == 200 && half.color[1] == 128 && !half.flat);
    const pixel_node thin = root_of(1, 2, 4, (const uint8_t[]){ 100, 0, 9, 3, 0, 40, 9, 1 });
    assert_true(thin.color[0] == 75 && thin.color[1] == 10 && thin.color[2] == 9 && thin.color[3] == 2);
    const pixel_node clear = root_of(2, 1, 2, (const uint8_t[]){ 10, 0, 21, 0 });
    assert_true(clear.color[0] == 16 && clear.color[1] == 0 && !clear.flat);
}

static void grey_is_luma(void)
{
    pixels picture;
    const qd_image_size size = { 4, 1, 4 };
    assert_int_equal(pixels_make(&picture, "test", &size), STATUS_DONE);
    memcpy(picture.bytes, ((const uint8_t[]){ 255, 0, 0, 1, 0, 255, 0, 2, 0, 0, 255, 3, 255, 255, 255, 4 }), 16);
    pixels_make_grey(&picture);
    assert_int_equal(picture.size.channels, 2);
    assert_memory_equal(picture.bytes, ((const uint8_t[]){ 76, 1, 150, 2, 29, 3, 255, 4 }), 8);
    pixels_make_grey(&picture); // grey stays
    assert_int_equal(picture.size.channels, 2);
    assert_memory_equal(picture.bytes, ((const uint8_t[]){ 76, 1, 150, 2, 29, 3, 255, 4 }), 8);
    pixels_free(&picture);
    for (int shade = 0; shade < 256; shade++) {
        uint8_t bytes[] = { (uint8_t)shade, (uint8_t)shade, (uint8_t)shade };
        pixels one = { { 1, 1, 3 }, bytes };
        pixels_make_grey(&one);
        assert_true(one.size.channels == 1 && bytes[0] == shade);
    }
}

tests_main(plain_test(levels_agree_with_brute_force), plain_test(halves_go_up), plain_test(colors_weigh_as_alpha),
           plain_test(grey_is_luma))
