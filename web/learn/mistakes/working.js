// Mistakes that make the work, or its count, wrong: the right boxes are found, twice or too expensively.
import { allPairs, differences, makeDice, scatter, SIDE } from '../brute.js';
import { overlap, probe, Tree } from '../tree.js';
import { fill, Whole } from './whole.js';

const key = (a, b) => (a.number < b.number ? `${a.number} ${b.number}` : `${b.number} ${a.number}`);
const of = list => new Set(list.flatMap(pair => pair.split(' ').map(Number)));

/** Pairs beside those of brute force; each is to be reported once. */
function pairRows(pairs, boxes) {
    const wanted = allPairs(boxes);
    const wrong = differences(pairs, wanted);
    return { found: of(wanted), wrong: of(wrong), row: { what: 'pairs reported', found: pairs.length, wanted: wanted.length } };
}

const twice = {
    name: 'twice',
    title: 'Each pair is reported twice',
    met: 'Each box asks the tree for the boxes that it overlaps. So the pair of A and B is reported by A, and by B once more. A game takes the damage twice, and a counter prints twice the truth.',
    cured: 'The box with the smaller number reports the pair. A search through pairs of nodes, as in this library, also needs only half of the work.',
    setting: { label: 'Boxes', values: [10, 20, 50, 100, 200, 400], start: 3 },
    shows: ['pairs'],
    fault: class extends Tree {
        pairs(items, report) {
            for (const a of items)
                for (const b of this.find(a.box)) if (a !== b) report(a, b);
        }
    },
    cure: class extends Tree {
        pairs(items, report) {
            for (const a of items)
                for (const b of this.find(a.box)) if (a.number < b.number) report(a, b);
        }
    },
    run(Kind, count) {
        const built = fill(new Kind(), scatter(count, 60, 13));
        const pairs = [];
        built.tree.pairs(built.items, (a, b) => pairs.push(key(a, b)));
        const { found, wrong, row } = pairRows(pairs, built.boxes);
        return { ...built, found, wrong, rows: [row] };
    },
};

/** A box is in every leaf that it touches; a frame stores all boxes again, as `run` does, and searches. */
class Touching extends Tree {
    split(leaf) {
        const { items } = leaf;
        leaf.items = [];
        super.split(leaf);
        for (const item of items) this.place(item, leaf);
    }

    insert(item) {
        this.place(item, this.root);
    }

    partners(item, node = this.root) {
        if (node.children) return node.children.flatMap(child => (this.concerns(child, item) ? this.partners(item, child) : []));
        this.tests += node.items.length;
        return node.items.filter(other => overlap(other.box, item.box));
    }

    concerns(child, item) {
        this.tests++;
        return overlap(child.cell, item.box);
    }
}

const uncounted = {
    name: 'uncounted',
    title: 'The counter leaves the moving out',
    met: 'This tree keeps a box in every leaf that it touches, and stores all boxes again when they have moved. Its counter has the tests of the search. Those that find the leaves again are missing, though they compare boxes in the same way.',
    cured: 'Count every comparison, wherever it is made. With few boxes brute force then needs fewer, which is true, and worth knowing.',
    setting: { label: 'Boxes', values: [10, 20, 50, 100, 200, 400], start: 1 },
    shows: ['place'],
    fault: class extends Touching {
        place(item, node) {
            if (!node.children) return this.add(node, item);
            for (const child of node.children)
                if (overlap(child.cell, item.box)) this.place(item, child);
        }
    },
    cure: class extends Touching {
        place(item, node) {
            if (!node.children) return this.add(node, item);
            for (const child of node.children) {
                this.tests++;
                if (overlap(child.cell, item.box)) this.place(item, child);
            }
        }
    },
    run(Kind, count) {
        const before = probe.compared;
        const built = fill(new Kind({ capacity: 4, deepest: 5 }), scatter(count, 60, 17));
        const pairs = new Set();
        for (const item of built.items)
            for (const other of built.tree.partners(item)) if (item !== other) pairs.add(key(item, other));
        const made = probe.compared - before;
        const { found, wrong, row } = pairRows([...pairs], built.boxes);
        return {
            ...built, found, wrong,
            rows: [
                { what: 'comparisons that the counter has', found: built.tree.tests, wanted: made, remark: 'really made', says: 'The answers are right, but the counter is not.' },
                { what: 'comparisons, tree and brute force', found: made, wanted: count * (count - 1) / 2, judged: false },
                row,
            ],
        };
    },
};

