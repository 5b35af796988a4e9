// The seven operations of "Step by step": each makes a random scene, runs it on a recorded tree, and has brute force judge the outcome.
import { allPairs, differences, inWindow, itemsOf, makeDice, nearestTo, SIDE } from '../brute.js';
import { Changing } from './changes.js';
import { Asking } from './questions.js';
import { boxesOf, letter, plural, the } from './recorder.js';

const NEAREST = 3;
const LETTER = 45; // between the corners of boxes that overlap, so that both letters can be read
const MOST_SEEDS = 2000; // tries for an example

const around = (x, y, width, height) => ({ left: x - width / 2, bottom: y - height / 2, right: x + width / 2, top: y + height / 2 });
const middle = ({ left, bottom, right, top }) => ({ x: (left + right) / 2, y: (bottom + top) / 2 });
const meet = (a, b) => a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;

/** A box whose centre is at a place, or as near to it as the world allows. */
export function boxAt(box, { x, y }) {
    const inside = value => Math.min(SIDE - 1, Math.max(0, value));
    return around(inside(x), inside(y), box.right - box.left, box.top - box.bottom);
}

/** So many boxes, half of them crowded; they overlap only where that is the question. */
function boxesFor(dice, count, { least = 54, more = 56, overlapping = false } = {}) {
    const boxes = [];
    const crowd = { x: dice(SIDE - 400), y: dice(SIDE - 400) };
    for (let tries = 0; boxes.length < count; tries++) {
        const width = least + dice(more), height = least + dice(more);
        const [x, y] = boxes.length % 2 ? [crowd.x + dice(400), crowd.y + dice(400)] : [dice(SIDE), dice(SIDE)];
        const box = around(Math.min(SIDE - width, Math.max(width, x)), Math.min(SIDE - height, Math.max(height, y)), width, height);
        const isApart = other => (overlapping ? Math.abs(other.left - box.left) + Math.abs(other.top - box.top) > LETTER : !meet(other, box));
        if (tries > 400 || boxes.every(isApart)) boxes.push(box);
    }
    return boxes;
}

const options = { capacity: 4, merge: 2, deepest: 6 };
const stored = tree => tree.below(tree.root).map(({ number }) => number).sort((a, b) => a - b);

/** A tree with a scene in it, about to be recorded. */
function prepare(Kind, { boxes, outside, gone }) {
    const items = itemsOf(boxes);
    const tree = new Kind(options);
    tree.begin(items, { outside, gone });
    return { tree, items };
}

/** Nodes that a change has looked at, as a sentence. */
const looked = tree => `${tree.nodes().filter(node => tree.touched.has(node)).length} of ${tree.nodes().length} nodes were looked at.`;

const tests = tree => `${plural(tree.tests, 'test')} of boxes and ${tree.boundsTests} of bounds`;

/** The outcome beside brute force, in the last sentence. */
const agreed = isRight => (isRight ? 'finds the same' : 'finds something else');
const isEqual = (a, b) => differences(a, b).length === 0;

function insertInto({ boxes, outside, place }) {
    const { tree, items } = prepare(Changing, { boxes, outside });
    const item = items[outside];
    item.box = boxAt(item.box, place);
    tree.look(item, 'hand');
    tree.say(`${letter(item)} is not in the tree yet. The centre of a box, here the cross, decides which leaf takes it.`, item);
    tree.insert(item);
    const { leaf } = item, { parent } = leaf;
    if (leaf.items.length > tree.capacity && leaf.depth < tree.deepest)
        tree.say(`Done: all boxes went to ${the(leaf)}, which is too full now. An insertion splits once; the next one into this leaf splits it.`, leaf);
    else if (tree.splits > 0) {
        const filled = parent.children.filter(({ count }) => count > 0).length;
        tree.say(`Done: ${the(parent)} is an inner node now, and its ${boxesOf(parent.count)} are in ${filled} of its children. ${looked(tree)}`, parent);
    } else tree.say(`Done: ${letter(item)} is in ${the(leaf)}. ${looked(tree)}`, leaf, item);
    return { tree, items, frames: tree.frames, answer: stored(tree), wanted: items.map(({ number }) => number) };
}

/** A scene with one box outside of the tree. */
function withGuest(seed, count) {
    const dice = makeDice(seed);
    const boxes = boxesFor(dice, count);
    return { boxes, outside: count - 1, place: middle(boxes[count - 1]) };
}

const inserting = {
    name: 'inserting',
    title: 'Inserting',
    place: 'centre',
    looks: ['now', 'hand', 'out', 'opened', 'bounds'],
    scene: seed => withGuest(seed, 14),
    run: insertInto,
    fits: ({ tree, items }) => items.at(-1).leaf.depth === 2 && tree.splits === 0 && tree.nodes().length <= 17,
};

