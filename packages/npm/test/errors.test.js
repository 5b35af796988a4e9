// Every way to call wrongly is an Error that says so, and changes nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Quadtree, QuadtreeError, init } from '../dist/index.js';

const fails = (call, code, index, text) => assert.throws(call, (error) => {
    assert.ok(error instanceof QuadtreeError, String(error.stack));
    assert.equal(error.code, code);
    assert.equal(error.index, index);
    if (text) assert.match(error.message, text);
    return true;
});

test('boxes', () => {
    for (const Kind of [Float32Array, Float64Array]) {
        const tree = Quadtree.create(), ids = tree.insertMany(new Kind([0, 0, 1, 1, 2, 2, 3, 3]));
        for (const wrong of [[NaN, 0, 1, 1], [0, 0, 1, NaN], [0, 0, Infinity, 1], [2, 0, 1, 1], [0, 2, 1, 1]]) {
            const boxes = new Kind([5, 5, 6, 6, ...wrong, NaN, 0, 0, 0]);
            fails(() => tree.insertMany(boxes), 'BAD_VALUE', 1, /box 1 /);
            fails(() => tree.moveMany(ids, boxes.subarray(0, 8)), 'BAD_VALUE', 1);
            fails(() => tree.insert(...wrong), 'BAD_VALUE');
            fails(() => tree.move(0, ...wrong), 'BAD_VALUE');
        }
        assert.deepEqual([...tree.box(0)], [0, 0, 1, 1]);
        assert.equal(tree.size, 2);
        fails(() => tree.insertMany(new Kind(5)), 'BAD_VALUE', undefined, /multiple of 4/);
        fails(() => tree.searchMany(new Kind([0, 0, 1, 1, NaN, 0, 1, 1])), 'BAD_VALUE', 1);
        fails(() => tree.nearestMany(new Kind([0, 0, NaN, 1])), 'BAD_VALUE', 1, /point 1 /);
        fails(() => tree.nearestMany(new Kind([0, 0, NaN, 1]), 1, 9, { filter: () => true }), 'BAD_VALUE', 1, /point 1 /);
        tree.free();
    }
    const tree = Quadtree.create();
    fails(() => tree.insertMany([0, 0, 1, '1']), 'BAD_VALUE', 0);
    fails(() => tree.insertMany(new BigInt64Array(4)), 'BAD_VALUE');
    fails(() => tree.insertMany(new DataView(new ArrayBuffer(16))), 'BAD_VALUE');
    fails(() => tree.insertMany(), 'BAD_VALUE');
    // The largest double that is a finite float, and the next one.
    const largest = 3.4028235677973362e38, above = 3.4028235677973366e38;
    tree.insertMany(new Float64Array([0, 0, largest, 1]));
    tree.insert(0, 0, largest, 1);
    fails(() => tree.insertMany(new Float64Array([0, 0, above, 1])), 'BAD_VALUE', 0);
    fails(() => tree.insert(0, 0, above, 1), 'BAD_VALUE');
    assert.equal(tree.size, 2);
    tree.free();
});

test('numbers of items', () => {
    const tree = Quadtree.create(), boxes = new Float32Array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    tree.insertMany(boxes);
    for (const wrong of [3, -1, 0.5, NaN, 2 ** 32, 2 ** 32 + 1, '0', null, undefined]) {
        fails(() => tree.remove(wrong), 'STALE', undefined, /not the number of a live item/);
        fails(() => tree.move(wrong, 0, 0), 'STALE');
        fails(() => tree.box(wrong), 'STALE');
        fails(() => tree.removeMany([0, wrong]), 'STALE', 1);
        fails(() => tree.moveMany([0, wrong], boxes.subarray(0, 8)), 'STALE', 1);
        assert.equal(tree.has(wrong), false);
    }
    fails(() => tree.removeMany(new Uint32Array([0, 1, 0])), 'STALE', 2);
    fails(() => tree.removeMany(new Float64Array([0, 0.5])), 'STALE', 1);
    fails(() => tree.removeMany(5), 'BAD_VALUE');
    fails(() => tree.moveMany([0], boxes), 'BAD_VALUE', undefined, /1 ids, and 3 boxes/);
    assert.equal(tree.size, 3);
    tree.free();

    const checked = Quadtree.create({ checked: true }), old = checked.insert(0, 0);
    checked.remove(old);
    const fresh = checked.insert(0, 0);
    assert.notEqual(old, fresh);
    assert.equal(old % 2 ** 32, fresh % 2 ** 32);
    fails(() => checked.remove(old), 'STALE');
    fails(() => checked.removeMany(new Float64Array([fresh, old])), 'STALE', 1);
    const loaded = Quadtree.load(checked.save(), { checked: true });
    fails(() => loaded.remove(old), 'STALE');
    loaded.remove(fresh);
    const again = Quadtree.load(loaded.save(), { checked: true });
    assert.equal(again.insert(0, 0), fresh + 2 ** 32);
    for (const each of [checked, loaded, again]) each.free();
});

