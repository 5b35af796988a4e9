// Random calls, and every answer compared with brute force over the same boxes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { modules } from './modules.js';

function random(seed) {
    return () => {
        seed = (seed * 1664525 + 1013904223) % 4294967296;
        return seed / 4294967296;
    };
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const overlap = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
const pairText = (pairs) => {
    const texts = [];
    for (let i = 0; i < pairs.length; i += 2) texts.push(`${Math.min(pairs[i], pairs[i + 1])} ${Math.max(pairs[i], pairs[i + 1])}`);
    return texts.sort();
};

/** The model: a map from numbers to boxes, and the numbers that are free. */
class Model {
    boxes = new Map();
    generations = new Map();
    constructor(checked) {
        this.checked = checked;
    }
    take(box) {
        let index = 0;
        const used = new Set([...this.boxes.keys()].map((number) => number % 2 ** 32));
        while (used.has(index)) index++;
        let number = index;
        if (this.checked) {
            const generation = (this.generations.get(index) ?? 0) + 1;
            this.generations.set(index, generation);
            number += generation * 2 ** 32;
        }
        this.boxes.set(number, box);
        return number;
    }
    inside(box) {
        return sorted([...this.boxes].filter(([, each]) => overlap(each, box)).map(([number]) => number));
    }
    pairs(distance = 0) {
        const all = [...this.boxes], found = [];
        for (let i = 0; i < all.length; i++) {
            for (let k = 0; k < i; k++) {
                if (gap(all[i][1], all[k][1]) <= distance) found.push(all[i][0], all[k][0]);
            }
        }
        return pairText(found);
    }
}

function gap(a, b) {
    return Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]));
}

/** When a ray enters a box, for whole numbers; Infinity: never. */
function enters(box, x, y, dx, dy) {
    let from = 0, to = Infinity;
    for (const [least, most, at, by] of [[box[0], box[2], x, dx], [box[1], box[3], y, dy]]) {
        if (by === 0) {
            if (at < least || at > most) return Infinity;
        } else {
            from = Math.max(from, Math.min((least - at) / by, (most - at) / by));
            to = Math.min(to, Math.max((least - at) / by, (most - at) / by));
        }
    }
    return from <= to ? from : Infinity;
}

