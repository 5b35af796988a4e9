// The module's own memory and its copying (wasm/heap.c, wasm/copy.c), alone in a module that has 8 MiB at most.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const module = new WebAssembly.Module(readFileSync(new URL('memory.wasm', import.meta.url)));
const LINE = 64, LIMIT = 8 << 20;

let seed = 7;
const below = (most) => Math.floor((seed = (seed * 1664525 + 1013904223) % 4294967296) / 4294967296 * most);

function start() {
    const { memory, __heap_base, ...calls } = new WebAssembly.Instance(module).exports;
    const first = Math.ceil(__heap_base.value / LINE) * LINE;
    return {
        first, memory, ...calls,
        bytes: () => new Uint8Array(memory.buffer),
        get: (size) => calls.qd__platform_get(size) >>> 0,
        give: (at, size) => calls.qd__platform_give(at, size),
    };
}

test('blocks are aligned, lie apart, and keep what is in them; what is given back joins again', () => {
    const heap = start(), held = [];
    for (let step = 0; step < 20000; step++) {
        if (held.length > 0 && below(200) < held.length) {
            const { at, size, mark } = held.splice(below(held.length), 1)[0];
            const block = heap.bytes().subarray(at, at + size);
            assert.ok(block.every((byte) => byte === mark), `step ${step}`);
            heap.give(at, size);
        } else {
            const size = 1 + below(below(4) === 0 ? 60000 : 300), at = heap.get(size), mark = below(256);
            assert.ok(at >= heap.first && at % LINE === 0 && at + size <= heap.memory.buffer.byteLength, `step ${step}`);
            heap.bytes().fill(mark, at, at + size);
            held.push({ at, size, mark });
        }
    }
    for (const { at, size } of held) heap.give(at, size);
    const all = heap.memory.buffer.byteLength - heap.first;
    assert.equal(heap.get(all), heap.first);
    assert.equal(heap.memory.buffer.byteLength - heap.first, all);
});

test('memory grows by what is missing at its end,', () => {
    const heap = start(), begin = heap.memory.buffer.byteLength - heap.first;
    assert.equal(heap.get(begin - LINE), heap.first);
    const size = (1 << 20) + LINE + 1, at = heap.get(size);
    assert.equal(at, heap.first + begin - LINE);
    assert.equal(heap.memory.buffer.byteLength - heap.first, begin + (1 << 20) + 65536);
});

test('or by an eighth, so that many small blocks grow it seldom, as long as that is there', () => {
    const heap = start();
    let grown = 0, before = heap.memory.buffer.byteLength;
    for (; heap.get(1024) !== 0;) {
        const now = heap.memory.buffer.byteLength;
        if (now === before) continue;
        assert.ok(now - before >= 65536 && now - before <= Math.max(65536, before / 8));
        before = now;
        grown++;
    }
    assert.ok(grown < 40, `${grown} times`);
    assert.equal(before, LIMIT);
});

test('no memory is no block, and nothing is lost', () => {
    const heap = start(), at = heap.get(1000);
    for (const size of [LIMIT, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 64]) assert.equal(heap.get(size), 0, `${size}`);
    const most = heap.get(LIMIT - heap.first - 1024);
    assert.equal(most, at + 1024);
    assert.equal(heap.get(1), 0);
    heap.give(at, 1000);
    heap.give(0, 0);
    assert.equal(heap.get(0), at);
    heap.give(at, 0);
    assert.equal(heap.get(0), at);
    assert.equal(heap.get(960), at + LINE);
    assert.equal(heap.get(1), 0);
});

test('copies and fills as JavaScript does', () => {
    const { bytes, memcpy, memmove, memset, get } = start(), at = get(4096);
    for (let step = 0; step < 5000; step++) {
        const size = below(below(3) === 0 ? 1000 : 150), to = at + below(1000), from = at + below(1000), memory = bytes();
        for (let i = at; i < at + 2048; i++) memory[i] = below(256);
        const expected = memory.slice(), which = below(3), byte = below(256);
        if (which === 0) {
            const apart = at + 2048 + below(64);
            expected.copyWithin(apart, from, from + size);
            assert.equal(memcpy(apart, from, size), apart);
        } else if (which === 1) {
            expected.copyWithin(to, from, from + size);
            assert.equal(memmove(to, from, size), to);
        } else {
            expected.fill(byte, to, to + size);
            assert.equal(memset(to, byte, size), to);
        }
        assert.deepEqual(Buffer.compare(memory, expected), 0, `step ${step}, ${which}, ${size} bytes`);
    }
});