test('questions', () => {
    const tree = Quadtree.create();
    tree.insert(0, 0);
    for (const wrong of [undefined, [], [0, 0, 1], [0, 0, 1, NaN], [0, 0, 1, '1'], [1, 0, 0, 1], { minX: 0 }, 7]) {
        for (const name of ['search', 'count', 'collides']) fails(() => tree[name](wrong), 'BAD_VALUE');
    }
    assert.equal(tree.search([-Infinity, -Infinity, Infinity, Infinity]).length, 1);
    for (const call of [() => tree.nearest(NaN, 0), () => tree.nearest(0, 0, 0), () => tree.nearest(0, 0, 1.5), () => tree.nearest(0, 0, 1, -1),
        () => tree.nearest(0, 1e39), () => tree.within(0, 0, -1), () => tree.within(0, 0, NaN), () => tree.ray(0, 0, Infinity, 0),
        () => tree.ray(0, 0, 1, 0, { tMax: -1 }), () => tree.ray(0, 0, 1, 0, { far: 1 }), () => tree.pairs(-1), () => tree.pairs(NaN),
        () => tree.count([0, 0, 1, 1], { onlys: 1 }), () => tree.all({ layer: 1 }), () => tree.search([0, 0, 1, 1], 5)]) fails(call, 'BAD_VALUE');
    assert.equal(tree.nearest(0, 0, Infinity).ids.length, 1);
    tree.free();
});

test('definitions', () => {
    for (const wrong of [{ precision: 'half' }, { edges: 1 }, { world: [0, 0, 0, 1] }, { world: [0, 0, Infinity, 1] }, { reserve: -1 },
        { leafCapacity: 0 }, { maxDepth: 25 }, { memoryLimit: NaN }, { depth: 3 }, null, 3]) {
        fails(() => Quadtree.create(wrong), 'BAD_VALUE');
    }
    fails(() => new Quadtree(), 'BAD_VALUE');
    Quadtree.create({ world: [0, 0, 10, 10], edges: 'open', leafCapacity: 8, maxDepth: 4, reserve: 100 }).free();
});