for (const { name, Quadtree, rest } of modules) {
    for (const [checked, precision] of [[false, 'float'], [true, 'float'], [false, 'double'], [true, 'double']]) {
        if (precision === 'double' && !rest) continue;
        test(`random calls, ${name}, ${precision}, ${checked ? 'checked' : 'plain'} numbers`, () => {
            const next = random(checked ? 7 : 3), whole = (n) => Math.floor(next() * n);
            const box = () => {
                const x = whole(200), y = whole(200);
                return [x, y, x + whole(12), y + whole(12)];
            };
            const Kind = precision === 'float' ? Float32Array : Float64Array;
            let tree = Quadtree.create({ precision, checked });
            const model = new Model(checked);
            let contacts = new Set();
            const into = new (checked ? Float64Array : Uint32Array)(60); // large enough at times
            const any = () => [...model.boxes.keys()][whole(model.boxes.size)];
            for (let step = 0; step < 400; step++) {
                const call = whole(10);
                if (call < 2) {
                    const one = box();
                    assert.equal(tree.insert(...one), model.take(one));
                } else if (call < 4) {
                    const many = Array.from({ length: whole(12) }, box);
                    assert.deepEqual([...tree.insertMany(new Kind(many.flat()))], many.map((each) => model.take(each)));
                } else if (call < 6 && model.boxes.size > 0) {
                    const ids = [any(), any(), any()], many = ids.map(box);
                    tree.moveMany(ids, new Kind(many.flat()));
                    ids.forEach((id, i) => model.boxes.set(id, many[i]));
                } else if (call === 6 && model.boxes.size > 0) {
                    const ids = [...new Set([any(), any(), any(), any()])];
                    tree.removeMany(ids);
                    ids.forEach((id) => model.boxes.delete(id));
                    assert.throws(() => tree.remove(ids[0]), { code: 'STALE' });
                } else if (call === 7 && model.boxes.size > 0) {
                    const id = any(), one = box();
                    tree.move(id, ...one);
                    model.boxes.set(id, one);
                    assert.deepEqual([...tree.box(id)], one);
                } else if (rest && step % 16 === 0) {
                    const loaded = Quadtree.load(tree.save(), { checked });
                    assert.deepEqual(loaded.save(), tree.save());
                    tree.free();
                    tree = loaded;
                    contacts = new Set();
                }
                assert.equal(tree.size, model.boxes.size);
                const window = box();
                assert.deepEqual(sorted(tree.search(window)), model.inside(window));
                assert.deepEqual(tree.search(window, { into }), tree.search(window));
                assert.equal(tree.count(window), model.inside(window).length);
                assert.equal(tree.collides(window), model.inside(window).length > 0);
                if (step % 8) continue;

                const windows = Array.from({ length: 9 }, box), many = tree.searchMany(windows.flat());
                windows.forEach((each, i) => {
                    assert.deepEqual(sorted(many.ids.slice(many.offsets[i], many.offsets[i + 1])), model.inside(each));
                });
                assert.deepEqual(sorted(tree.all()), sorted(model.boxes.keys()));
                assert.deepEqual(tree.searchMany(windows.flat(), { into }), many);
                assert.deepEqual(pairText(tree.pairs()), model.pairs());
                assert.deepEqual(tree.pairs(0, { into }), tree.pairs());
                assert.deepEqual(pairText(tree.pairs(3)), model.pairs(3));
                if (!rest) continue;

                const x = whole(200), y = whole(200), point = [x, y, x, y], distances = [...model.boxes.values()].map((each) => gap(each, point));
                distances.sort((a, b) => a - b);
                const near = tree.nearest(x, y, 5);
                assert.equal(near.ids.length, Math.min(5, distances.length));
                near.distances.forEach((distance, i) => {
                    assert.ok(Math.abs(distance - distances[i]) <= distances[i] * 1e-6);
                    assert.ok(Math.abs(gap(model.boxes.get(near.ids[i]), point) - distance) <= distance * 1e-6);
                });
                const rows = tree.nearestMany([x, y, y, x], 3, 9);
                const row = tree.nearest(x, y, 3, 9);
                assert.equal(rows.counts[0], row.ids.length);
                assert.deepEqual([...rows.ids.slice(0, rows.counts[0])], [...row.ids]);
                assert.deepEqual([...rows.distances.slice(0, rows.counts[0])], [...row.distances]);
                if (rows.counts[0] < 3) assert.equal(rows.ids[2], 2 ** 32 - 1);
                assert.deepEqual(sorted(tree.within(x, y, 10)),
                    sorted([...model.boxes].filter(([, each]) => gap(each, point) <= 10).map(([number]) => number)));

                const dx = whole(7) - 3, dy = whole(7) - 3, hits = tree.ray(x, y, dx, dy);
                const hit = [...model.boxes].filter(([, each]) => enters(each, x, y, dx, dy) < Infinity).map(([number]) => number);
                assert.deepEqual(sorted(hits.ids), sorted(hit));
                hits.times.forEach((time, i) => assert.ok(i === 0 || time >= hits.times[i - 1]));

                const { began, ended } = tree.contacts();
                pairText(ended).forEach((pair) => assert.ok(contacts.delete(pair), `ended: ${pair}`));
                pairText(began).forEach((pair) => {
                    assert.ok(!contacts.has(pair), `began: ${pair}`);
                    contacts.add(pair);
                });
                assert.deepEqual([...contacts].sort(), model.pairs());
            }
            tree.free();
        });
    }
}

for (const { name, Quadtree } of modules) test(`numbers are dense, and the lowest free one comes first, ${name}`, () => {
    const tree = Quadtree.create();
    assert.deepEqual([...tree.insertMany(new Float32Array(4 * 10000))], Array.from({ length: 10000 }, (_, i) => i));
    tree.removeMany([9000, 5, 4097, 3]);
    assert.deepEqual([tree.insert(0, 0), tree.insert(0, 0)], [3, 5]);
    assert.deepEqual([...tree.insertMany([1, 1, 1, 1, 1, 1], { points: true })], [4097, 9000, 10000]);
    tree.clear();
    assert.equal(tree.size, 0);
    assert.equal(tree.insert(0, 0), 0);
    tree.free();
});

