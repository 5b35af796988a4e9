// A map in degrees: longitudes meet at 180 degrees, but the plane has an edge there. Each box keeps its west side in
// -180..180; its east side may lie beyond 180. Each question is asked three times, 360 degrees apart.
#include <quadrille/quadrille.h>
#include <stdio.h>

enum { ISLANDS = 4 };

static const char *const names[ISLANDS] = { "Fiji", "Tuvalu", "Samoa", "Madeira" };

// West, south, east, north. East of 180 degrees is west: Fiji lies on both sides.
static const double sides[ISLANDS][4] = {
    { 177, -19, -179, -16 }, { 176, -10, 180, -5 }, { -173, -14, -171, -13 }, { -17.3, 32.6, -16.6, 32.9 }
};

static qd_box degrees(const double side[4])
{
    const double east = side[2] < side[0] ? side[2] + 360 : side[2]; // beyond 180 where the box crosses
    const qd_box box = { { side[0], side[1] }, { east, side[3] } };
    return box;
}

static void look(const qd_tree *tree, const double side[4])
{
    const qd_box window = degrees(side);
    for (int turn = -360; turn <= 360; turn += 360) {
        qd_entry found[ISLANDS];
        const qd_box part = { { window.min.x + turn, window.min.y }, { window.max.x + turn, window.max.y } };
        size_t count = qd_tree_find_box(tree, part, found, ISLANDS);
        for (size_t i = 0; i < count; i++)
            printf(" %s", names[found[i].user]);
    }
    printf("\n");
}

int main(void)
{
    const qd_tree_def def = { .precision = QD_DOUBLE, .world = { { -180, -90 }, { 180, 90 } } };
    qd_tree *map = qd_tree_new(&def);
    for (size_t i = 0; i < ISLANDS; i++)
        qd_tree_add(map, degrees(sides[i]), i);

    static const double windows[3][4] = { { 178, -20, -172, 0 }, { -179.5, -20, -178, 0 }, { -20, 30, -10, 40 } };
    printf("from 178 east to 172 west:");
    look(map, windows[0]);
    printf("from 179.5 west to 178 west:");
    look(map, windows[1]);
    printf("from 20 west to 10 west:");
    look(map, windows[2]);
    qd_tree_destroy(map);
}

// Output:
// from 178 east to 172 west: Samoa Fiji Tuvalu
// from 179.5 west to 178 west: Fiji
// from 20 west to 10 west: Madeira
