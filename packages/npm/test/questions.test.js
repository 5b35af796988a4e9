// What a question looks for: `only` names layers, `filter` is asked about each item. Every answer is compared with brute force.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { QuadtreeError } from '../dist/index.js';
import { modules } from './modules.js';

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const list = (pairs) => {
    const texts = [];
    for (let i = 0; i < pairs.length; i += 2) texts.push(sorted(pairs.slice(i, i + 2)).join(' '));
    return texts.sort();
};
const gap = (a, b) => Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]));

/** A tree of boxes of whole numbers; each item is on one of 31 layers, or on none, and the mask of every third one names nothing. */
function stage(Quadtree, options) {
    let seed = 5;
    const below = (most) => Math.floor((seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296 * most);
    const tree = Quadtree.create(options), all = [];
    for (let i = 0; i < 400; i++) {
        const x = below(100), y = below(100), box = [x, y, x + below(9), y + below(9)], layer = i % 32;
        const id = tree.insert(...box, { layers: layer === 31 ? 'none' : 1 << layer, mask: i % 3 ? 0 : 'none' });
        all.push({ id, box, layers: layer === 31 ? 0 : 1 << layer, unpaired: layer === 31 || i % 3 === 0 });
    }
    return { tree, all, below };
}

const everyQuestion = (tree, rest) => ({
    search: (options) => tree.search([0, 0, 99, 99], options), all: (options) => tree.all(options), count: (options) => tree.count([0, 0, 99, 99], options),
    collides: (options) => tree.collides([0, 0, 99, 99], options), searchMany: (options) => tree.searchMany([0, 0, 9, 9, 0, 0, 99, 99], options),
    pairs: (options) => tree.pairs(0, options),
    ...(rest && {
        within: (options) => tree.within(50, 50, 40, options), nearest: (options) => tree.nearest(50, 50, 20, 90, options),
        nearestMany: (options) => tree.nearestMany([50, 50, 9, 9], 20, 90, options), ray: (options) => tree.ray(0, 0, 1, 1, options),
    }),
});

for (const { name, Quadtree, rest } of modules) for (const checked of [false, true]) {
    test(`every question with only, with a filter and with both, ${name}, ${checked ? 'checked' : 'plain'} numbers`, () => {
        const { tree, all, below } = stage(Quadtree, { checked });
        const byId = new Map(all.map((each) => [each.id, each]));
        const index = (id) => id % 2 ** 32;
        const filters = [undefined, (id) => index(id) % 7 === 0, (id) => index(id) > 390, () => false, () => true];
        for (const only of [undefined, 0, 1, 1 << 30, ~1, -1, 2 ** 32 - 1, 0xf0f0, 'none']) for (const filter of filters) {
            const bits = only === 'none' ? 0 : only ? only & 0x7fffffff : -1;
            const seen = ({ id, layers }) => (!only || (layers & bits) !== 0) && (!filter || filter(id));
            const ids = (test) => sorted(all.filter((each) => seen(each) && test(each)).map(({ id }) => id));
            const options = { only, filter };
            const x = below(100), y = below(100), window = [x, y, x + 25, y + 25], point = [x, y, x, y];
            const inside = (box) => ids((each) => gap(each.box, box) === 0);
            assert.deepEqual(sorted(tree.search(window, options)), inside(window));
            assert.deepEqual(sorted(tree.all(options)), ids(() => true));
            assert.equal(tree.count(window, options), inside(window).length);
            assert.equal(tree.collides(window, options), inside(window).length > 0);
            const other = [y, x, y + 3, x + 3], many = tree.searchMany([...window, ...other, ...window], options);
            assert.deepEqual([window, other, window].map((_, i) => sorted(many.ids.slice(many.offsets[i], many.offsets[i + 1]))),
                [window, other, window].map(inside));
            assert.equal(many.ids.length, many.offsets[3]);
            const pairs = [];
            all.forEach((a, i) => all.slice(0, i).forEach((b) => {
                if (gap(a.box, b.box) <= 2 && !a.unpaired && !b.unpaired && (seen(a) || seen(b))) pairs.push(b.id, a.id);
            }));
            assert.deepEqual(list(tree.pairs(2, options)), list(pairs));
            const into = new (checked ? Float64Array : Uint32Array)(500);
            const found = tree.search(window, { ...options, into });
            assert.deepEqual(found, tree.search(window, options));
            assert.equal(found.buffer, into.buffer);
            if (!rest) continue;

            assert.deepEqual(sorted(tree.within(x, y, 20, options)), ids((each) => gap(each.box, point) <= 20));
            const far = ids(() => true).map((id) => gap(byId.get(id).box, point)).sort((a, b) => a - b);
            for (const [k, most] of [[1, Infinity], [3, 30], [40, Infinity], [Infinity, 15], [Infinity, Infinity]]) {
                const near = tree.nearest(x, y, k, most, options), expected = far.filter((distance) => distance <= most).slice(0, k);
                assert.equal(near.ids.length, expected.length);
                near.distances.forEach((distance, i) => assert.ok(Math.abs(distance - expected[i]) <= 1e-6 * expected[i]));
                near.ids.forEach((id, i) => assert.ok(seen(byId.get(id)) && Math.abs(gap(byId.get(id).box, point) - near.distances[i]) < 1e-4));
                assert.equal(new Set(near.ids).size, near.ids.length);
                if (k === Infinity) continue;
                const rows = tree.nearestMany([7, 7, x, y], k, most, options), row = near.ids.length;
                assert.deepEqual([rows.counts.length, rows.ids.length, rows.distances.length, rows.counts[1]], [2, 2 * k, 2 * k, row]);
                assert.deepEqual([...rows.ids.slice(k, k + row)], [...near.ids]);
                assert.deepEqual([...rows.distances.slice(k, k + row)], [...near.distances]);
                assert.deepEqual([rows.ids[2 * k - 1], rows.distances[2 * k - 1]], row === k ? [near.ids[k - 1], near.distances[k - 1]] : [2 ** 32 - 1, Infinity]);
            }
            const hits = tree.ray(0, y, 1, 0), kept = [...hits.ids.keys()].filter((i) => seen(byId.get(hits.ids[i])));
            for (const k of [1, 4, Infinity]) {
                const some = tree.ray(0, y, 1, 0, { ...options, k });
                assert.deepEqual([...some.ids], kept.slice(0, k).map((i) => hits.ids[i]));
                assert.deepEqual([...some.times], kept.slice(0, k).map((i) => hits.times[i]));
            }
        }
        tree.free();
    });
}

for (const { name, Quadtree, rest } of modules) {
    test(`a filter is asked about each item once, by its number alone, and truth is what it returns, ${name}`, () => {
        const { tree } = stage(Quadtree), calls = everyQuestion(tree, rest);
        for (const [call, ask] of Object.entries(calls)) {
            const asked = [];
            const all = ask({ filter(...given) { assert.equal(given.length, 1); assert.equal(this, undefined); asked.push(given[0]); return 1; } });
            assert.deepEqual(all, ask({ filter: undefined }), call);
            if (!/Many/.test(call)) assert.equal(new Set(asked).size, asked.length, call);
            ask({ filter: () => '' });
        }
        if (rest) { // the nearest first, and none after the last that is wanted
            const asked = [], near = tree.nearest(50, 50, Infinity).ids;
            assert.deepEqual([...tree.nearest(50, 50, 2, Infinity, { filter: (id) => asked.push(id) % 30 === 0 }).ids], [near[29], near[59]]);
            assert.deepEqual(asked, [...near.slice(0, 60)]);
        }
        tree.free();
    });

    test(`what a filter throws comes through, and the tree goes on, ${name}`, () => {
        const { tree, all } = stage(Quadtree), calls = everyQuestion(tree, rest), error = new Error('mine');
        for (const [call, ask] of Object.entries(calls)) {
            for (const after of [1, 3]) {
                let asked = 0;
                const filter = () => { if (++asked === after) throw error; };
                assert.throws(() => ask({ only: ~2, filter }), (thrown) => thrown === error, call);
                assert.throws(() => ask({ filter: () => { throw undefined; } }), (thrown) => thrown === undefined, call);
            }
            assert.equal(tree.all().length, 400); // no layers are left behind
            const id = tree.insert(1, 1, 2, 2); // and the tree may change
            assert.equal(id, 400);
            tree.remove(id);
        }
        for (const wrong of [5, 'all', {}, null, true, [() => true]]) {
            for (const ask of Object.values(calls)) assert.throws(() => ask({ filter: wrong }), { code: 'BAD_VALUE', message: /^filter has to be a function/ });
        }
        assert.throws(() => tree.insert(0, 0, 1, 1, { filter: () => true }), { code: 'BAD_VALUE', message: /no option filter/ });
        assert.equal(tree.size, all.length);
        tree.free();
    });

    test(`a filter may ask the tree and change another, but not the tree that asks it, ${name}`, () => {
        const { tree } = stage(Quadtree), other = Quadtree.create(), before = sorted(tree.all()), bounds = tree.bounds();
        const changes = [() => tree.insert(0, 0), () => tree.insertMany([0, 0, 1, 1]), () => tree.move(0, 5, 5), () => tree.moveMany([0], [1, 1, 2, 2]),
            () => tree.remove(0), () => tree.removeMany([0, 1]), () => tree.clear(), () => tree.setFilter(0, 1, 1), () => tree.free()];
        for (const [call, ask] of Object.entries(everyQuestion(tree, rest))) {
            const expected = ask({ only: ~2 });
            let turn = 0;
            const filter = (id) => {
                for (const change of changes) assert.throws(change, { code: 'BUSY', message: /filter/ }, call);
                other.insertMany(new Float32Array(4000));
                const inner = everyQuestion(tree, rest);
                if (turn++ < 5) for (const each of Object.values(inner)) each({ only: 3, filter: (id) => id % 2 === 0 });
                for (const change of changes) assert.throws(change, { code: 'BUSY' }, call);
                if (turn % 50 === 0) other.clear();
                return tree.has(id) && tree.box(id).length === 4;
            };
            assert.deepEqual(ask({ only: ~2, filter }), expected, call);
            assert.ok(turn > 0);
            assert.deepEqual([sorted(tree.all()), tree.bounds()], [before, bounds], call);
        }
        tree.removeMany(tree.all());
        tree.free();
        other.free();
    });

    test(`layers that do not exist are refused, by everything that takes layers, ${name}`, () => {
        const { tree } = stage(Quadtree), questions = everyQuestion(tree, rest), wrong = [1 << 31, -2147483648, 2147483648, 0x80000000,
            2 ** 32, 2 ** 53, -(2 ** 31) - 1, 0.5, NaN, Infinity, -Infinity, 1n, 2147483648n, '1', '', 'all', 'None', true, {}, [1], () => 1, Symbol('1')];
        const items = { insert: (options) => tree.insert(0, 0, 1, 1, options), insertMany: (options) => tree.insertMany([0, 0, 1, 1], options),
            setFilter: ({ layers, mask }) => tree.setFilter(3, layers, mask) };
        const refused = (call, field, value, text) => assert.throws(() => call({ [field]: value }), (error) => {
            assert.ok(error instanceof RangeError && error instanceof QuadtreeError === (name === 'quadrille'), String(error));
            assert.deepEqual([error.code, error.name], ['BAD_VALUE', 'QuadtreeError']);
            assert.match(error.message, new RegExp(`^${field} has to be 'none' or a whole number .* 1 << 0 to 1 << 30, since layer 30 is the highest; it is .*${text}`));
            return true;
        }, `${field}: ${String(value)}`);
        for (const value of wrong) {
            const text = Math.abs(Number(typeof value === 'number' && value)) === 2 ** 31 ? '2147483648, which is layer 31$' : '';
            for (const field of ['layers', 'mask']) for (const call of Object.values(items)) refused(call, field, value, text);
            for (const field of ['only', 'layers', 'mask']) for (const call of Object.values(questions)) refused(call, field, value, text);
        }
        assert.equal(tree.size, 400);
        for (const call of Object.values(questions)) assert.throws(() => call({ only: 1, mask: 1 }), { code: 'BAD_VALUE', message: /only and mask/ });

        // Every layer that exists finds its item and no other; bit 31 counts nowhere.
        tree.clear();
        for (let layer = 0; layer <= 30; layer++) assert.equal(tree.insert(0, 0, 1, 1, { layers: 1 << layer }), layer);
        for (let layer = 0; layer <= 30; layer++) {
            assert.deepEqual([...tree.search([0, 0, 1, 1], { only: 1 << layer })], [layer]);
            assert.equal(tree.count([0, 0, 1, 1], { only: ~(1 << layer) }), 30);
        }
        tree.clear();
        tree.insert(0, 0, 1, 1, { layers: 'none' }), tree.insertMany([0, 0, 1, 1], { mask: 'none' }), tree.insert(0, 0, 1, 1);
        tree.setFilter(2, 'none', 'none');
        assert.deepEqual(sorted(tree.all()), [0, 1, 2]);
        assert.deepEqual([...tree.all({ only: -1 })], [1]);
        assert.deepEqual([tree.all({ only: 'none' }).length, tree.pairs().length], [0, 0]);
        tree.free();
    });

    test(`layers and mask of a question still do what they did, ${name}`, () => {
        const tree = Quadtree.create();
        const wall = tree.insert(0, 0, 4, 4, { layers: 1, mask: 2 }), actor = tree.insert(1, 1, 2, 2, { layers: 2, mask: 1 });
        for (const [options, seen] of [[{ layers: 2 }, [wall]], [{ mask: 2 }, [actor]], [{ layers: 2, mask: 2 }, []], [{ layers: 2, only: 1 }, [wall]],
            [{ layers: 2, filter: (id) => id !== wall }, []]]) {
            assert.deepEqual(sorted(tree.search([0, 0, 9, 9], options)), seen);
            assert.deepEqual(sorted(tree.all(options)), seen);
            assert.equal(tree.count([0, 0, 9, 9], options), seen.length);
        }
        tree.free();
    });
}

/** What a program says on standard error. */
function said(program) {
    const index = JSON.stringify(fileURLToPath(new URL('../dist/index.js', import.meta.url)));
    const text = `import { Quadtree } from ${index}; const tree = Quadtree.create(), box = [0, 0, 1, 1]; ${program}`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' }).stderr;
}

test('layers in a question warn once, and name only; so does mask; what is right warns of nothing', () => {
    const every = `const ask = (options) => { tree.search(box, options); tree.all(options); tree.count(box, options); tree.collides(box, options);
        tree.searchMany(box, options); tree.within(0, 0, 1, options); tree.nearest(0, 0, 1, 9, options); tree.nearestMany([0, 0], 1, 9, options);
        tree.ray(0, 0, 1, 1, options); tree.pairs(0, options); };`;
    for (const without of ['', 'globalThis.process = undefined;', 'globalThis.process = { env: {} };']) { // as a browser, or a bundler's stand-in
        const lines = said(`${every} ${without} ask({ layers: 1 }); ask({ layers: 2 }); ask({ mask: 1 }); ask({ mask: 2 });`)
            .split('\n').filter((line) => line.includes('quadrille:'));
        assert.equal(lines.length, 2, lines.join('\n'));
        assert.match(lines[0], /quadrille: in a question layers looks at what the masks of items name: write only/);
        assert.match(lines[1], /quadrille: in a question mask is the old name of only: write only/);
        if (!without) assert.match(lines[0], /DeprecationWarning/);
    }
    assert.equal(said('globalThis.process = globalThis.console = undefined; tree.all({ layers: 1 });'), '');
    assert.equal(said(`${every} ask({ only: 1, filter: () => true }); ask({}); ask(undefined); ask({ layers: undefined, mask: undefined });
        tree.insert(0, 0, 1, 1, { layers: 1, mask: 2 }); tree.insertMany(box, { layers: 1 }); tree.setFilter(0, 1, 2);`), '');
    for (const name of ['search', 'within', 'all', 'count', 'collides', 'searchMany', 'nearest', 'nearestMany', 'ray', 'pairs']) {
        const given = { within: '0, 0, 1', all: '', nearest: '0, 0, 1, 9', nearestMany: '[0, 0], 1, 9', ray: '0, 0, 1, 1', pairs: '0' }[name] ?? 'box';
        assert.match(said(`tree.${name}(${given}${given && ', '}{ layers: 1 });`), /write only/, name);
    }
});
