// The core without inlined WebAssembly: it is fetched, or given as bytes or as a module. Each test has a core of its own.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

const read = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
const files = { '/quadrille.wasm': read('quadrille.wasm') };
let cores = 0, server, address;
const core = () => import(`../dist/core.js?${++cores}`);

before(() => new Promise((ready) => {
    server = createServer((request, answer) => {
        answer.statusCode = files[request.url] ? 200 : 404;
        answer.end(files[request.url]); // without a type: init does not ask for application/wasm
    }).listen(0, '127.0.0.1', () => {
        address = `http://127.0.0.1:${server.address().port}`;
        ready();
    });
}));
after(() => server.close());

async function works({ init, Quadtree }, from) {
    assert.throws(() => Quadtree.create(), { name: 'QuadtreeError', code: 'NOT_READY' });
    await init(from);
    await init(from); // once more does nothing
    const tree = Quadtree.create();
    assert.deepEqual([...tree.insertMany([0, 0, 2, 2, 1, 1, 3, 3])], [0, 1]);
    assert.deepEqual([...tree.pairs()], [0, 1]);
    tree.free();
}

test('from an address', async () => works(await core(), `${address}/quadrille.wasm`));
test('from a URL', async () => works(await core(), new URL('/quadrille.wasm', address)));
test('from a response', async () => works(await core(), await fetch(`${address}/quadrille.wasm`)));
test('from bytes', async () => works(await core(), files['/quadrille.wasm']));
test('from a module', async () => works(await core(), new WebAssembly.Module(files['/quadrille.wasm'])));
test('without vector instructions', async () => works(await core(), read('quadrille-plain.wasm')));
test('the index alone, where what is left out is an error', async () => {
    const { init, Quadtree } = await core();
    await works({ init, Quadtree }, read('quadrille-index.wasm'));
    const tree = Quadtree.create();
    tree.insertMany([0, 0, 2, 2, 1, 1, 3, 3]);
    const calls = { within: [0, 0, 1], nearest: [0, 0], nearestMany: [[0, 0]], ray: [0, 0, 1, 1], contacts: [], save: [] };
    for (const [name, given] of Object.entries(calls)) {
        assert.throws(() => tree[name](...given), { code: 'LEFT_OUT', message: `quadrille-index.wasm has no ${name}: init with quadrille.wasm` });
    }
    assert.throws(() => Quadtree.load(new Uint8Array(8)), { code: 'LEFT_OUT', message: /has no load:/ });
    assert.throws(() => Quadtree.create({ precision: 'double' }), { code: 'LEFT_OUT', message: /has no precision 'double':/ });
    assert.throws(() => tree.searchMany([0, 0, 1, 1, 3, 0, 2, 1]), { code: 'BAD_VALUE', index: 1, message: /^box 1 / });
    assert.deepEqual([...tree.pairs()], [0, 1]);
});
test('two at once', async () => {
    const { init, Quadtree } = await core();
    await Promise.all([init(`${address}/quadrille.wasm`), init(`${address}/quadrille.wasm`)]);
    assert.equal(Quadtree.create().insert(1, 2), 0);
});

test('what cannot be had is an error, and the next try may work', async () => {
    const own = await core();
    await assert.rejects(own.init(), { code: 'BAD_VALUE' });
    await assert.rejects(own.init('file:///quadrille.wasm'), { code: 'BAD_VALUE' });
    await assert.rejects(own.init('nowhere.wasm'), { name: 'QuadtreeError', code: 'NOT_READY', message: /^nowhere\.wasm cannot be fetched/ });
    await assert.rejects(own.init('http://127.0.0.1:1/quadrille.wasm'), { code: 'NOT_READY', message: /:1\/quadrille\.wasm cannot be fetched/ });
    await assert.rejects(own.init(`${address}/missing.wasm`), { code: 'NOT_READY', message: /missing\.wasm: 404/ });
    await assert.rejects(own.init(new Uint8Array([1, 2, 3])), { code: 'BAD_VALUE', message: /not WebAssembly/ });
    await assert.rejects(own.init(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), { code: 'BAD_VALUE', message: /not quadrille\.wasm/ });
    await works(own, `${address}/quadrille.wasm`);
});
