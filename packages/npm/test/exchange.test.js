// Snapshots that C writes are read here, and those written here are read by C: the program exchange, which the build puts
// beside the sizes.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Quadtree } from '../dist/index.js';

const program = fileURLToPath(new URL('../exchange', import.meta.url));

test('snapshots between C and JavaScript', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quadrille-')), file = join(folder, 'tree');
    execFileSync(program, ['write', file]);
    const written = readFileSync(file), tree = Quadtree.load(written);
    assert.equal(tree.size, 1000);
    assert.deepEqual([...tree.search([5, 5, 5.5, 5.5])].sort((a, b) => a - b), [164, 165, 204, 205]);
    assert.deepEqual([...tree.save()], [...written]);

    tree.remove(164);
    writeFileSync(file, tree.save());
    assert.equal(execFileSync(program, ['read', file], { encoding: 'utf8' }), `999 items, 3 found, ${165 + 204 + 205}\n`);
    assert.equal(tree.insert(0, 0), 164);

    const checked = Quadtree.create({ checked: true });
    checked.insertMany(Float32Array.from({ length: 4000 }, (_, i) => (i >> 2) % 40 + (i % 4 > 1 ? 1 : 0)));
    writeFileSync(file, checked.save());
    assert.match(execFileSync(program, ['read', file], { encoding: 'utf8' }), /^1000 items, \d+ found/);
    rmSync(folder, { recursive: true });
});
