// "Step by step" in node: whatever the input, each operation leaves a sound tree and an answer that brute force has too, its recorder
// changes nothing, and its frames hold together. A fault in the tree is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allPairs, inWindow, itemsOf, makeDice, nearestTo, scatter, SIDE } from '../learn/brute.js';
import { boxesFor, divided, NAMES, questions } from '../learn/steps/divided.js';
import { layOut, roomFor } from '../learn/steps/diagram.js';
import { boxAt, example, operations, run } from '../learn/steps/operations.js';
import { between, inWords, isGliding, letterAbove, VIEW } from '../learn/steps/picture.js';
import { movedTo, windowBetween } from '../learn/steps/place.js';
import { Tree } from '../learn/tree.js';

const operationOf = name => operations.find(one => one.name === name);
const numbers = items => items.map(({ number }) => number).sort((a, b) => a - b);

/** A scene with a place of its own where the reader may choose one: anywhere, on a line of cells, at an edge. */
function anyScene(operation, seed) {
    const scene = operation.scene(seed);
    const dice = makeDice(7 * seed + 3);
    const some = () => [dice(SIDE), SIDE / 2, SIDE / 4, 0, SIDE][dice(5)];
    return operation.place && seed % 2 ? { ...scene, place: movedTo(scene.place, { x: some(), y: some() }) } : scene;
}

/** What every tree keeps: each box is in the leaf of its centre, bounds and counts are exact, no node is too full or too empty. */
function assertSound(tree, items) {
    for (const node of tree.nodes()) {
        const below = tree.below(node), { cell, bounds } = node;
        assert.equal(node.count, below.length);
        for (const [side, better] of [['left', Math.min], ['bottom', Math.min], ['right', Math.max], ['top', Math.max]])
            assert.equal(bounds[side], better(...below.map(({ box }) => box[side])), side);
        for (const { box: { left, bottom, right, top } } of below) {
            const x = (left + right) / 2, y = (bottom + top) / 2;
            assert.ok(cell.left <= x && x < cell.right && cell.bottom <= y && y < cell.top, 'the centre is in the cell');
        }
        if (node.children) assert.ok(node.items.length === 0 && node.count > tree.mergeAt);
        else assert.ok(node.count <= tree.capacity + 1);
        for (const item of node.items) assert.equal(item.leaf, node);
    }
    assert.equal(new Set(tree.below(tree.root)).size, items.filter(({ leaf }) => leaf).length);
}

/** The same changes on a tree that records nothing. */
function unrecorded(operation, { boxes, outside = -1, gone = [], leaving, moved, place }) {
    const tree = new Tree({ capacity: 4, merge: 2, deepest: 6 });
    const items = itemsOf(boxes);
    for (const item of items) if (item.number !== outside) tree.insert(item);
    for (const number of gone) tree.remove(items[number]);
    if (outside >= 0) {
        items[outside].box = boxAt(items[outside].box, place);
        tree.insert(items[outside]);
    }
    if (leaving !== undefined) tree.remove(items[leaving]);
    if (moved !== undefined) tree.move(items[moved], boxAt(items[moved].box, place));
    return tree;
}

const shape = tree => tree.nodes().map(({ cell, bounds, count, items }) => ({ cell, bounds, count, items: items.map(({ number, box }) => ({ number, box })) }));

/** A frame is whole by itself: its boxes are in one leaf, or in hand; its numbers and names fit. */
function assertWhole(frame) {
    assert.match(frame.text, /^[A-Z].*[.?]$/);
    const sentences = frame.text.match(/[.?](?= |$)/g).length;
    assert.ok(sentences <= 3, frame.text);
    assert.ok(!/undefined|NaN|Infinity|\b1 (boxes|tests|pairs|nodes)\b/.test(frame.text + inWords(frame)), frame.text);
    const held = frame.nodes.flatMap(({ items }) => items).sort().join('');
    assert.equal(held, frame.boxes.filter(({ isStored }) => isStored).map(({ name }) => name).join(''));
    for (const [i, { parent, depth, isLeaf }] of frame.nodes.entries()) {
        assert.ok(i === 0 ? parent === -1 : parent < i && frame.nodes[parent].depth === depth - 1);
        assert.equal(frame.nodes.filter(one => one.parent === i).length, isLeaf ? 0 : 4);
    }
    if (frame.queue) {
        const distances = frame.queue.map(({ distance }) => distance);
        assert.deepEqual(distances, distances.toSorted((a, b) => a - b), 'the queue is in order');
    }
    assert.throws(() => { frame.nodes[0].count = -1; }, TypeError, 'frames are frozen');
}

