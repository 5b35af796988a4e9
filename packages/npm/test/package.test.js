// What the package is made of: its size, its README, its types, and its tarball in an empty folder.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'quadrille-'));
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const tool = (name) => join(root, 'node_modules', '.bin', name);
const readme = readFileSync(join(root, 'README.md'), 'utf8').match(/```js\n([^]*?)```/)[1];
const output = 'pairs 0 1\nin the window 0 2\nnearest 1\n';

before(() => {
    const tarball = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root).trim();
    writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    run('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', join(folder, tarball)]);
});
after(() => rmSync(folder, { recursive: true }));

test('sizes, as gzip has them', () => {
    const sizes = Object.fromEntries(readFileSync(join(root, 'sizes.txt'), 'utf8').trim().split('\n').map((line) => {
        const [name, , packed] = line.split(' ');
        return [name, Number(packed)];
    }));
    assert.ok(sizes['quadrille.wasm'] > 10000 && sizes['quadrille.wasm'] <= 90 * 1000, `${sizes['quadrille.wasm']}`);
    assert.ok(sizes['quadrille-plain.wasm'] <= 90 * 1000, `${sizes['quadrille-plain.wasm']}`);
    assert.ok(sizes['quadrille-index.wasm'] > 10000 && sizes['quadrille-index.wasm'] <= 45 * 1000, `${sizes['quadrille-index.wasm']}`);
});

test('the tarball has what it should, and no more', () => {
    const list = readdirSync(join(folder, 'node_modules', 'quadrille')).concat(readdirSync(join(folder, 'node_modules', 'quadrille', 'dist')));
    assert.deepEqual(list.sort(), ['LICENSE', 'README.md', 'core.js', 'dist', 'index.d.ts', 'index.js', 'inline.js', 'package.json',
        'quadrille-index.wasm', 'quadrille-plain.wasm', 'quadrille.wasm']);
});

test('the example of the README prints what it says, in ten lines', () => {
    assert.ok(readme.trim().split('\n').filter(Boolean).length <= 10);
    writeFileSync(join(folder, 'readme.js'), readme);
    assert.equal(run(process.execPath, ['readme.js']), output);
});

test('the README of the project has the same example', () => {
    assert.ok(readFileSync(join(root, '..', '..', 'README.md'), 'utf8').includes(readme));
});

test('so it does out of a bundler', () => {
    run(tool('esbuild'), ['readme.js', '--bundle', '--format=iife', '--platform=browser', '--outfile=bundle.cjs', '--log-level=warning']);
    assert.equal(run(process.execPath, ['bundle.cjs']), output);
    writeFileSync(join(folder, 'core.js'), `import { readFileSync } from 'node:fs';
        import { init, Quadtree } from 'quadrille/core';
        await init(readFileSync(new URL(import.meta.resolve ? import.meta.resolve('quadrille/quadrille.wasm') : '', import.meta.url)));
        console.log(Quadtree.create().insert(1, 2));`);
    if (import.meta.resolve) assert.equal(run(process.execPath, ['core.js']), '0\n');
});

const types = `import { Quadtree, QuadtreeError, init } from 'quadrille';
    import { Quadtree as Same } from 'quadrille/core';
    const plain = Quadtree.create({ precision: 'double' }), checked: Same<true> = Quadtree.create({ checked: true });
    const ids: Uint32Array = plain.insertMany(new Float32Array(4)), numbers: Float64Array = checked.insertMany([1, 2], { points: true });
    plain.moveMany(ids, new Float64Array(4));
    const pairs: Uint32Array = plain.pairs(0, { into: ids }), found: Float64Array = checked.search([0, 0, 1, 1], { only: 1, into: numbers });
    const rows: { offsets: Uint32Array; ids: Uint32Array } = plain.searchMany(new Float32Array(4));
    const times: Float64Array = checked.ray(0, 0, 1, 1, { k: 1 }).times;
    const loaded: Quadtree<true> = Quadtree.load(checked.save(), { checked: true });
    const either: Quadtree<boolean> = Quadtree.create({ checked: Math.random() < 0.5 });
    const room: Uint32Array | undefined = Math.random() < 0.5 ? ids : undefined;
    const maybe: Uint32Array = plain.search(new Int16Array(4), { into: room });
    const some: boolean = plain.collides([0, 0, 1, 1], { only: 2, filter: (id) => id % 2 === 0 });
    const old: number = plain.count([0, 0, 1, 1], { layers: 1, mask: 2 }), near = plain.nearest(0, 0, 1, 9, { filter: (id) => ids.includes(id) });
    plain.insert(0, 0, 1, 1, { layers: 'none', mask: 1 << 30 }), plain.setFilter(0, 1, 'none');
    const wrapped = (box: Float32Array, options?: { only?: number; into?: Uint32Array }): Uint32Array => plain.search(box, options);
    const made = (options?: { checked?: boolean }): Quadtree<boolean> => Quadtree.create(options);
    { using scoped = Quadtree.create(); scoped.insert(1, 1); }
    export const code = (error: unknown): string | undefined => (error instanceof QuadtreeError ? error.code : undefined);
    await init(new Uint8Array(8)), await init(new ArrayBuffer(8)), await init('https://example.org/quadrille.wasm');
    // @ts-expect-error: not a box
    plain.search('everything');
    // @ts-expect-error: numbers of 32 bits are not where checked ones go
    checked.searchMany([0, 0, 1, 1], { into: ids });
    // @ts-expect-error: plain numbers for checked ones
    checked.removeMany(ids);
    // @ts-expect-error: create makes trees
    new Quadtree();
    // @ts-expect-error: items have no filter
    plain.insertMany([0, 0, 1, 1], { filter: () => true });
    // @ts-expect-error: layers have no names but this one
    plain.all({ only: 'walls' });
    // @ts-expect-error: bytes, or what has them
    await init(5);
    export { pairs, found, rows, times, loaded, either, maybe, some, old, near, wrapped, made };`;

// What needs the types of a browser, or of Node.
const more = `import { Quadtree, init } from 'quadrille';
    await init(new URL('https://example.org/quadrille.wasm')), await init(await fetch('https://example.org/quadrille.wasm'));
    const plain = Quadtree.create(), blob = new Blob([plain.save(), plain.all({ only: ~1 })]);
    export { blob };`;

const node = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node'];
for (const [name, files, options] of [
    ['in a browser', ['types.ts', 'more.ts', 'module.ts'], ['--lib', 'es2022,dom', '--module', 'nodenext']],
    ['with @types/node, without the DOM', ['types.ts', 'more.ts'], ['--lib', 'es2022', ...node, '--module', 'nodenext']],
    ['with both', ['types.ts', 'more.ts', 'module.ts'], ['--lib', 'es2022,dom', ...node, '--module', 'nodenext']],
    ['with neither', ['types.ts'], ['--lib', 'es2022', '--module', 'nodenext']],
    ['by moduleResolution node10', ['types.ts', 'more.ts'], ['--lib', 'es2022', ...node, '--module', 'es2022', '--moduleResolution', 'node10']],
]) {
    test(`types ${name}`, () => {
        writeFileSync(join(folder, 'types.ts'), types);
        writeFileSync(join(folder, 'more.ts'), more);
        writeFileSync(join(folder, 'module.ts'), `import { init } from 'quadrille'; await init(await WebAssembly.compile(new Uint8Array(8)));`);
        run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--strict', '--target', 'es2022', ...options, ...files]);
    });
}