for (const { name, Quadtree, rest } of modules) test(`results go into an array that is large enough, ${name}`, () => {
    const tree = Quadtree.create(), into = new Uint32Array(8).fill(99).subarray(2, 6);
    tree.insertMany([0, 0, 2, 2, 1, 1, 3, 3]);
    const calls = [(options) => tree.search([0, 0, 9, 9], options), (options) => tree.searchMany([9, 9, 10, 10, 0, 0, 9, 9], options).ids,
        (options) => tree.pairs(0, options), (options) => tree.all(options)];
    if (rest) calls.push((options) => tree.within(0, 0, 5, options));
    for (const call of calls) {
        const expected = call(), got = call({ into });
        assert.deepEqual(got, expected);
        assert.deepEqual([got.buffer, got.byteOffset, got.length, into[2]], [into.buffer, into.byteOffset, 2, 99]);
        const small = into.subarray(0, 1), other = call({ into: small });
        assert.deepEqual(other, expected);
        assert.notEqual(other.buffer, into.buffer);
        for (const wrong of [[], new Float64Array(9), new Int32Array(9), 5, null]) {
            assert.throws(() => call({ into: wrong }), { code: 'BAD_VALUE', message: /^into has to be a Uint32Array/ });
        }
        const gone = new Uint32Array(4);
        structuredClone(gone, { transfer: [gone.buffer] });
        assert.throws(() => call({ into: gone }), { code: 'DETACHED', message: /into/ });
        assert.throws(() => call({ onto: into }), { code: 'BAD_VALUE', message: /no option onto/ });
        into.fill(99);
    }
    tree.free();
});

for (const { name, Quadtree } of modules) test(`layers and masks, ${name}`, () => {
    const tree = Quadtree.create();
    const wall = tree.insert(0, 0, 4, 4, { layers: 1, mask: 2 }), actor = tree.insert(1, 1, 2, 2, { layers: 2, mask: 1 });
    const ghost = tree.insert(1, 1, 2, 2, { layers: 4, mask: 4 });
    assert.deepEqual([...tree.pairs()], [wall, actor]);
    for (const [options, seen] of [[{ only: 4 }, [ghost]], [{ only: ~4 }, [wall, actor]], [{ only: 8 }, []], [{}, [0, 1, 2]]]) {
        assert.deepEqual(sorted(tree.search([0, 0, 9, 9], options)), seen);
        assert.deepEqual(sorted(tree.all(options)), seen);
        assert.equal(tree.count([0, 0, 9, 9], options), seen.length);
        assert.equal(tree.collides([0, 0, 9, 9], options), seen.length > 0);
    }
    assert.equal(tree.all().length, 3);
    tree.setFilter(ghost, 2, 1);
    const third = tree.insert(1, 1, 2, 2, { layers: 8, mask: 8 }), fourth = tree.insert(1, 1, 2, 2, { layers: 8, mask: 8 });
    assert.equal(tree.pairs().length, 6);
    assert.deepEqual(sorted(tree.pairs(0, { only: 8 })), [third, fourth]);
    assert.deepEqual(pairText(tree.pairs(0, { only: 3 })), [`${wall} ${actor}`, `${wall} ${ghost}`]);
    tree.free();
});

