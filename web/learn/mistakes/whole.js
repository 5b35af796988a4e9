// The textbook's tree, and how trees of this page are filled.
import { itemsOf } from '../brute.js';
import { Tree } from '../tree.js';

/** The upper edges are outside: boxes in two cells beside each other then never touch. */
const holds = (cell, box) => cell.left <= box.left && box.right < cell.right && cell.bottom <= box.bottom && box.top < cell.top;

/** A box is in the smallest cell that holds all of it, so a node with children has items too. */
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
