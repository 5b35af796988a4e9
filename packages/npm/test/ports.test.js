// Typical uses of rbush, flatbush and kdbush, and the same with this package beside them: the answers are equal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Flatbush from 'flatbush';
import KDBush from 'kdbush';
import RBush from 'rbush';
import { Quadtree } from '../dist/index.js';

let seed = 1;
const random = () => (seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296;
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

/** Boxes of whole numbers, which all libraries store as they are. */
const boxes = Float64Array.from({ length: 4 * 2000 });
for (let i = 0; i < boxes.length; i += 4) {
    boxes[i] = Math.floor(random() * 1000), boxes[i + 1] = Math.floor(random() * 1000);
    boxes[i + 2] = boxes[i] + Math.floor(random() * 20), boxes[i + 3] = boxes[i + 1] + Math.floor(random() * 20);
}
const box = (i) => boxes.subarray(4 * i, 4 * i + 4);

test('rbush: load things, search, collide, remove one, insert another, all, clear', () => {
    const things = Array.from({ length: 2000 }, (_, i) => ({ minX: box(i)[0], minY: box(i)[1], maxX: box(i)[2], maxY: box(i)[3], name: `thing ${i}` }));
    const rbush = new RBush();
    rbush.load(things);
    // A number indexes the array of things: what rbush keeps in the tree stays where it is.
    const tree = Quadtree.create();
    tree.insertMany(boxes);

    const window = { minX: 100, minY: 100, maxX: 220, maxY: 180 }, sides = [100, 100, 220, 180];
    const names = (found) => found.map((thing) => thing.name).sort();
    assert.deepEqual(names([...tree.search(sides)].map((i) => things[i])), names(rbush.search(window)));
    assert.equal(tree.collides(sides), rbush.collides(window));

    rbush.remove(things[17]);
    tree.remove(17);
    const fresh = { minX: 150, minY: 150, maxX: 150, maxY: 151, name: 'fresh' };
    rbush.insert(fresh);
    things[tree.insert(150, 150, 150, 151)] = fresh;
    assert.deepEqual(names([...tree.search(sides)].map((i) => things[i])), names(rbush.search(window)));
    assert.deepEqual(names([...tree.all()].map((i) => things[i])), names(rbush.all()));

    rbush.clear();
    tree.clear();
    assert.equal(tree.collides(sides), rbush.collides(window));
    tree.free();
});

test('flatbush: add boxes, finish, search, neighbours, the data again', () => {
    const flatbush = new Flatbush(2000);
    for (let i = 0; i < 2000; i++) flatbush.add(...box(i));
    flatbush.finish();
    const tree = Quadtree.create({ precision: 'double' });
    tree.insertMany(boxes);

    assert.deepEqual(sorted(tree.search([300, 300, 420, 380])), sorted(flatbush.search(300, 300, 420, 380)));
    const gap = (i) => Math.hypot(Math.max(0, box(i)[0] - 501, 501 - box(i)[2]), Math.max(0, box(i)[1] - 502, 502 - box(i)[3]));
    assert.deepEqual([...tree.nearest(501, 502, 10).ids].map(gap), flatbush.neighbors(501, 502, 10).map(gap));
    assert.deepEqual(sorted(tree.nearest(501, 502, Infinity, 60).ids), sorted(flatbush.neighbors(501, 502, Infinity, 60)));

    const again = Quadtree.load(tree.save()), from = Flatbush.from(flatbush.data);
    assert.deepEqual(sorted(again.search([0, 0, 90, 90])), sorted(from.search(0, 0, 90, 90)));
    tree.free();
    again.free();
});

test('kdbush: add points, range, within', () => {
    const points = Float64Array.from({ length: 4000 }, () => Math.floor(random() * 1000));
    const kdbush = new KDBush(2000);
    for (let i = 0; i < 2000; i++) kdbush.add(points[2 * i], points[2 * i + 1]);
    kdbush.finish();
    const tree = Quadtree.create();
    tree.insertMany(points, { points: true });
    assert.deepEqual(sorted(tree.search([20, 30, 170, 140])), sorted(kdbush.range(20, 30, 170, 140)));
    assert.deepEqual(sorted(tree.within(500, 500, 80)), sorted(kdbush.within(500, 500, 80)));
    tree.free();
});
