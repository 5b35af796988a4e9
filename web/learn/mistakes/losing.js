// Mistakes that make an answer wrong: boxes are lost, or are in the tree and not found.
import { differences, inWindow, allPairs, point, scatter, SIDE } from '../brute.js';
import { overlap, Tree } from '../tree.js';
import { fill, Whole } from './whole.js';

const numbers = items => items.map(({ number }) => number);
const missing = (tree, boxes) => differences(numbers(tree.below(tree.root)), boxes.map((_, i) => i));

/** Windows all over the world, also where a window is outside of it. */
function everywhere(step = 96) {
    const windows = [];
    for (let left = -250; left < SIDE + 250; left += step)
        for (let bottom = -250; bottom < SIDE + 250; bottom += step) windows.push({ left, bottom, right: left + 50, top: bottom + 50 });
    return windows;
}

/** Compares one window, which the picture shows, and all windows. */
function windows(built, window) {
    const { tree, boxes } = built;
    const found = numbers(tree.find(window));
    const wanted = inWindow(boxes, window);
    const all = everywhere();
    return {
        ...built, window, found: new Set(found), wrong: new Set(differences(found, wanted)),
        rows: [
            { what: 'boxes in the green window', found: found.length, wanted: wanted.length },
            { what: `boxes in ${all.length} windows`, found: all.reduce((sum, one) => sum + tree.find(one).length, 0), wanted: all.reduce((sum, one) => sum + inWindow(boxes, one).length, 0) },
        ],
    };
}

const deepest = {
    name: 'deepest',
    title: 'A full leaf at the last depth drops what comes',
    met: 'A leaf splits when it is full, but a leaf at the last depth does not. This insertion then has no place for the next point, and says nothing. Many points at almost one place are enough: add some.',
    cured: 'The capacity says when to split, not how many items fit. A leaf at the last depth takes them all.',
    setting: { label: 'Points near one place', values: [1, 2, 3, 4, 5, 6, 8, 10, 12, 16], start: 8 },
    shows: ['add'],
    fault: class extends Tree {
        add(leaf, item) {
            if (leaf.items.length < this.capacity) this.put(leaf, item);
            else if (leaf.depth < this.deepest) {
                this.split(leaf);
                this.add(this.leafFor(item.box), item);
            }
        }
    },
    cure: Tree,
    run(Kind, count) {
        const near = Array.from({ length: count }, (_, i) => point(648 + 14 * (i % 4), 648 + 14 * (i >> 2)));
        const built = fill(new Kind({ deepest: 4 }), [...near, ...scatter(24, 1, 3).map(({ left, bottom }) => point(left, bottom))]);
        const wrong = new Set(missing(built.tree, built.boxes));
        const window = { left: 641, bottom: 641, right: 703, top: 703 };
        return {
            ...built, window, wrong, found: new Set(),
            rows: [
                { what: 'points stored', found: built.tree.below(built.tree.root).length, wanted: built.boxes.length },
                { what: 'points in the green window', found: built.tree.find(window).length, wanted: inWindow(built.boxes, window).length },
            ],
        };
    },
};

/** Searches by cells, which is enough while the boxes of a cell lie in it. */
class ByCells extends Whole {
    visits(node, window) {
        return overlap(node.cell, window);
    }
}

const firstChild = {
    name: 'first-child',
    title: 'A box goes to the first child that it touches',
    met: 'A box on a line between cells touches two or four of them. This tree puts it into the first one, and asks cells whether a window concerns them. A window on the other side of the line misses the box.',
    cured: 'A box that no child holds whole stays in the parent. Where a box is stored and where a question looks must follow one rule. (Another cure: the centre decides, and a question asks bounds instead of cells. Mistake 8 says why it is the better one.)',
    setting: { label: 'Window, from left to right', values: [100, 200, 300, 400, 500, 514, 530, 600, 700, 770, 800], start: 5 },
    shows: ['childFor'],
    fault: class extends ByCells {
        childFor(node, box) {
            return node.children.find(({ cell }) => overlap(cell, box));
        }
    },
    cure: ByCells,
    run(Kind, left) {
        return windows(fill(new Kind(), scatter(80, 90, 5)), { left, bottom: 440, right: left + 120, top: 640 });
    },
};

