// The fuzzer's way into snapshots. Its bytes are taken as one, but for what no mutation would ever get right: the
// first eight bytes, the size and the sum are made right. Whatever is then accepted must be a sound tree that finds
// what it holds, and saves, loads and maps as any.
#include <quadrille/quadrille.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_long(unsigned char *to, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t sum_of(const unsigned char *bytes, size_t size)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t number = 0;
        for (int i = 8; i-- > 0;)
            number = number << 8 | bytes[at + (size_t)i];
        sum = (sum ^ number) * 0xd6e8feb86659fd93u;
        sum ^= sum >> 32;
    }
    return sum;
}

static void make_right(unsigned char *bytes, size_t size)
{
    static const unsigned char magic[8] = { 0x89, 'Q', 'D', 'S', '\r', '\n', 0x1a, '\n' };
    if (size < 136)
        return;
    memcpy(bytes, magic, sizeof magic);
    put_long(bytes + 16, size);
    put_long(bytes + size - 8, sum_of(bytes, size - 8));
}

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static bool count_some(void *context, const qd_found *items, size_t count)
{
    (void)items;
    *(size_t *)context += count;
    return true;
}

static bool pass_pairs(void *context, const qd_pair *pairs, size_t count)
{
    (void)pairs;
    *(size_t *)context += count;
    return *(size_t *)context < 100000;
}

static void look_into(const qd_tree *tree)
{
    const qd_box all = { { -INFINITY, -INFINITY }, { INFINITY, INFINITY } };
    const qd_query_filter everyone = { 0, 0, { 0, 0 } };
    size_t found = 0, pairs = 0;
    qd_near near[4];
    expect(qd_tree_check(tree));
    qd_visit_box(tree, all, everyone, count_some, &found);
    expect(found == qd_tree_count(tree) && found == qd_tree_stats(tree).items);
    qd_visit_pairs(tree, pass_pairs, &pairs);
    qd_find_near(tree, (qd_vec2){ 1, 2 }, INFINITY, everyone, near, 4);
    qd_tree_bounds(tree);
}

static void save_again(const qd_tree *tree)
{
    const size_t size = qd_tree_save_size(tree, 3);
    unsigned char *bytes = malloc(size);
    qd_tree *again = NULL;
    expect(bytes && qd_tree_save(tree, (qd_extra){ "abc", 3 }, bytes, size) == QD_OK);
    expect(qd_tree_load(&again, bytes, size, NULL) == QD_OK);
    look_into(again);
    expect(qd_tree_count(again) == qd_tree_count(tree));
    expect(!qd_id_is_null(qd_tree_insert(again, (qd_item){ .user = 1 })) && qd_tree_check(again));
    qd_tree_destroy(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *bytes = aligned_alloc(QD_MAP_ALIGNMENT, size / 64 * 64 + 64);
    expect(bytes);
    if (size > 0)
        memcpy(bytes, data, size);
    make_right(bytes, size);
    qd_tree *mapped = NULL, *loaded = NULL;
    const qd_result result = qd_tree_map(&mapped, bytes, size, NULL);
    expect(result == QD_OK || result == QD_BAD_DATA);
    expect(qd_tree_load(&loaded, bytes, size, NULL) == result);
    if (result == QD_OK) {
        look_into(mapped);
        look_into(loaded);
        save_again(mapped);
    }
    qd_tree_destroy(mapped);
    qd_tree_destroy(loaded);
    free(bytes);
    return 0;
}