const splitting = {
    name: 'splitting',
    title: 'Splitting',
    place: null,
    looks: ['now', 'hand', 'out', 'opened', 'bounds'],
    scene: seed => withGuest(seed, 6 + seed % 5),
    run: insertInto,
    fits: ({ tree, items }) => {
        const { parent } = items.at(-1).leaf;
        return tree.splits > 0 && parent.children.filter(({ count }) => count > 0).length > 2 && parent.depth < 2;
    },
};

/** A scene in which the parent of one leaf has a box more than it merges at: boxes have left it before. */
function crowded(seed) {
    const dice = makeDice(seed);
    const boxes = boxesFor(dice, 14);
    const { tree } = prepare(Changing, { boxes });
    const parents = tree.nodes().filter(({ depth, children, count }) => depth > 0 && children?.every(child => !child.children) && count - 3 <= tree.mergeAt);
    if (parents.length === 0) return { boxes, leaving: 0, gone: [] };
    const below = tree.below(parents[dice(parents.length)]).map(({ number }) => number);
    const gone = below.slice(tree.mergeAt + 1);
    return { boxes, gone, leaving: below[dice(tree.mergeAt + 1)] };
}

const removing = {
    name: 'removing',
    title: 'Removing and merging',
    place: null,
    looks: ['now', 'hand', 'out', 'opened', 'bounds'],
    scene: crowded,
    run({ boxes, gone, leaving }) {
        const { tree, items } = prepare(Changing, { boxes, gone });
        const item = items[leaving], { leaf } = item, before = tree.nodes().length;
        tree.look(item, 'hand');
        tree.say(`${letter(item)} is to leave. Each box knows its leaf, here ${the(leaf)}, so its removal searches nothing.`, leaf, item);
        tree.remove(item);
        const merged = before - tree.nodes().length;
        const why = `A leaf splits above ${tree.capacity} boxes and merges at ${tree.mergeAt}, so a box that comes and goes does not do both each time.`;
        tree.say(merged ? `Done, with ${merged} nodes fewer than before. ${why}` : `Done. ${looked(tree)}`);
        const wanted = items.map(({ number }) => number).filter(number => number !== leaving && !gone.includes(number));
        return { tree, items: tree.items, frames: tree.frames, answer: stored(tree), wanted, merged };
    },
    fits: ({ merged, tree, frames }) => merged > 0 && tree.nodes().length > 5 && frames.length >= 6,
};

const moving = {
    name: 'moving',
    title: 'Moving across a border',
    place: 'centre',
    looks: ['now', 'hand', 'end', 'ghost', 'opened', 'bounds'],
    scene(seed) {
        const dice = makeDice(seed);
        const boxes = boxesFor(dice, 14);
        const moved = dice(boxes.length), { x, y } = middle(boxes[moved]);
        const inside = value => Math.min(SIDE - 60, Math.max(60, value));
        return { boxes, moved, place: { x: inside(x + dice(600) - 300), y: inside(y + dice(600) - 300) } };
    },
    run({ boxes, moved, place }) {
        const { tree, items } = prepare(Changing, { boxes });
        const item = items[moved], before = item.leaf, box = boxAt(item.box, place);
        tree.look(item, 'hand');
        tree.shown = { ...tree.shown, ghost: [box.left, box.bottom, box.right, box.top] };
        tree.say(`${letter(item)} is in ${the(before)}, and moves to the dashed pink frame.`, before, item);
        tree.move(item, box);
        tree.say(`Done: ${letter(item)} ${before === item.leaf ? 'is still' : 'is now'} in ${the(item.leaf)}. ${looked(tree)}`, item.leaf, item);
        return { tree, items, frames: tree.frames, answer: stored(tree), wanted: items.map(({ number }) => number), before };
    },
    fits: ({ tree, items, frames, before }, { moved }) => items[moved].leaf !== before && before.depth === 2 && frames.length <= 12
        && tree.nodes().length <= 17 && items.every(({ box, number }) => number === moved || !meet(box, items[moved].box)),
};

const searching = {
    name: 'searching',
    title: 'A window search',
    place: 'window',
    looks: ['now', 'window', 'found', 'missed', 'opened', 'skipped', 'bounds'],
    scene(seed) {
        const dice = makeDice(seed);
        const boxes = boxesFor(dice, 18);
        const width = 240 + dice(200), height = 240 + dice(200);
        return { boxes, place: around(width / 2 + dice(SIDE - width), height / 2 + dice(SIDE - height), width, height) };
    },
    run({ boxes, place: window }) {
        const { tree, items } = prepare(Asking, { boxes });
        tree.shown = { ...tree.shown, window: [window.left, window.bottom, window.right, window.top] };
        tree.say('which boxes overlap the green window? The search begins at the root. Bounds are dashed, and decide what it visits.');
        const answer = tree.find(window).map(({ number }) => number);
        const wanted = inWindow(boxes, window);
        tree.say(`Done: ${boxesOf(answer.length)} found by ${tests(tree)}. Brute force takes ${boxes.length}, and ${agreed(isEqual(answer, wanted))}.`);
        return { tree, items, frames: tree.frames, answer, wanted };
    },
    rows: ({ tests, boundsTests, found }, { boxes }, { wanted }) => [
        { what: 'tests of boxes', found: tests, wanted: boxes.length }, { what: 'tests of bounds', found: boundsTests, wanted: 0 },
        { what: 'boxes found', found, wanted: wanted.length }],
    fits: ({ tree, frames, answer }) => answer.length > 1 && answer.length < 6 && tree.tests > answer.length && frames.length <= 26 && tree.nodes().length <= 21
        && frames.at(-1).nodes.some(({ look, isLeaf }) => look === 'skipped' && !isLeaf),
};

