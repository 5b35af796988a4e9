// A tree that writes down what it does: a frame for each step, with a sentence and everything that a picture of it needs. A frame is
// frozen data, so that going back shows what going forward has shown. changes.js and questions.js say which steps there are.
import { QUARTERS, Tree } from '../tree.js';

export const letter = ({ number }) => String.fromCharCode(65 + number);
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const boxesOf = count => plural(count, 'box', 'boxes');

/** "root", or the quarters that lead to a node. */
export function nameOf(node) {
    const way = [];
    for (let one = node; one.parent; one = one.parent) way.unshift(QUARTERS[one.parent.children.indexOf(one)]);
    return way.join('/') || 'root';
}

/** A node within a sentence, and at its beginning. */
export const the = node => (node.parent ? nameOf(node) : 'the root');
export const The = node => (node.parent ? nameOf(node) : 'The root');

/** Where the centre of a box is, seen from the middle of a node. */
export function sideOf(node, { left, bottom, right, top }) {
    const x = (left + right) / 2, y = (bottom + top) / 2;
    const across = x === node.x ? 'on the middle line, which counts as right of it' : x > node.x ? 'right of the middle' : 'left of the middle';
    const up = y === node.y ? 'on the middle line, which counts as above it' : y > node.y ? 'above it' : 'below it';
    return `${across} and ${up}`;
}

const corners = ({ left, bottom, right, top }) => [left, bottom, right, top];

function frozen(value) {
    if (value && typeof value === 'object') for (const one of Object.values(value)) frozen(one);
    return Object.freeze(value);
}

export class Recorder extends Tree {
    /** What pictures show beside the tree: a window, a point, the circle that is searched, where a box is going. */
    shown = { window: null, point: null, reach: 0, ghost: null };
    frames = [];
    looks = new Map(); // nodes and items: opened, skipped, queued; hand, missed, found, queued
    pairsFound = [];
    boundsTests = 0;
    touched = new Set(); // nodes that were looked at
    queue = null; // of the nearest: what waits, and the entry that leaves in this step
    taken = null;
    #isOn = false;

    /** Puts all items in but the one with the number `outside`, takes those in `gone` out again, and begins to write down. */
    begin(items, { outside = -1, gone = [] } = {}) {
        for (const item of items) if (item.number !== outside) this.insert(item);
        for (const number of gone) this.remove(items[number]);
        this.items = items.filter(({ number }) => !gone.includes(number));
        this.looks.clear();
        this.#isOn = true;
        this.tests = this.boundsTests = this.splits = 0;
    }

    look(one, look) {
        this.looks.set(one, look);
    }

    /** Writes a step down. `now`: the nodes and items that it is about. */
    say(text, ...now) {
        if (!this.#isOn) return;
        for (const one of now) if (one.cell) this.touched.add(one);
        this.frames.push(frozen({
            text: text[0].toUpperCase() + text.slice(1),
            nodes: this.#nodes(now), boxes: this.#boxes(now), queue: this.#queue(now), pairs: this.pairsFound.map(pair => pair.map(({ number }) => number)),
            ...this.shown, line: this.line ?? null,
            tests: this.tests, boundsTests: this.boundsTests, found: this.items.filter(item => this.looks.get(item) === 'found').length,
        }));
    }

    #nodes(now) {
        const nodes = this.nodes();
        return nodes.map(node => ({
            name: nameOf(node), parent: nodes.indexOf(node.parent), depth: node.depth, isLeaf: !node.children, count: node.count,
            cell: corners(node.cell), bounds: node.count > 0 ? corners(node.bounds) : null,
            items: this.items.filter(({ leaf }) => leaf === node).map(letter),
            look: this.looks.get(node) ?? '', isNow: now.includes(node),
        }));
    }

    #boxes(now) {
        return this.items.map(item => ({ name: letter(item), box: corners(item.box), look: this.looks.get(item) ?? '', isNow: now.includes(item), isStored: Boolean(item.leaf) }));
    }

    #queue(now) {
        if (!this.queue) return null;
        return [...(this.taken ? [this.taken] : []), ...this.queue].map(entry => {
            const { node, item, distance } = entry;
            return {
                name: item ? `Box ${letter(item)}` : The(node), holds: item ? '' : boxesOf(node.count), distance: Math.round(Math.sqrt(distance)),
                isTaken: entry === this.taken, isNew: entry !== this.taken && now.includes(item ?? node),
            };
        });
    }
}
