// Times of this package beside rbush, flatbush, kdbush, d3-quadtree, quadtree-ts and box-intersect, in Markdown: node bench/bench.js
//   --n 10000,100000     how many boxes
//   --rounds 5           each round runs every library once, one after the other, and five times as many
//                        where that takes less than 200 ms; medians are printed
//   --rows tick          only rows with this in their names
// All libraries answer the same questions; a row is printed only when their answers agree.
import { Quadtree as TimQuadtree, Rectangle } from '@timohausmann/quadtree-ts';
import boxIntersect from 'box-intersect';
import { quadtree as d3quadtree } from 'd3-quadtree';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import RBush from 'rbush';
import { parseArgs } from 'node:util';
import { Quadtree } from '../dist/index.js';

const { values } = parseArgs({ options: { n: { type: 'string', default: '10000,100000,1000000' }, rounds: { type: 'string', default: '5' }, rows: { type: 'string', default: '' } } });
const rounds = Number(values.rounds), names = ['quadrille', 'flatbush', 'rbush', 'kdbush', 'd3-quadtree', 'quadtree-ts', 'box-intersect'];
const WORLD = 4096;

let seed = 1;
const random = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
/** Multiples of 1/64, which floats have exactly. */
const place = (most) => Math.floor(random() * most * 64) / 64;

function scene(n) {
    const boxes = new Float32Array(4 * n), points = new Float32Array(2 * n), side = WORLD / Math.sqrt(n);
    for (let i = 0; i < n; i++) {
        boxes[4 * i] = points[2 * i] = place(WORLD), boxes[4 * i + 1] = points[2 * i + 1] = place(WORLD);
        boxes[4 * i + 2] = boxes[4 * i] + place(side), boxes[4 * i + 3] = boxes[4 * i + 1] + place(side);
    }
    return { n, boxes, points, side };
}

function windows(count, side) {
    const all = new Float32Array(4 * count);
    for (let i = 0; i < count; i++) {
        all[4 * i] = place(WORLD - side), all[4 * i + 1] = place(WORLD - side);
        all[4 * i + 2] = all[4 * i] + side, all[4 * i + 3] = all[4 * i + 1] + side;
    }
    return all;
}

const objects = ({ n, boxes }) => Array.from({ length: n }, (_, i) => ({ minX: boxes[4 * i], minY: boxes[4 * i + 1], maxX: boxes[4 * i + 2], maxY: boxes[4 * i + 3], i }));
const arrays = ({ n, boxes }) => Array.from({ length: n }, (_, i) => Array.from(boxes.subarray(4 * i, 4 * i + 4)));
const rectangles = ({ n, boxes }) => Array.from({ length: n }, (_, i) => new Rectangle({ x: boxes[4 * i], y: boxes[4 * i + 1],
    width: boxes[4 * i + 2] - boxes[4 * i], height: boxes[4 * i + 3] - boxes[4 * i + 1], data: i }));
const numbersOfPoints = ({ n }) => Array.from({ length: n }, (_, i) => i);

// How each library is filled. What only brings data into the library's form is done before.
const build = {
    quadrille: (s) => { const tree = Quadtree.create(); tree.insertMany(s.boxes); return tree; },
    'quadrille points': (s) => { const tree = Quadtree.create(); tree.insertMany(s.points, { points: true }); return tree; },
    flatbush: (s) => {
        const tree = new Flatbush(s.n);
        for (let i = 0; i < s.n; i++) tree.add(s.boxes[4 * i], s.boxes[4 * i + 1], s.boxes[4 * i + 2], s.boxes[4 * i + 3]);
        tree.finish();
        return tree;
    },
    rbush: (s) => new RBush().load(s.objects),
    kdbush: (s) => { const tree = new KDBush(s.n); for (let i = 0; i < s.n; i++) tree.add(s.points[2 * i], s.points[2 * i + 1]); return tree.finish(); },
    'd3-quadtree': (s) => d3quadtree().x((i) => s.points[2 * i]).y((i) => s.points[2 * i + 1]).addAll(s.indexes),
    'quadtree-ts': (s) => {
        const tree = new TimQuadtree({ width: WORLD + s.side, height: WORLD + s.side, maxObjects: 16, maxLevels: 12 });
        for (const each of s.rectangles) tree.insert(each);
        return tree;
    },
};

const room = { into: new Uint32Array(1 << 20) };

