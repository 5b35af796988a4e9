// The ghost does not see the player: is the index wrong, or the program? A checker makes each call on a tree and on
// brute force, and shows the calls as they really were.
#include <quadrille/oracle.h>
#include <stdio.h>

enum { GHOST = 1 << 0, PLAYER = 1 << 1, WALL = 1 << 2 };

static void print_line(void *context, const char *line)
{
    (void)context;
    printf("  %s\n", line);
}

int main(void)
{
    const qd_item player = { .box = qd_box_xywh(4, 4, 1, 2), .filter = { PLAYER, WALL } };
    qd_id id;
    qd_checker *checker = qd_checker_new(NULL); // was: qd_tree *tree = qd_tree_new(NULL);
    if (!checker || qd_checker_insert(checker, &player, &id) != QD_OK)
        return 1;

    const qd_vec2 eyes = { 1, 1 };
    const qd_query view = { .shape = qd_shape_circle(eyes, 8), .filter = { GHOST, PLAYER } };
    printf("The ghost sees %zu.\n", qd_checker_count(checker, &view));
    if (!qd_checker_failed(checker))
        printf("So says brute force: the program asked for something else. It called\n");
    qd_checker_print(checker, print_line, NULL); // the player's mask is 0x4, walls, which does not have ghosts

    // Were the index wrong, the report would say so. For want of a fault, something moves behind the checker's back.
    qd_tree_move((qd_tree *)qd_checker_tree(checker), id, qd_box_xywh(40, 4, 1, 2));
    qd_checker_check(checker);
    printf("%s.\n", qd_checker_report(checker));
    qd_checker_destroy(checker);
}

// Output:
// The ghost sees 0.
// So says brute force: the program asked for something else. It called
//   qd_tree *tree = qd_tree_new(&(qd_tree_def){ .precision = QD_FLOAT, .edges = QD_CLOSED });
//   qd_tree_insert(tree, &(qd_item){ .box = { { 4, 4 }, { 5, 6 } }, .filter = { 0x2, 0x4 } }, NULL); // 0x100000001
//   qd_tree_count(tree, &(qd_query){ .shape = qd_shape_circle((qd_vec2){ 1, 1 }, 8), .filter = { 0x1, 0x2 } });
// qd_tree_get: item 0x100000001 is at 40 4 to 41 6, but should be at 4 4 to 5 6.