/** Everything that is asked of one run. */
function judge(operation, scene) {
    const { tree, items, frames, answer, wanted, right } = run(operation, scene);
    assert.ok(right, `${operation.name}: ${answer} and not ${wanted}`);
    assertSound(tree, items);
    assert.deepEqual(shape(tree), shape(unrecorded(operation, scene)));
    for (const frame of frames) assertWhole(frame);
    for (const [i, frame] of frames.slice(1).entries()) assert.notDeepEqual(frame, frames[i], `steps ${i + 1} and ${i + 2} differ`);
    assert.deepEqual(frames.at(-1).nodes.map(({ count }) => count), tree.nodes().map(({ count }) => count));
    const stored = items.filter(({ leaf }) => leaf);
    for (const window of [{ left: 0, bottom: 0, right: SIDE, top: SIDE }, { left: 300, bottom: 500, right: 620, top: 700 }])
        assert.deepEqual(numbers(tree.find(window)), stored.filter(({ box }) => inWindow([box], window).length).map(({ number }) => number));
    return frames;
}

test('there are seven operations, with names and titles of their own', () => {
    assert.deepEqual(operations.map(({ title }) => title), ['Inserting', 'Splitting', 'Removing and merging', 'Moving across a border', 'A window search', 'The nearest, with a queue', 'A pair found']);
    assert.equal(new Set(operations.map(({ name }) => name)).size, 7);
});

for (const operation of operations) {
    test(`${operation.title}: brute force agrees on 150 random inputs, and the recorder changes nothing`, () => {
        for (let seed = 1; seed <= 150; seed++) judge(operation, anyScene(operation, seed));
    });

    test(`${operation.title}: another example always comes, and is short enough`, () => {
        let seed = 0;
        for (let i = 0; i < 20; i++) {
            const found = example(operation, seed + 1);
            assert.ok(found.seed < seed + 1500 && operation.fits(found.result, found.scene), `after ${seed}: ${found.seed}`);
            assert.ok(found.result.frames.length >= 5 && found.result.frames.length <= 30);
            assert.deepEqual(example(operation, found.seed).result.frames, found.result.frames, 'the same seed shows the same');
            seed = found.seed;
        }
    });
}

/** Runs something while a method of the tree is another one. */
function withFault(name, fault, then) {
    const right = Tree.prototype[name];
    Tree.prototype[name] = fault(right);
    try {
        then();
    } finally {
        Tree.prototype[name] = right;
    }
}

for (const [title, names, method, fault] of [
    ['merging loses a box', ['removing'], 'below', right => function below(node) { return right.call(this, node).slice(node.children ? 1 : 0); }],
    ['the children of a node are looked for by the corner of a box', ['inserting', 'moving'], 'childFor', () => (node, box) => node.children[2 * (box.bottom < node.y) + (box.left >= node.x)]],
    ['a moved box stays in its list', ['moving'], 'move', () => (item, box) => { item.box = box; }],
    ['bounds are not computed again', ['removing', 'moving'], 'refit', () => function refit(node) { node.count = this.below(node).length; }],
    ['a search asks cells', ['searching'], 'visits', () => ({ cell }, window) => cell.left <= window.right && window.left <= cell.right && cell.bottom <= window.top && window.bottom <= cell.top],
    ['the queue is in no order', ['nearest'], 'open', right => function open(entry, queue, x, y) { right.call(this, entry, queue, x, y); queue.reverse(); }],
    ['only pairs of one leaf are found', ['pairs'], 'between', () => () => {}],
    ['pairs across a border are found twice', ['pairs'], 'between', right => function between_(a, b, report) { right.call(this, a, b, report); if (!a.children && !b.children) right.call(this, a, b, report); }],
])
    test(`it is noticed that ${title}`, () => {
        for (const name of names)
            withFault(method, fault, () => assert.throws(() => { for (let seed = 1; seed < 60; seed++) judge(operationOf(name), anyScene(operationOf(name), seed)); }, assert.AssertionError));
    });

test('the steps of an example are those of its operation', () => {
    const texts = name => example(operationOf(name), 1).result.frames.map(({ text }) => text);
    const some = (name, pattern) => assert.ok(texts(name).some(text => pattern.test(text)), `${name}: ${pattern}`);
    some('inserting', /the way leads to (NW|NE|SW|SE)\./);
    some('splitting', /gets four empty children/);
    some('removing', /takes the 2 boxes into its own list and drops its four children/);
    some('moving', /to another leaf than/);
    some('searching', /its bounds miss the window\. All \d+ boxes below it are skipped without a test/);
    some('nearest', /is first in the queue, and a box\. .* so it is the third nearest\.$/);
    some('pairs', /overlap: a pair, across the border between/);
    for (const { name } of operations) assert.match(texts(name).at(-1), /^Done/);
});

test('a move within its cell leaves the lists alone', () => {
    const operation = operationOf('moving'), { scene } = example(operation, 1);
    const { left, bottom, right, top } = scene.boxes[scene.moved];
    const frames = judge(operation, { ...scene, place: { x: (left + right) / 2 + 1, y: (bottom + top) / 2 } });
    assert.ok(frames.some(({ text }) => /So it stays in its list, and only bounds may change\.$/.test(text)));
});