const nearest = {
    name: 'nearest',
    title: 'The nearest, with a queue',
    place: 'point',
    looks: ['now', 'found', 'queued', 'opened', 'bounds'],
    scene(seed) {
        const dice = makeDice(seed);
        return { boxes: boxesFor(dice, 16), place: { x: 80 + dice(SIDE - 160), y: 80 + dice(SIDE - 160) } };
    },
    run({ boxes, place: { x, y } }) {
        const { tree, items } = prepare(Asking, { boxes });
        const answer = tree.nearest(x, y, NEAREST).map(({ number }) => number);
        const wanted = nearestTo(boxes, x, y, NEAREST);
        const nodes = tree.queue.filter(({ node }) => node).map(({ node }) => node);
        const left = nodes.reduce((sum, { count }) => sum + count, 0);
        tree.taken = null;
        const waiting = nodes.length === 1 ? 'is still in the queue, and is never opened' : 'are still in the queue, and are never opened';
        const rest = nodes.length === 0 ? 'No node is left in the queue' : `${plural(nodes.length, 'node')} with ${boxesOf(left)} ${waiting}`;
        tree.say(`Done. ${rest}. Brute force measures ${boxes.length} distances, and ${agreed(answer.join() === wanted.join())}.`);
        return { tree, items, frames: tree.frames, answer, wanted };
    },
    rows: ({ tests, boundsTests, found }, { boxes }, { wanted }) => [
        { what: 'distances of boxes', found: tests, wanted: boxes.length }, { what: 'distances of bounds', found: boundsTests, wanted: 0 },
        { what: 'boxes found', found, wanted: wanted.length }],
    fits: ({ tree, frames, answer, items }, { place: { x, y } }) => !meet(items[answer[0]].box, { left: x, right: x, bottom: y, top: y })
        && frames.length >= 7 && frames.length <= 12 && tree.queue.filter(({ node }) => node).length > 1 && frames.every(({ queue }) => queue.length <= 11),
};

const pairing = {
    name: 'pairs',
    title: 'A pair found',
    place: null,
    looks: ['now', 'found', 'pair', 'bounds'],
    scene(seed) {
        const dice = makeDice(seed);
        return { boxes: boxesFor(dice, 10, { least: 80, more: 150, overlapping: true }) };
    },
    run({ boxes }) {
        const { tree, items } = prepare(Asking, { boxes });
        const answer = [];
        tree.say('which boxes overlap each other? Two boxes are in one leaf, or in two leaves. Each pair is to be found once.');
        tree.pairs((a, b) => answer.push(a.number < b.number ? `${a.number} ${b.number}` : `${b.number} ${a.number}`));
        const wanted = allPairs(boxes);
        const brute = boxes.length * (boxes.length - 1) / 2;
        tree.say(`Done: ${plural(answer.length, 'pair')} by ${tests(tree)}. Brute force takes ${brute}, and ${agreed(isEqual(answer, wanted))}.`);
        return { tree, items, frames: tree.frames, answer, wanted };
    },
    rows: ({ tests, boundsTests, pairs }, { boxes }, { wanted }) => [
        { what: 'tests of boxes', found: tests, wanted: boxes.length * (boxes.length - 1) / 2 }, { what: 'tests of bounds', found: boundsTests, wanted: 0 },
        { what: 'pairs found', found: pairs.length, wanted: wanted.length }],
    fits: ({ tree, items, frames, answer }) => {
        const across = answer.filter(pair => { const [a, b] = pair.split(' ').map(Number); return items[a].leaf !== items[b].leaf; });
        return answer.length <= 5 && across.length > 0 && across.length < answer.length && frames.length <= 30 && tree.nodes().length > 5
            && frames.some(({ text }) => text.includes('saved')) && frames.some(({ text }) => text.includes('one by one'));
    },
};

export const operations = [inserting, splitting, removing, moving, searching, nearest, pairing];

/** Runs an operation on a scene; brute force judges it. */
export function run(operation, scene) {
    const result = operation.run(scene);
    return { ...result, right: operation === nearest ? result.answer.join() === result.wanted.join() : isEqual(result.answer, result.wanted) };
}

/** The first example from a seed on that shows what the operation is about. */
export function example(operation, first) {
    for (let seed = first; ; seed++) {
        const scene = operation.scene(seed);
        const result = run(operation, scene);
        if (operation.fits(result, scene) || seed - first > MOST_SEEDS) return { seed, scene, result };
    }
}
