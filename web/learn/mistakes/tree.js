// A small quadtree without a known mistake. The mistakes of this page are subclasses of it that replace one method.
import { itemsOf, SIDE } from './brute.js';

/** How often any tree has compared two boxes. */
export const probe = { compared: 0 };

export function overlap(a, b) {
    probe.compared++;
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

/** The upper edges are outside: boxes in two cells beside each other then never touch. */
const holds = (cell, box) => cell.left <= box.left && box.right < cell.right && cell.bottom <= box.bottom && box.top < cell.top;
const nowhere = () => ({ left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity });

function grow(node, box) {
    const { bounds } = node;
    bounds.left = Math.min(bounds.left, box.left);
    bounds.bottom = Math.min(bounds.bottom, box.bottom);
    bounds.right = Math.max(bounds.right, box.right);
    bounds.top = Math.max(bounds.top, box.top);
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
        const upper = (box.bottom + box.top) / 2 >= node.y;
        return node.children[2 * upper + right];
    }

    insert(item) {
        this.stored++;
        let node = this.root;
        while (node.children) {
            const child = this.childFor(node, item.box);
            if (!child) return this.keep(node, item);
            node.count++;
            grow(node, item.box);
            node = child;
        }
        this.add(node, item);
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
        const { x, y, items } = leaf, half = leaf.half / 2;
        leaf.children = [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([right, up]) => newNode(x + right * half, y + up * half, half, leaf));
        leaf.items = [];
        this.splits++;
        for (const item of items) {
            const child = this.childFor(leaf, item.box);
            leaf.count--;
            if (child) {
                leaf.count++;
                this.put(child, item);
            } else this.keep(leaf, item);
        }
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

    remove(item) {
        const { leaf } = item;
        leaf.items.splice(leaf.items.indexOf(item), 1);
        item.leaf = null;
        for (let node = leaf; node; node = node.parent) {
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

    find(window, node = this.root) {
        if (!this.visits(node, window)) return [];
        this.tests += node.items.length;
        const found = node.items.filter(item => overlap(item.box, window));
        for (const child of node.children ?? []) found.push(...this.find(window, child));
        return found;
    }

    nodes(node = this.root) {
        return [node, ...(node.children ?? []).flatMap(child => this.nodes(child))];
    }
}

/** The textbook's tree: a box is in the smallest cell that holds all of it, so a node with children has items too. */
export class Whole extends Tree {
    childFor(node, box) {
        return node.children.find(({ cell }) => holds(cell, box));
    }

    keep(node, item) {
        this.put(node, item);
    }

    add(leaf, item) {
        this.put(leaf, item);
        if (!leaf.children && leaf.items.length > this.capacity && leaf.depth < this.deepest) this.split(leaf);
    }
}

/** Puts boxes into a tree, one after the other. */
export function fill(tree, boxes) {
    const items = itemsOf(boxes);
    for (const item of items) tree.insert(item);
    return { tree, items, boxes };
}