/** What one window finds, as a sum of numbers that no order changes. */
const find = {
    'quadrille into': (tree, w) => sum(tree.search(w, room)),
    quadrille: (tree, w) => sum(tree.search(w)),
    'quadrille points': (tree, w) => sum(tree.search(w)),
    flatbush: (tree, w) => sum(tree.search(w[0], w[1], w[2], w[3])),
    rbush: (tree, w) => { let all = 0; for (const each of tree.search({ minX: w[0], minY: w[1], maxX: w[2], maxY: w[3] })) all += each.i + 1; return all; },
    kdbush: (tree, w) => sum(tree.range(w[0], w[1], w[2], w[3])),
    'd3-quadtree': (tree, w, s) => {
        let all = 0;
        tree.visit((node, x0, y0, x1, y1) => {
            if (!node.length) {
                do {
                    const x = s.points[2 * node.data], y = s.points[2 * node.data + 1];
                    if (x >= w[0] && x <= w[2] && y >= w[1] && y <= w[3]) all += node.data + 1;
                } while ((node = node.next));
            }
            return x0 > w[2] || y0 > w[3] || x1 < w[0] || y1 < w[1];
        });
        return all;
    },
    'quadtree-ts': (tree, w) => {
        let all = 0;
        for (const { x, y, width, height, data } of tree.retrieve(new Rectangle({ x: w[0], y: w[1], width: w[2] - w[0], height: w[3] - w[1] }))) {
            if (x <= w[2] && x + width >= w[0] && y <= w[3] && y + height >= w[1]) all += data + 1;
        }
        return all;
    },
};

function sum(numbers) {
    let all = 0;
    for (let i = 0; i < numbers.length; i++) all += numbers[i] + 1;
    return all;
}

const each = (name) => (tree, all, s) => {
    let total = 0;
    for (let i = 0; i < all.length; i += 4) total += find[name](tree, all.subarray(i, i + 4), s);
    return total;
};

const nearest = {
    'quadrille points': (tree, all) => { const { distances } = tree.nearestMany(all); return distances.reduce((a, b) => a + b); },
    'd3-quadtree': (tree, all, s) => {
        let total = 0;
        for (let i = 0; i < all.length; i += 2) {
            const found = tree.find(all[i], all[i + 1]);
            total += Math.hypot(s.points[2 * found] - all[i], s.points[2 * found + 1] - all[i + 1]);
        }
        return total;
    },
};
const nearestBox = {
    quadrille: (tree, all) => { const { distances } = tree.nearestMany(all); return distances.reduce((a, b) => a + b); },
    flatbush: (tree, all, s) => {
        let total = 0;
        for (let i = 0; i < all.length; i += 2) {
            const at = 4 * tree.neighbors(all[i], all[i + 1], 1)[0], { boxes } = s;
            total += Math.hypot(Math.max(0, boxes[at] - all[i], all[i] - boxes[at + 2]), Math.max(0, boxes[at + 1] - all[i + 1], all[i + 1] - boxes[at + 3]));
        }
        return total;
    },
};

/** How many pairs there are after everything has moved: one frame of a scene. */
const tick = {
    quadrille: (tree, s) => { tree.moveMany(s.ids, s.boxes); return tree.pairs().length / 2; },
    flatbush: (_, s) => pairsBySearch(s, build.flatbush(s), (tree, i, b) => tree.search(b[i], b[i + 1], b[i + 2], b[i + 3]).length),
    rbush: (tree, s) => { tree.clear(); tree.load(s.objects); return pairsBySearch(s, tree, (t, i) => t.search(s.objects[i / 4]).length); },
    'box-intersect': (_, s) => boxIntersect(s.arrays).length,
};

function pairsBySearch(s, tree, count) {
    let all = 0;
    for (let i = 0; i < s.boxes.length; i += 4) all += count(tree, i, s.boxes);
    return (all - s.n) / 2;
}

/** The frames that come next: each box moves by up to half of its largest side. */
function framesOf(s, count) {
    const frames = [];
    for (let boxes = s.boxes; frames.length < count; ) {
        boxes = boxes.slice();
        for (let i = 0; i < s.n; i++) {
            const dx = (place(1) - 0.5) * s.side, dy = (place(1) - 0.5) * s.side;
            for (let k = 0; k < 4; k++) boxes[4 * i + k] += Math.floor((k % 2 ? dy : dx) * 64) / 64;
        }
        frames.push({ n: s.n, side: s.side, ids: s.ids, boxes });
    }
    return frames;
}

