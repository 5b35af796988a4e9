// Each scene in the browser is the one that `quadrille simulate` runs: the same bits, the same counters.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, frames, quadrille } from './browser.mjs';

const TICKS = 40;
let site;
let page;

before(async () => {
    site = await begin();
    page = await site.page('#paused=1&show=');
    await frames(page);
});
after(() => site.end());

/** Runs a scene from its start in the page's worker, as no clock says. */
function run(values) {
    return page.evaluate(async ([changes, ticks]) => {
        const page = window.quadrille;
        page.change({ count: null, size: null, speed: null, view: '', ...changes });
        const ran = await page.engine.ask('run', ticks);
        return { hash: ran.hash, status: ran.status };
    }, [values, TICKS]);
}

const names = quadrille('simulate', '--help').match(/drift[a-z, \n]*image/)[0].split(/[^a-z]+/).filter(name => name && name !== 'or');

test('there are twelve scenes, and the page has them all', async () => {
    assert.equal(names.length, 12);
    assert.deepEqual(await page.locator('#scene option').evaluateAll(all => all.map(one => one.value)), names);
});

for (const scene of names) {
    for (const seed of [1, 7]) {
        test(`${scene}, seed ${seed}`, async () => {
            const native = JSON.parse(quadrille('simulate', '--scene', scene, '--ticks', String(TICKS), '--seed', String(seed),
                '--method', 'quadtree', '--no-brute', '--json'));
            const here = await run({ scene, seed });
            assert.equal(here.hash, native.hash);
            const counters = Object.fromEntries(here.status.split('\n').map(line => line.split('\t'))
                .filter(([kind]) => kind === 'counter').map(([, name, value]) => [name.replaceAll(' ', '_'), Number(value.replaceAll(',', ''))]));
            for (const [name, value] of Object.entries(native.counters)) assert.equal(counters[name], value, name);
        });
    }
}

test('a hundred thousand boxes of drift', async () => {
    const native = JSON.parse(quadrille('simulate', '--scene', 'drift', '--count', '100000', '--ticks', String(TICKS), '--seed', '5',
        '--method', 'quadtree', '--no-brute', '--json'));
    assert.equal((await run({ scene: 'drift', seed: 5, count: 100000 })).hash, native.hash);
    await run({ scene: 'drift', count: 500 });
});

for (const method of ['brute', 'sweep', 'strips', 'grid', 'contained', 'leaves']) {
    test(`drift by ${method} is the same scene`, async () => {
        const here = await run({ scene: 'drift', seed: 3, count: 500, method });
        const tree = await run({ scene: 'drift', seed: 3, count: 500, method: 'quadtree' });
        assert.equal(here.hash, tree.hash);
    });
}

test('nothing was said on the console', () => assert.deepEqual(page.said, []));
