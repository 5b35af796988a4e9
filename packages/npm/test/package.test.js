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

test('types', () => {
    writeFileSync(join(folder, 'types.ts'), `import { Quadtree, QuadtreeError, init } from 'quadrille';
        await init(new URL('https://example.org/quadrille.wasm'));
        const plain = Quadtree.create({ precision: 'double' }), checked = Quadtree.create({ checked: true });
        const ids: Uint32Array = plain.insertMany(new Float32Array(4)), numbers: Float64Array = checked.insertMany([1, 2], { points: true });
        plain.moveMany(ids, new Float64Array(4));
        const pairs: Uint32Array = plain.pairs(0, { into: ids }), found: Float64Array = checked.search([0, 0, 1, 1], { mask: 1, into: numbers });
        const rows: { offsets: Uint32Array; ids: Uint32Array } = plain.searchMany(new Float32Array(4));
        const times: Float64Array = checked.ray(0, 0, 1, 1, { k: 1 }).times;
        const loaded: Quadtree<true> = Quadtree.load(checked.save(), { checked: true });
        const either: Quadtree<boolean> = Quadtree.create({ checked: Math.random() < 0.5 });
        const room: Uint32Array | undefined = Math.random() < 0.5 ? ids : undefined;
        const maybe: Uint32Array = plain.search(new Int16Array(4), { into: room });
        const blob = new Blob([plain.save(), plain.all({ mask: ~1 })]), some: boolean = plain.collides([0, 0, 1, 1], { layers: 2 });
        const wrapped = (box: Float32Array, options?: { mask?: number; into?: Uint32Array }): Uint32Array => plain.search(box, options);
        const made = (options?: { checked?: boolean }): Quadtree<boolean> => Quadtree.create(options);
        { using scoped = Quadtree.create(); scoped.insert(1, 1); }
        try { plain.remove(0); } catch (error) { if (error instanceof QuadtreeError) console.log(error.code, error.index); }
        // @ts-expect-error: not a box
        plain.search('everything');
        // @ts-expect-error: numbers of 32 bits are not where checked ones go
        checked.searchMany([0, 0, 1, 1], { into: ids });
        // @ts-expect-error: plain numbers for checked ones
        checked.removeMany(ids);
        // @ts-expect-error: create makes trees
        new Quadtree();
        export { pairs, found, numbers, rows, times, loaded, either, maybe, blob, some, wrapped, made };`);
    run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
        '--lib', 'es2022,dom', 'types.ts']);
});