/** Collects memory, and waits while threads of the engine go on with that: they would take time from what is measured first. */
function collect() {
    globalThis.gc?.();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Runs every way once a round; prints the medians in milliseconds, of one of the `things` done, if all answers agree. */
function row(title, ways, before = () => {}, things = 1) {
    if (!title.includes(values.rows)) return;
    const times = {}, answers = {};
    for (let round = 0, most = rounds; round < most; round++) {
        for (const [name, way] of Object.entries(ways)) {
            before(name, round);
            collect();
            const start = performance.now();
            answers[name] = way();
            (times[name] ??= []).push((performance.now() - start) / things);
        }
        // What takes a few milliseconds is done more often: once in a while something else takes as long.
        if (round === 0 && things === 1 && Object.values(times).flat().reduce((a, b) => a + b) < 200) most = 5 * rounds;
        const [first, ...others] = Object.values(answers);
        if (others.some((answer) => Math.abs(answer - first) > 1e-6 * Math.abs(first))) throw new Error(`${title}: ${JSON.stringify(answers)}`);
    }
    const cells = names.map((name) => times[name] ?? times[`${name} points`]).map((all) => (all ? median(all).toPrecision(3) : ''));
    console.log(`| ${title} | ${cells.join(' | ')} |`);
}

for (const n of values.n.split(',').map(Number)) {
    const s = scene(n);
    s.objects = objects(s), s.rectangles = rectangles(s), s.indexes = numbersOfPoints(s);
    const fill = (name) => [name, () => { const tree = build[name](s); tree.free?.(); return n; }];
    console.log(`\n${n} boxes or points; milliseconds, less is better\n\n| | ${names.join(' | ')} |\n| --- |${' --: |'.repeat(names.length)}`);
    row('build, boxes', Object.fromEntries(['quadrille', 'flatbush', 'rbush', 'quadtree-ts'].map(fill)));
    row('build, points', Object.fromEntries(['quadrille points', 'kdbush', 'd3-quadtree'].map(fill)));

    const trees = Object.fromEntries(Object.keys(build).map((name) => [name, build[name](s)]));
    for (const [what, side] of [['10 hits', Math.sqrt(10 / n) * WORLD], ['1 %', WORLD / 10]]) {
        for (const count of [1000, 100000]) {
            if (side / WORLD * side / WORLD * n * count > 2e8) continue;
            const all = windows(count, Math.floor(side * 64) / 64);
            let into;
            const ask = (list) => Object.fromEntries(list.map((name) => [name, () => each(name)(trees[name], all, s)]));
            row(`${count} windows of ${what}, boxes`, ask(['quadrille', 'flatbush', 'rbush', 'quadtree-ts']));
            const flatbush = () => each('flatbush')(trees.flatbush, all, s);
            row('the same, each into one array', { quadrille: () => each('quadrille into')(trees.quadrille, all), flatbush });
            row('the same, many at once', { quadrille: () => sum(trees.quadrille.searchMany(all).ids), flatbush });
            row('the same, into one array', { quadrille: () => sum(trees.quadrille.searchMany(all, { into }).ids), flatbush }, () => {
                into ??= trees.quadrille.searchMany(all).ids;
            });
            row(`${count} windows of ${what}, points`, ask(['quadrille points', 'kdbush', 'd3-quadtree']));
            row('the same points, each into one array', { 'quadrille points': () => each('quadrille into')(trees['quadrille points'], all), kdbush: () => each('kdbush')(trees.kdbush, all, s) });
        }
    }
    const places = Float32Array.from({ length: 20000 }, () => place(WORLD));
    row('nearest point to each of 10000', Object.fromEntries(Object.keys(nearest).map((name) => [name, () => nearest[name](trees[name], places, s)])));
    row('nearest box to each of 10000', Object.fromEntries(Object.keys(nearestBox).map((name) => [name, () => nearestBox[name](trees[name], places, s)])));

    s.ids = Uint32Array.from(s.indexes);
    // Ticks come one after the other, so each round has some; how everything moves is known before. What rbush and
    // box-intersect take is there for them alone: millions of objects would be marked whenever memory is collected.
    const ticks = n > 500000 ? 5 : 30;
    let frames = [], moved = -1;
    row('a tick: all move, all pairs', Object.fromEntries(Object.keys(tick).map((name) => [name, () => frames.reduce((all, frame) => all + tick[name](trees[name], frame), 0)])),
        (name, round) => {
            if (moved < round) frames = framesOf(frames.at(-1) ?? s, ticks), moved = round;
            for (const frame of frames) {
                frame.objects = name === 'rbush' ? objects(frame) : undefined;
                frame.arrays = name === 'box-intersect' ? arrays(frame) : undefined;
            }
        }, ticks);
    for (const tree of Object.values(trees)) tree.free?.();
}
