// A quadtree in seven sections, for the guide docs/guide/write-your-own.md. Sections 1 to k are a program for each k.
// ---- 1. The node
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

enum { CAPACITY = 8, MERGE = 4, DEEPEST = 16 };

struct box {
    float left, bottom, right, top;
};

struct item {
    struct box box;
    int number;
    struct node *leaf; // NULL: not stored
    struct item *next; // in the same leaf
};

struct node {
    struct box bounds; // around all boxes below
    float x, y, half;  // the middle of its cell, and half the cell's side
    int depth, count;  // how many items are below
    struct node *parent, *children;
    struct item *first;
};

struct tree {
    struct node root;
    size_t puts, splits, tests; // counted work
};

static bool overlap(struct box a, struct box b)
{
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static void grow(struct node *node, struct box box)
{
    struct box *bounds = &node->bounds;
    bounds->left = box.left < bounds->left ? box.left : bounds->left;
    bounds->bottom = box.bottom < bounds->bottom ? box.bottom : bounds->bottom;
    bounds->right = box.right > bounds->right ? box.right : bounds->right;
    bounds->top = box.top > bounds->top ? box.top : bounds->top;
}

static void clear(struct node *node)
{
    node->bounds = (struct box){ INFINITY, INFINITY, -INFINITY, -INFINITY };
    node->count = 0;
    node->first = NULL;
}

static void put(struct tree *tree, struct node *leaf, struct item *item)
{
    item->leaf = leaf;
    item->next = leaf->first;
    leaf->first = item;
    leaf->count++;
    grow(leaf, item->box);
    tree->puts++;
}

// ---- 2. Split
static struct node *child_for(const struct node *node, struct box box)
{
    bool right = box.left / 2 + box.right / 2 >= node->x;
    bool upper = box.bottom / 2 + box.top / 2 >= node->y;
    return &node->children[2 * upper + right];
}

static void split(struct tree *tree, struct node *leaf)
{
    float half = leaf->half / 2;
    leaf->children = calloc(4, sizeof *leaf->children);
    if (leaf->children == NULL)
        return; // The leaf holds more than its capacity, and loses nothing.
    for (int i = 0; i < 4; i++) {
        struct node *child = &leaf->children[i];
        clear(child);
        child->x = leaf->x + (i % 2 == 1 ? half : -half);
        child->y = leaf->y + (i / 2 == 1 ? half : -half);
        child->half = half;
        child->depth = leaf->depth + 1;
        child->parent = leaf;
    }
    for (struct item *item = leaf->first, *next; item != NULL; item = next) {
        next = item->next;
        put(tree, child_for(leaf, item->box), item);
    }
    leaf->first = NULL;
    tree->splits++;
}

// ---- 3. Insert
static bool insert(struct tree *tree, struct item *item)
{
    if (item->leaf != NULL || !(item->box.left <= item->box.right && item->box.bottom <= item->box.top))
        return false;
    struct node *node = &tree->root;
    for (; node->children != NULL; node = child_for(node, item->box)) {
        node->count++;
        grow(node, item->box);
    }
    put(tree, node, item);
    if (node->count > CAPACITY && node->depth < DEEPEST)
        split(tree, node);
    return true;
}

// ---- 4. Remove and merge
static void refit(struct node *node)
{
    struct item *first = node->first;
    clear(node);
    node->first = first;
    for (struct item *item = first; item != NULL; item = item->next, node->count++)
        grow(node, item->box);
    for (int i = 0; node->children != NULL && i < 4; i++) {
        grow(node, node->children[i].bounds);
        node->count += node->children[i].count;
    }
}

static void merge(struct tree *tree, struct node *node)
{
    clear(node);
    for (int i = 0; i < 4; i++)
        for (struct item *item = node->children[i].first, *next; item != NULL; item = next) {
            next = item->next;
            put(tree, node, item);
        }
    free(node->children);
    node->children = NULL;
}

static bool take(struct tree *tree, struct item *item)
{
    if (item->leaf == NULL)
        return false;
    struct item **link = &item->leaf->first;
    while (*link != item)
        link = &(*link)->next;
    *link = item->next;
    for (struct node *node = item->leaf; node != NULL; node = node->parent) {
        refit(node);
        if (node->children != NULL && node->count <= MERGE)
            merge(tree, node);
    }
    item->leaf = NULL;
    return true;
}

// ---- 5. Window
static size_t find(struct tree *tree, const struct node *node, struct box window, const struct item **found)
{
    size_t count = 0;
    if (!overlap(node->bounds, window))
        return 0;
    for (const struct item *item = node->first; item != NULL; item = item->next) {
        tree->tests++;
        if (overlap(item->box, window))
            found[count++] = item;
    }
    for (int i = 0; node->children != NULL && i < 4; i++)
        count += find(tree, &node->children[i], window, found + count);
    return count;
}

// ---- 6. Pairs once
typedef void visitor(void *context, const struct item *a, const struct item *b);

static void between(struct tree *tree, const struct node *a, const struct node *b, visitor *visit, void *context)
{
    if (!overlap(a->bounds, b->bounds))
        return;
    if (a->children == NULL && b->children == NULL) {
        for (const struct item *i = a->first; i != NULL; i = i->next)
            for (const struct item *j = b->first; j != NULL; j = j->next) {
                tree->tests++;
                if (overlap(i->box, j->box))
                    visit(context, i, j);
            }
        return;
    }
    bool divide = a->children != NULL && (b->children == NULL || a->half >= b->half);
    for (int i = 0; i < 4; i++)
        between(tree, divide ? &a->children[i] : a, divide ? b : &b->children[i], visit, context);
}

static void pairs(struct tree *tree, const struct node *node, visitor *visit, void *context)
{
    for (const struct item *i = node->first; i != NULL; i = i->next)
        for (const struct item *j = i->next; j != NULL; j = j->next) {
            tree->tests++;
            if (overlap(i->box, j->box))
                visit(context, i, j);
        }
    for (int i = 0; node->children != NULL && i < 4; i++) {
        pairs(tree, &node->children[i], visit, context);
        for (int j = i + 1; j < 4; j++)
            between(tree, &node->children[i], &node->children[j], visit, context);
    }
}

// ---- 7. Moving
static bool move(struct tree *tree, struct item *item, struct box box)
{
    if (item->leaf == NULL || !(box.left <= box.right && box.bottom <= box.top))
        return false;
    struct node *leaf = &tree->root;
    while (leaf->children != NULL)
        leaf = child_for(leaf, box);
    if (leaf != item->leaf) {
        take(tree, item);
        item->box = box;
        return insert(tree, item);
    }
    item->box = box;
    for (struct node *node = leaf; node != NULL; node = node->parent)
        refit(node);
    return true;
}