for (const { name, Quadtree } of modules) test(`arrays of other kinds and of other realms, ${name}`, () => {
    const boxes = [0, 0, 2, 2, 1, 1, 3, 3], tree = Quadtree.create();
    const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, Array];
    const foreign = ['Float32Array', 'Float64Array', 'Int32Array', 'Array'].map((kind) => runInNewContext(kind));
    for (const Kind of [...kinds, ...foreign]) {
        const given = Kind.from(boxes), ids = tree.insertMany(given);
        assert.deepEqual(ids, new Uint32Array([0, 1]));
        tree.moveMany(Kind.from(ids), given);
        assert.deepEqual([...tree.box(1)], [1, 1, 3, 3]);
        assert.deepEqual([...tree.search(Kind.from([3, 3, 4, 4]))], [1]);
        assert.deepEqual(tree.searchMany(given).offsets, new Uint32Array([0, 2, 4]));
        tree.removeMany(Kind.from(ids));
    }
    const into = new (runInNewContext('Uint32Array'))(4), id = tree.insert(1, 1);
    const found = tree.search([0, 0, 2, 2], { into });
    assert.deepEqual([found.buffer, ...found], [into.buffer, id]);
    assert.equal(Object.prototype.toString.call(tree), '[object Quadtree]'); // by which Vue knows to leave it alone
    tree.free();
});

for (const { name, Quadtree, rest } of modules) test(`many windows are as one by one, however long the rows are, ${name}`, () => {
    const next = random(7), box = (side) => { const x = next() * 100, y = next() * 100; return [x, y, x + next() * side, y + next() * side]; };
    for (const checked of [false, true]) {
        for (const Kind of [Float32Array, Float64Array]) {
            const tree = Quadtree.create({ checked, precision: rest && Kind === Float64Array ? 'double' : 'float' });
            tree.insertMany(Kind.from(Array.from({ length: 3000 }, () => box(2)).flat()));
            // Long rows first, then short ones, and the other way round; none at all.
            const long = Array.from({ length: 150 }, () => box(120)), short = Array.from({ length: 150 }, () => box(3));
            for (const windows of [[...long, ...short], [...short, ...long], long.slice(0, 64), short.slice(0, 65), []]) {
                const given = Kind.from(windows.flat()), { offsets, ids } = tree.searchMany(given);
                assert.equal(offsets.length, windows.length + 1);
                assert.equal(offsets[windows.length], ids.length);
                windows.forEach((_, i) => {
                    assert.deepEqual(sorted(ids.slice(offsets[i], offsets[i + 1])), sorted(tree.search(given.slice(4 * i, 4 * i + 4))));
                });
            }
            tree.free();
        }
    }
});

test('all modules answer alike, in the same order, when thousands move', () => {
    const next = random(11), n = 20000, boxes = new Float32Array(4 * n), trees = modules.map(({ Quadtree }) => Quadtree.create());
    const put = (i, x, y) => boxes.set([x, y, x + next() * 3, y + next() * 3], 4 * i);
    for (let i = 0; i < n; i++) {
        if (i % 100 === 0) put(i, (next() - 0.5) * 1e30, (next() - 0.5) * 1e30); // far outside
        else if (i % 3 === 0) boxes.set([7, 7, 7, 7], 4 * i), i % 9 && put(i, 500 + next() * 50, 500 + next() * 50); // crowds
        else put(i, next() * 1000, next() * 1000);
    }
    const alike = (call) => {
        const [first, ...others] = trees.map(call);
        for (const each of others) assert.equal(Buffer.compare(Buffer.from(each.buffer), Buffer.from(first.buffer)), 0);
        return first;
    };
    const ids = alike((tree) => tree.insertMany(boxes));
    for (let tick = 0; tick < 12; tick++) {
        const few = tick % 3 === 1 ? 50 : n;
        for (let i = 0; i < few; i++) {
            const x = (next() - 0.5) * 5, y = (next() - 0.5) * 5;
            boxes[4 * i] += x, boxes[4 * i + 2] += x, boxes[4 * i + 1] += y, boxes[4 * i + 3] += y;
        }
        alike((tree) => (tree.moveMany(ids.subarray(0, few), boxes.subarray(0, 4 * few)), tree.bounds()));
        assert.ok(alike((tree) => tree.pairs(tick === 5 ? 0.5 : 0)).length > n);
        alike((tree) => (tree.removeMany(ids.subarray(tick, tick + 900)), tree.insertMany(boxes.subarray(4 * tick, 4 * tick + 3600))));
        alike((tree) => tree.searchMany(boxes.subarray(0, 4000)).ids);
        alike((tree) => tree.all());
    }
    trees.forEach((tree) => tree.free());
});
