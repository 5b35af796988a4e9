// A small quadtree without a known mistake, for chapters that need no library. Each of "Ten mistakes" is a subclass that replaces a
// method by a fault; "Step by step" replaces methods to write down what they do.
import { SIDE } from './brute.js';

/** The children of a node in their order. */
export const QUARTERS = ['NW', 'NE', 'SW', 'SE'];

/** How often any tree has compared two boxes. */
export const probe = { compared: 0 };

export function overlap(a, b) {
    probe.compared++;
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

const nowhere = () => ({ left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity });

function grow(node, box) {
    const { bounds } = node;
    bounds.left = Math.min(bounds.left, box.left);
    bounds.bottom = Math.min(bounds.bottom, box.bottom);
    bounds.right = Math.max(bounds.right, box.right);
    bounds.top = Math.max(bounds.top, box.top);
}

/** The square of the distance. */
export function distanceTo({ left, bottom, right, top }, x, y) {
    const across = Math.max(left - x, 0, x - right), up = Math.max(bottom - y, 0, y - top);
    return across * across + up * up;
}

/** The order of the queue. At the same distance nodes come before boxes: a box with a smaller number may be in them. */
function sooner(a, b) {
    return a.distance - b.distance || Number(Boolean(a.item)) - Number(Boolean(b.item)) || (a.item && b.item ? a.item.number - b.item.number : 0);
}

function newNode(x, y, half, parent) {
    const cell = { left: x - half, bottom: y - half, right: x + half, top: y + half };
    return { x, y, half, cell, bounds: nowhere(), depth: parent ? parent.depth + 1 : 0, parent, children: null, items: [], count: 0 };
}

/** Each box is in the leaf of its centre; bounds around the boxes, not cells, decide what a question visits. */
export class Tree {
    constructor({ capacity = 4, merge = 2, deepest = 6 } = {}) {
        Object.assign(this, { capacity, mergeAt: merge, deepest, splits: 0, stored: 0, tests: 0 });
        this.root = newNode(SIDE / 2, SIDE / 2, SIDE / 2, null);
    }

    childFor(node, box) {
        const right = (box.left + box.right) / 2 >= node.x;
        const lower = (box.bottom + box.top) / 2 < node.y;
        return node.children[2 * lower + right];
    }

    insert(item) {
        this.stored++;
        let node = this.root;
        while (node.children) {
            const child = this.childFor(node, item.box);
            if (!child) return this.keep(node, item);
            this.pass(node, item);
            node = child;
        }
        this.add(node, item);
    }

    /** An insertion passes a node on its way down. */
    pass(node, item) {
        node.count++;
        grow(node, item.box);
    }

    /** What becomes of an item that goes into no child: this tree has none. */
    keep() {}

    add(leaf, item) {
        this.put(leaf, item);
        if (leaf.items.length > this.capacity && leaf.depth < this.deepest) this.split(leaf);
    }

    put(node, item) {
        node.items.push(item);
        node.count++;
        item.leaf = node;
        grow(node, item.box);
    }

    split(leaf) {
        const { items } = leaf;
        leaf.items = [];
        this.divide(leaf);
        for (const item of items) this.deal(leaf, item);
    }

    /** Gives a leaf four empty children. */
    divide(leaf) {
        const { x, y } = leaf, half = leaf.half / 2;
        leaf.children = [[-1, 1], [1, 1], [-1, -1], [1, -1]].map(([right, up]) => newNode(x + right * half, y + up * half, half, leaf));
        this.splits++;
    }

    /** Gives a child an item of the leaf that has been divided. */
    deal(leaf, item) {
        const child = this.childFor(leaf, item.box);
        leaf.count--;
        if (child) {
            leaf.count++;
            this.put(child, item);
        } else this.keep(leaf, item);
    }

    refit(node) {
        node.bounds = nowhere();
        node.count = node.items.length;
        for (const { box } of node.items) grow(node, box);
        for (const child of node.children ?? []) {
            grow(node, child.bounds);
            node.count += child.count;
        }
    }

    merge(node) {
        const items = this.below(node);
        node.children = null;
        node.items = [];
        node.count = 0;
        for (const item of items) this.put(node, item);
    }

    shouldMerge(node) {
        return node.count <= this.mergeAt;
    }

    /** Takes an item out of the list of its leaf, and returns the leaf. */
    take(item) {
        const { leaf } = item;
        leaf.items.splice(leaf.items.indexOf(item), 1);
        item.leaf = null;
        return leaf;
    }

    remove(item) {
        for (let node = this.take(item); node; node = node.parent) {
            this.refit(node);
            if (node.children && this.shouldMerge(node)) this.merge(node);
        }
    }

    leafFor(box) {
        let node = this.root;
        while (node.children) node = this.childFor(node, box);
        return node;
    }

    move(item, box) {
        if (this.leafFor(box) !== item.leaf) {
            this.remove(item);
            item.box = box;
            this.insert(item);
        } else {
            item.box = box;
            for (let node = item.leaf; node; node = node.parent) this.refit(node);
        }
    }

    /** Everything below a node. */
    below(node) {
        return node.children ? [...node.items, ...node.children.flatMap(child => this.below(child))] : node.items;
    }

    visits(node, window) {
        return overlap(node.bounds, window);
    }

    meets(item, window) {
        this.tests++;
        return overlap(item.box, window);
    }

    find(window, node = this.root) {
        if (!this.visits(node, window)) return [];
        const found = node.items.filter(item => this.meets(item, window));
        for (const child of node.children ?? []) found.push(...this.find(window, child));
        return found;
    }

    nodes(node = this.root) {
        return [node, ...(node.children ?? []).flatMap(child => this.nodes(child))];
    }

    /** All pairs that overlap, each once: in one leaf, or in two. */
    pairs(report, node = this.root) {
        const { items } = node, children = node.children ?? [];
        for (const [i, item] of items.entries())
            for (const other of items.slice(i + 1)) this.compare(item, other, report);
        for (const child of children) this.pairs(report, child);
        for (const [i, child] of children.entries())
            for (const other of children.slice(i + 1)) this.between(child, other, report);
    }

    /** The pairs with one box below each of two nodes. */
    between(a, b, report) {
        if (!this.mayMeet(a, b)) return;
        if (a.children && (!b.children || a.half >= b.half))
            for (const child of a.children) this.between(child, b, report);
        else if (b.children)
            for (const child of b.children) this.between(a, child, report);
        else
            for (const item of a.items)
                if (this.reaches(item, b)) for (const other of b.items) this.compare(item, other, report);
    }

    mayMeet(a, b) {
        return overlap(a.bounds, b.bounds);
    }

    reaches(item, node) {
        return overlap(item.box, node.bounds);
    }

    compare(item, other, report) {
        this.tests++;
        if (overlap(item.box, other.box)) report(item, other);
    }

    /** The boxes nearest to a point, at most so many. A queue has nodes and boxes in order of distance, and its first is always taken. */
    nearest(x, y, most) {
        const queue = [], found = [];
        if (this.root.count > 0) queue.push({ node: this.root, distance: distanceTo(this.root.bounds, x, y) });
        while (queue.length > 0 && found.length < most) {
            const first = queue.shift();
            if (first.item) this.answer(first, found);
            else this.open(first, queue, x, y);
        }
        return found;
    }

    /** The first of the queue is a box: nothing else is nearer. */
    answer({ item }, found) {
        found.push(item);
    }

    /** A node leaves the queue, and the children or boxes in it join. */
    open({ node }, queue, x, y) {
        this.tests += node.items.length;
        for (const item of node.items) queue.push({ item, distance: distanceTo(item.box, x, y) });
        for (const child of node.children ?? []) if (child.count > 0) queue.push({ node: child, distance: distanceTo(child.bounds, x, y) });
        queue.sort(sooner);
    }
}