test('after free, and disposal', () => {
    const tree = Quadtree.create();
    tree.insert(0, 0);
    tree[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
    tree.free();
    for (const call of [() => tree.insert(0, 0), () => tree.insertMany([]), () => tree.move(0, 0, 0), () => tree.moveMany([], []), () => tree.remove(0),
        () => tree.removeMany([]), () => tree.clear(), () => tree.has(0), () => tree.box(0), () => tree.bounds(), () => tree.setFilter(0, 0, 0),
        () => tree.search([0, 0, 1, 1]), () => tree.within(0, 0, 1), () => tree.all(), () => tree.count([0, 0, 1, 1]), () => tree.collides([0, 0, 1, 1]),
        () => tree.searchMany([]), () => tree.nearest(0, 0), () => tree.nearestMany([]), () => tree.ray(0, 0, 1, 1), () => tree.pairs(),
        () => tree.contacts(), () => tree.save(), () => tree.size, () => tree.bytes]) fails(call, 'FREED');
});

test('detached buffers', () => {
    const tree = Quadtree.create(), boxes = new Float32Array(4), ids = new Uint32Array(1);
    structuredClone(0, { transfer: [] });
    structuredClone(boxes.buffer, { transfer: [boxes.buffer] });
    structuredClone(ids.buffer, { transfer: [ids.buffer] });
    fails(() => tree.insertMany(boxes), 'DETACHED');
    fails(() => tree.searchMany(boxes), 'DETACHED');
    fails(() => tree.removeMany(ids), 'DETACHED');
    fails(() => Quadtree.load(new Uint8Array(boxes.buffer instanceof ArrayBuffer ? new ArrayBuffer(0) : 0)), 'BAD_DATA');
    fails(() => Quadtree.load(boxes.buffer), 'DETACHED');
    const view = new DataView(new ArrayBuffer(8));
    structuredClone(view.buffer, { transfer: [view.buffer] });
    fails(() => Quadtree.load(view), 'DETACHED');
    assert.equal(tree.insertMany(new Float32Array(0)).length, 0);
    tree.free();
});

test('code of the caller that runs within a call cannot put something else in its place', () => {
    const tree = Quadtree.create(), other = Quadtree.create();
    tree.insertMany([0, 0, 1, 1]);
    let reads = 0;
    const stages = { get layers() { return other.insertMany([7, 7, 8, 8, 9, 9, 9, 9]).length; } };
    tree.insertMany([1, 1, 2, 2], stages);
    assert.deepEqual([...tree.box(1)], [1, 1, 2, 2]);
    tree.insertMany([3, 3, 4, 4], { get points() { return reads++ === 0; } });
    assert.deepEqual([tree.size, ...tree.box(2), ...tree.box(3)], [4, 3, 3, 3, 3, 4, 4, 4, 4]);
    const changes = [0, 0, 5, 5];
    Object.defineProperty(changes, 2, { get: () => (reads++ % 2 ? NaN : 5) });
    reads = 0;
    assert.equal(tree.search(changes).length, 4);
    const frees = [0];
    Object.defineProperty(frees, 0, { get: () => (tree.free(), 0) });
    fails(() => tree.moveMany(frees, [6, 6, 7, 7]), 'FREED');
    fails(() => other.insertMany([1, 1, 1, 1], { get mask() { other.free(); return 0; } }), 'FREED');
    const third = Quadtree.create(), freed = { get filter() { third.free(); return () => true; } };
    third.insert(0, 0);
    fails(() => third.nearestMany([0, 0], 1, 9, freed), 'FREED');
    fails(() => third.nearestMany([], 1, 9, freed), 'FREED');
});

test('contacts after memory ran out begin from nothing, whatever it ran out for', () => {
    let failures = 0;
    for (let limit = 80000; limit < 400000; limit += 1511) {
        const tree = Quadtree.create({ memoryLimit: limit });
        const pair = tree.insertMany([0, 0, 1, 1, 1, 1, 2, 2]);
        assert.deepEqual([...tree.contacts().began].sort(), [...pair]);
        let crowd = new Uint32Array(0);
        try {
            crowd = tree.insertMany(new Float32Array(1200).fill(50));
            tree.contacts();
        } catch (error) {
            assert.equal(error.code, 'NO_MEMORY');
            if (crowd.length === 0) continue;
            tree.removeMany(crowd);
            try {
                const { began, ended } = tree.contacts();
                assert.deepEqual([[...began].sort(), [...ended]], [[...pair], []], `limit ${limit}`);
                failures++;
            } catch (again) {
                assert.equal(again.code, 'NO_MEMORY'); // the tree has kept what the crowd took
            }
        }
        tree.free();
    }
    assert.ok(failures > 5, `${failures} failures`);
});

test('memory at its limit', () => {
    const tree = Quadtree.create({ memoryLimit: 200000 });
    let count = 0;
    fails(() => {
        for (;;) {
            tree.insert(count, count);
            count++;
        }
    }, 'NO_MEMORY');
    assert.ok(count > 500);
    assert.equal(tree.size, count);
    fails(() => tree.insertMany(new Float32Array(400000)), 'NO_MEMORY');
    assert.equal(tree.size, count);
    assert.deepEqual([...tree.search([7, 7, 7, 7])], [7]);
    tree.remove(7);
    assert.equal(tree.size, count - 1);
    fails(() => Quadtree.create({ reserve: 2 ** 32 - 1 }), 'NO_MEMORY');
    fails(() => Quadtree.load(tree.save(), { memoryLimit: 1000 }), 'NO_MEMORY');
    tree.free();
});

test('snapshots', () => {
    const tree = Quadtree.create();
    tree.insertMany(new Float32Array([0, 0, 1, 1, 2, 2, 3, 3]));
    const bytes = tree.save();
    fails(() => Quadtree.load(bytes.subarray(1)), 'BAD_DATA');
    for (let i = 0; i < bytes.length; i += 7) {
        const damaged = bytes.slice();
        damaged[i] ^= 1;
        fails(() => Quadtree.load(damaged), 'BAD_DATA');
    }
    fails(() => Quadtree.load('text'), 'BAD_VALUE');
    const again = Quadtree.load(bytes.buffer, { renumber: true });
    assert.deepEqual([...again.users], [0n, 1n]);
    tree.free();
    again.free();
});

test('engines, and what init takes', async () => {
    const core = () => import(`../dist/core.js?${Math.random()}`);
    for (const file of ['quadrille.wasm', 'quadrille-plain.wasm']) {
        const bytes = readFileSync(new URL(`../dist/${file}`, import.meta.url));
        const module = new WebAssembly.Module(bytes);
        assert.deepEqual(WebAssembly.Module.imports(module), []);
        for (const source of [bytes, module, new Response(bytes)]) {
            const { Quadtree: Tree, init: ready } = await core();
            assert.throws(() => Tree.create(), { code: 'NOT_READY' });
            await ready(source);
            assert.equal(Tree.create().insert(1, 1), 0);
        }
    }
    const { init: ready } = await core();
    await assert.rejects(ready(), { code: 'BAD_VALUE' });
    await assert.rejects(ready('file:///quadrille.wasm'), { code: 'BAD_VALUE' });
    await assert.rejects(ready(new Response('', { status: 404 })), { code: 'NOT_READY' });
    await assert.rejects(ready(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), { code: 'BAD_VALUE' });
    await init();
});
