// Shows each section of tree.h at work, and compares it with brute force on random boxes. cut.sh makes the program of
// sections 1 to k.
// ---- 1. The node
#include "tree.h"
#include <stdio.h>
#include <string.h>

enum { BOXES = 1000 };

static struct tree tree;
static struct item items[BOXES];
static bool failed;

static void check(const char *what, size_t found, size_t wanted)
{
    printf("   %s: %zu, by brute force %zu\n", what, found, wanted);
    failed = failed || found != wanted;
}

static int dice(int sides) // the same numbers on every machine
{
    static unsigned state = 1;
    state = state * 1664525 + 1013904223;
    return (int)((state >> 8) % (unsigned)sides);
}

// On whole coordinates, so that many touch each other and the lines of the cells. Some have no size, some lie outside
// of the world, and every tenth is the same point.
static struct box random_box(int i)
{
    float x = (float)(dice(1200) - 100), y = (float)(dice(1200) - 100);
    float width = (float)dice(40), height = (float)dice(40);
    return i % 10 == 0 ? (struct box){ 256, 256, 256, 256 } : (struct box){ x, y, x + width, y + height };
}

static void begin(void) // an empty tree over a world from 0 to 1024
{
    memset(&tree, 0, sizeof tree);
    clear(&tree.root);
    tree.root.x = tree.root.y = tree.root.half = 512;
    for (int i = 0; i < BOXES; i++)
        items[i] = (struct item){ .box = random_box(i), .number = i };
}

static void show_node(void)
{
    begin();
    for (int i = 0; i < BOXES; i++)
        put(&tree, &tree.root, &items[i]);
    struct box bounds = tree.root.bounds;
    printf("   bounds %g %g to %g %g\n", bounds.left, bounds.bottom, bounds.right, bounds.top);
    size_t listed = 0, meet = 0;
    for (const struct item *item = tree.root.first; item != NULL; item = item->next, listed++)
        meet += overlap(item->box, item->box);
    check("boxes in the leaf", listed, BOXES);
    check("boxes that meet themselves", meet, BOXES);
}

// ---- 2. Split
static size_t at_home(const struct node *node) // items below that know their leaf
{
    size_t count = 0;
    for (const struct item *item = node->first; item != NULL; item = item->next)
        count += item->leaf == node;
    for (int i = 0; node->children != NULL && i < 4; i++)
        count += at_home(&node->children[i]);
    return count;
}

static void cut_down(struct node *node) // frees all nodes below
{
    for (int i = 0; node->children != NULL && i < 4; i++)
        cut_down(&node->children[i]);
    free(node->children);
    node->children = NULL;
}

static void show_split(void)
{
    begin();
    for (int i = 0; i < BOXES; i++)
        put(&tree, &tree.root, &items[i]);
    split(&tree, &tree.root);
    for (int i = 0; i < 4; i++)
        printf("   child %d: middle %g %g, %d boxes\n", i, tree.root.children[i].x, tree.root.children[i].y,
               tree.root.children[i].count);
    check("boxes that know their leaf", at_home(&tree.root), BOXES);
    cut_down(&tree.root);
}

// ---- 3. Insert
static void fill(void)
{
    begin();
    for (int i = 0; i < BOXES; i++)
        insert(&tree, &items[i]);
}

static void show_insert(void)
{
    fill();
    printf("   %zu splits\n", tree.splits);
    check("boxes stored", at_home(&tree.root), BOXES);
    struct item wrong = { .box = { NAN, 0, 1, 1 } };
    check("boxes accepted twice, or with a NaN", (size_t)insert(&tree, &items[0]) + insert(&tree, &wrong), 0);
    cut_down(&tree.root);
}

// ---- 4. Remove and merge
static void check_at_most(const char *what, size_t counted, size_t most)
{
    printf("   %s: %zu, at most %zu\n", what, counted, most);
    failed = failed || counted > most;
}

static void show_remove(void)
{
    fill();
    size_t removed = 0;
    for (int i = 0; i < BOXES; i += 2)
        removed += take(&tree, &items[i]);
    check("boxes removed", removed, BOXES / 2);
    check("boxes left", at_home(&tree.root), BOXES / 2);
    check("boxes removed twice", take(&tree, &items[0]), 0);
    for (int i = 1; i < BOXES; i += 2)
        take(&tree, &items[i]);
    check("nodes left below the root", tree.root.children != NULL, 0);

    begin();
    for (int i = 0; i < CAPACITY + 1; i++)
        insert(&tree, &items[i]);
    for (int i = 0; i < 100; i++) {
        take(&tree, &items[0]);
        insert(&tree, &items[0]);
    }
    check_at_most("splits while one box comes and goes", tree.splits, 2);
    cut_down(&tree.root);
}

// ---- 5. Window
static void show_window(void)
{
    static const struct item *found[BOXES];
    const struct box small = { 500, 500, 520, 520 }, outside = { -200, -200, -50, -50 };
    fill();
    printf("   in the middle:");
    size_t count = find(&tree, &tree.root, small, found);
    for (size_t i = 0; i < count; i++)
        printf(" %d", found[i]->number);
    printf(", after %zu tests instead of %d\n", tree.tests, BOXES);
    size_t answers = 0, wanted = 0;
    for (int question = 0; question < BOXES; question++) {
        struct box window = question == 0 ? outside : random_box(question);
        answers += find(&tree, &tree.root, window, found);
        for (int i = 0; i < BOXES; i++)
            wanted += overlap(items[i].box, window);
    }
    check("boxes in 1000 windows", answers, wanted);
    cut_down(&tree.root);
}

// ---- 6. Pairs once
static void count_pair(void *context, const struct item *a, const struct item *b)
{
    unsigned char(*times)[BOXES] = context;
    times[a->number < b->number ? a->number : b->number][a->number < b->number ? b->number : a->number]++;
}

static void check_pairs(void)
{
    static unsigned char times[BOXES][BOXES];
    memset(times, 0, sizeof times);
    tree.tests = 0;
    pairs(&tree, &tree.root, count_pair, times);
    size_t wanted = 0, once = 0, wrong = 0;
    for (int i = 0; i < BOXES; i++)
        for (int j = i + 1; j < BOXES; j++) {
            bool meet = overlap(items[i].box, items[j].box);
            wanted += meet;
            once += meet && times[i][j] == 1;
            wrong += times[i][j] != meet;
        }
    check("pairs found once", once, wanted);
    check_at_most("pairs found wrongly or twice", wrong, 0);
}

static void show_pairs(void)
{
    fill();
    check_pairs();
    check_at_most("tests", tree.tests, 20000);
    cut_down(&tree.root);
}

// ---- 7. Moving
static void show_moving(void)
{
    fill();
    tree.puts = 0;
    for (int tick = 0; tick < 10; tick++)
        for (int i = 0; i < BOXES; i++) {
            struct box box = items[i].box;
            float x = (float)(dice(5) - 2), y = (float)(dice(5) - 2);
            move(&tree, &items[i], (struct box){ box.left + x, box.bottom + y, box.right + x, box.top + y });
        }
    check("boxes stored after ten ticks", at_home(&tree.root), BOXES);
    check_pairs();
    check_at_most("boxes put into a leaf", tree.puts, 5000);
    cut_down(&tree.root);
}

// ---- Main
int main(void)
{
    puts("1. The node"), show_node();
    puts("2. Split"), show_split();
    puts("3. Insert"), show_insert();
    puts("4. Remove and merge"), show_remove();
    puts("5. Window"), show_window();
    puts("6. Pairs once"), show_pairs();
    puts("7. Moving"), show_moving();
    return failed;
}