test('leaves of the diagram lie side by side, each node above the middle of its children', () => {
    for (const operation of operations) {
        const { frames } = example(operation, 1).result, room = roomFor(frames);
        for (const { nodes } of frames) {
            const { places, wide } = layOut(nodes, room, 300);
            const leaves = places.filter((_, i) => nodes[i].isLeaf).map(({ x }) => x);
            for (const [i, x] of leaves.slice(1).entries()) assert.ok(x - leaves[i] > wide);
            assert.ok(leaves[0] >= wide / 2 && leaves.at(-1) <= 300 - wide / 2);
        }
    }
});

test('boxes and circle glide from step to step, and end where the step has them', () => {
    const { frames } = example(operationOf('moving'), 1).result;
    const at = frames.findIndex((frame, i) => i > 0 && isGliding(frames[i - 1], frame));
    const [from, to] = [frames[at - 1], frames[at]];
    assert.deepEqual(between(from, to, 1), to);
    const [before, half, after] = [from, between(from, to, 0.5), to].map(({ boxes }) => boxes.find(({ look }) => look === 'hand').box[0]);
    assert.equal(half, (before + after) / 2);
    assert.notEqual(before, after);
});

test('a place is moved as it is: a point to a point, a window with its size', () => {
    assert.deepEqual(movedTo({ x: 1, y: 2 }, { x: 5, y: 6 }), { x: 5, y: 6 });
    assert.deepEqual(movedTo({ left: 0, bottom: 0, right: 20, top: 10 }, { x: 50, y: 60 }), { left: 40, bottom: 55, right: 60, top: 65 });
    assert.deepEqual(windowBetween({ x: 90, y: 10 }, { x: 10, y: 70 }), { left: 10, bottom: 10, right: 90, top: 70 });
    assert.equal(windowBetween({ x: 90, y: 10 }, { x: 91, y: 70 }), null);
});

test('the nearest: equal distances come by number, and a tree with few boxes has few', () => {
    for (let seed = 1; seed < 60; seed++) {
        const boxes = [...scatter(seed, 60, seed), ...scatter(3, 40, 5), ...scatter(3, 40, 5)], tree = new Tree();
        for (const item of itemsOf(boxes)) tree.insert(item);
        for (const [x, y] of [[512, 512], [-90, 300], [1023, 4]])
            for (const most of [1, 4, 1000]) assert.deepEqual(tree.nearest(x, y, most).map(({ number }) => number), nearestTo(boxes, x, y, most));
    }
    assert.deepEqual(new Tree().nearest(0, 0, 3), []);
});

test('undivided, divided once, divided twice: the same answers by tests that are really made', () => {
    const window = { left: 200, bottom: 300, right: 500, top: 520 };
    for (let seed = 1; seed <= 40; seed++) {
        const boxes = boxesFor(20 + 4 * seed, seed), count = boxes.length;
        const results = NAMES.map((_, times) => {
            const tree = divided(boxes, times);
            assert.equal(tree.nodes().filter(({ children }) => !children).length, 4 ** times);
            return questions(tree, window);
        });
        for (const { pairs, window: { found } } of results) {
            assert.deepEqual([...pairs.found].sort(), allPairs(boxes).sort());
            assert.deepEqual(found.toSorted((a, b) => a - b), inWindow(boxes, window));
        }
        const [none, once, twice] = results;
        assert.deepEqual([none.pairs.boxes, none.pairs.bounds, none.window.boxes, none.window.bounds], [count * (count - 1) / 2, 0, count, 1]);
        for (const kind of ['pairs', 'window']) {
            assert.ok(none[kind].boxes >= once[kind].boxes && once[kind].boxes >= twice[kind].boxes, kind);
            assert.ok(once[kind].bounds > none[kind].bounds, kind);
        }
        const all = ({ pairs: { boxes: tests, bounds } }) => tests + bounds;
        assert.ok(all(none) - all(once) > all(once) - all(twice), 'a further division saves less');
    }
});

test('no cross of a centre covers the letter of its box, however small the box or the screen is', () => {
    const wide = 8, high = 9; // pixels of a letter
    for (const pixel of [1, 2, 3.4])
        for (const arm of [1.5, 5])
            for (let side = 0; side <= 120; side += 3)
                for (const top of [1024, 1000, 500, side]) {
                    const upper = top + letterAbove([400, top - side, 400 + side, top], arm, arm > 2, pixel), left = 400 + 2.5 * pixel;
                    const x = 400 + side / 2 - arm * pixel, y = top - side / 2 + arm * pixel;
                    assert.ok(x >= left + wide * pixel || y <= upper - high * pixel || y - 2 * arm * pixel >= upper || x + 2 * arm * pixel <= left, `${side} wide, ${pixel} for a pixel`);
                    assert.ok(upper <= VIEW[3] && upper - high * pixel >= VIEW[1] - 8 * pixel, `${upper}`);
                }
});