const straddlers = {
    name: 'straddlers',
    title: 'Boxes on a line are compared with everything',
    met: 'A box on a line stays in the parent, so it may meet any box below (here it is pink). This search compares it with all of them. The answers are right, but each doubling of the boxes makes about three times as many tests.',
    cured: 'Before it looks below, the search asks the bounds there. Boxes on a line then cost little more than others.',
    setting: { label: 'Boxes', values: [50, 100, 200, 400, 800, 1600], start: 3 },
    shows: ['against'],
    fault: class extends Whole {
        against(item, node, report) {
            for (const other of node.items) this.test(item, other, report);
            for (const child of node.children ?? []) this.against(item, child, report);
        }
    },
    cure: class extends Whole {
        against(item, node, report) {
            if (!this.visits(node, item.box)) return;
            for (const other of node.items) this.test(item, other, report);
            for (const child of node.children ?? []) this.against(item, child, report);
        }
    },
    run(Kind, count) {
        class Counted extends Kind {
            test(a, b, report) {
                this.tests++;
                if (overlap(a.box, b.box)) report(a, b);
            }
        }
        const built = fill(new Counted({ deepest: 8 }), scatter(count, Math.round(900 / Math.sqrt(count)), 19));
        const { tree } = built;
        const pairs = [];
        const report = (a, b) => pairs.push(key(a, b));
        for (const node of tree.nodes())
            for (const [i, item] of node.items.entries()) {
                for (const other of node.items.slice(i + 1)) tree.test(item, other, report);
                for (const child of node.children ?? []) tree.against(item, child, report);
            }
        const { wrong, row } = pairRows(pairs, built.boxes);
        return { ...built, found: new Set(), wrong, marked: onLine(built), rows: [row, { what: 'tests', found: tree.tests, wanted: 20 * count, most: true, remark: `all pairs: ${(count * (count - 1) / 2).toLocaleString('en')}` }] };
    },
};

/** The boxes that a node with children keeps. */
function onLine({ items }) {
    return new Set(items.filter(({ leaf }) => leaf.children).map(({ number }) => number));
}

const thrash = {
    name: 'thrash',
    title: 'Split and merge at the same number',
    met: 'A leaf splits when it has more than four boxes, and four boxes merge back. At that border one box that comes and goes splits a leaf each time, and the next removal undoes it. A bullet at the wrong place slows the game down.',
    cured: 'Merge at half of the capacity. Between the two numbers nothing changes.',
    setting: { label: 'Times that the pink box comes and goes', values: [0, 1, 2, 5, 10, 20, 50, 100], start: 6 },
    shows: ['shouldMerge'],
    fault: class extends Tree {
        shouldMerge(node) {
            return node.count <= this.capacity;
        }
    },
    cure: Tree,
    run(Kind, times) {
        const built = fill(new Kind(), scatter(5, 200, 23));
        const [guest] = built.items;
        for (let i = 0; i < times; i++) {
            built.tree.remove(guest);
            built.tree.insert(guest);
        }
        return {
            ...built, found: new Set(), wrong: new Set(), marked: new Set([0]),
            rows: [
                { what: 'boxes stored', found: built.tree.below(built.tree.root).length, wanted: 5 },
                { what: 'splits', found: built.tree.splits, wanted: 2, most: true },
            ],
        };
    },
};

/** Where a centre is in the grid of the smallest cells: a box that stays in its smallest cell stays in its leaf. */
function smallest({ left, bottom, right, top }, deep) {
    const size = SIDE / 2 ** deep;
    return `${Math.floor((left + right) / 2 / size)} ${Math.floor((bottom + top) / 2 / size)}`;
}

/** The cell has the centre, or the centre has left the world. */
function isHome({ left, bottom, right, top }, cell) {
    const x = (left + right) / 2, y = (bottom + top) / 2;
    const isOutside = x < 0 || x >= SIDE || y < 0 || y >= SIDE;
    return isOutside || (cell.left <= x && x < cell.right && cell.bottom <= y && y < cell.top);
}

const rebuild = {
    name: 'rebuild',
    title: 'Everything is stored again each frame',
    met: 'All boxes move a little, and this loop takes out and stores each of them. It is easy to write, and the answers are right. But most boxes have not left their cell.',
    cured: 'Look for the leaf first. If it is the old one, only its bounds change.',
    setting: { label: 'Frames', values: [0, 1, 5, 10, 20, 40], start: 3 },
    shows: ['move'],
    fault: class extends Tree {
        move(item, box) {
            this.remove(item);
            item.box = box;
            this.insert(item);
        }
    },
    cure: Tree,
    run(Kind, frames) {
        const built = fill(new Kind(), scatter(120, 40, 29));
        const { tree, items } = built;
        const dice = makeDice(31);
        tree.stored = 0;
        let left = 0; // boxes that left the smallest cell
        for (let frame = 0; frame < frames; frame++)
            for (const item of items) {
                const x = dice(7) - 3, y = dice(7) - 3;
                const box = { left: item.box.left + x, bottom: item.box.bottom + y, right: item.box.right + x, top: item.box.top + y };
                left += Number(smallest(item.box, tree.deepest) !== smallest(box, tree.deepest));
                tree.move(item, box);
            }
        const boxes = items.map(({ box }) => box);
        const pairs = items.flatMap(item => tree.find(item.box).filter(({ number }) => item.number < number).map(other => key(item, other)));
        const { found, wrong, row } = pairRows(pairs, boxes);
        const atHome = items.filter(({ box, leaf }) => isHome(box, leaf.cell)).length;
        return { ...built, boxes, found, wrong, rows: [row, { what: 'boxes in the cell of their centre', found: atHome, wanted: items.length }, { what: 'boxes stored again', found: tree.stored, wanted: left, most: true, remark: 'moves out of a smallest cell' }] };
    },
};

export const working = [twice, uncounted, straddlers, thrash, rebuild];
