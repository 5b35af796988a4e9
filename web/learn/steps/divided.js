// The same boxes in a tree that is undivided, divided once or divided twice, and the tests that pairs and a window take there.
import { itemsOf, scatter } from '../brute.js';
import { probe, Tree } from '../tree.js';

export const NAMES = ['Undivided', 'Divided once', 'Divided twice'];
export const boxesFor = (count, seed) => scatter(count, 50, seed);

/** Every leaf is divided, so many times: 1, 4 or 16 cells. */
export function divided(boxes, times) {
    const tree = new Tree({ capacity: Infinity });
    for (const item of itemsOf(boxes)) tree.insert(item);
    for (let i = 0; i < times; i++) for (const node of tree.nodes()) if (!node.children) tree.split(node);
    return tree;
}

/** What a question finds, and how many boxes and bounds it compares. */
function counted(tree, ask) {
    const before = probe.compared;
    tree.tests = 0;
    const found = ask();
    return { found, boxes: tree.tests, bounds: probe.compared - before - tree.tests };
}

/** Both questions for a tree: the numbers that they find, and their tests. */
export function questions(tree, window) {
    const pairs = [];
    const report = (a, b) => pairs.push(a.number < b.number ? `${a.number} ${b.number}` : `${b.number} ${a.number}`);
    return {
        pairs: counted(tree, () => { tree.pairs(report); return pairs; }),
        window: counted(tree, () => tree.find(window).map(({ number }) => number)),
    };
}