const line = {
    name: 'line',
    title: 'A point on a line belongs to no child',
    met: 'Each child takes the points inside its cell, and its edges are not inside. A point on a line is inside no child, and vanishes at the next split. Points on a grid, as in a map of tiles, meet it at once.',
    cured: 'Compare with the middle alone: right of it or not, below it or not. One of four answers always holds, also outside the world.',
    setting: { label: 'Points in a row', values: [2, 3, 4, 5, 7, 8, 9, 15, 16, 17], start: 4 },
    shows: ['childFor'],
    fault: class extends Tree {
        childFor(node, { left: x, bottom: y }) {
            return node.children.find(({ cell }) =>
                cell.left < x && x < cell.right && cell.bottom < y && y < cell.top);
        }
    },
    cure: Tree,
    run(Kind, row) {
        const step = SIDE / (row + 1);
        const built = fill(new Kind(), Array.from({ length: row * row }, (_, i) => point(step * (1 + i % row), step * (1 + Math.floor(i / row)))));
        return {
            ...built, found: new Set(), wrong: new Set(missing(built.tree, built.boxes)),
            rows: [{ what: 'points stored', found: built.tree.below(built.tree.root).length, wanted: row * row }],
        };
    },
};

const outside = {
    name: 'outside',
    title: 'A question outside the world finds nothing',
    met: 'The frame is the world that the tree was made for. Some boxes have left it, and the tree keeps them in its outer cells. But this search compares the window with cells, so it never looks there.',
    cured: 'Each node keeps bounds around its boxes, wherever they are. The search asks the bounds.',
    setting: { label: 'Window, from left to right', values: [-190, -120, -60, 0, 200, 400, 600, 800, 960, 1020, 1060, 1100], start: 1 },
    view: [-230, -230, 1254, 1254],
    shows: ['visits'],
    fault: class extends Tree {
        visits(node, window) {
            return overlap(node.cell, window);
        }
    },
    cure: Tree,
    run(Kind, left) {
        const boxes = scatter(140, 50, 7).map(({ left: l, bottom, right, top }) => {
            const spread = one => (one - SIDE / 2) * 1.3 + SIDE / 2;
            return { left: spread(l), bottom: spread(bottom), right: spread(l) + right - l, top: spread(bottom) + top - bottom };
        });
        return windows(fill(new Kind(), boxes), { left, bottom: 300, right: left + 100, top: 700 });
    },
};

const ownLeaf = {
    name: 'own-leaf',
    title: 'Only the own leaf is searched for collisions',
    met: 'Each box is stored by its centre, and compared with the boxes of its own leaf. That needs very few tests. But the box may reach into the next leaf, and what it meets there is not seen: more than half of all pairs in one published demo.',
    cured: 'Ask the tree with the whole box. The search visits every leaf with bounds that meet it.',
    setting: { label: 'Boxes', values: [20, 50, 100, 200, 400], start: 2 },
    shows: ['partners'],
    fault: class extends Tree {
        partners(item) {
            this.tests += item.leaf.items.length;
            return item.leaf.items.filter(other => overlap(other.box, item.box));
        }
    },
    cure: class extends Tree {
        partners(item) {
            return this.find(item.box);
        }
    },
    run(Kind, count) {
        const built = fill(new Kind(), scatter(count, 60, 11));
        const pairs = built.items.flatMap(item => built.tree.partners(item).filter(({ number }) => item.number < number).map(({ number }) => `${item.number} ${number}`));
        const wanted = allPairs(built.boxes);
        const wrong = differences(pairs, wanted);
        const of = list => new Set(list.flatMap(pair => pair.split(' ').map(Number)));
        return {
            ...built, wrong: of(wrong), found: of(wanted), lines: wrong,
            rows: [
                { what: 'pairs found', found: pairs.length, wanted: wanted.length },
                { what: 'tests', found: built.tree.tests, wanted: count * (count - 1) / 2, judged: false },
            ],
        };
    },
};

export const losing = [deepest, firstChild, line, outside, ownLeaf];
