// The page loads, every scene draws a picture that moves, and nothing is written on the console. `make test-page` runs this alone: it
// needs no program beside the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, frames } from './browser.mjs';

const SECONDS_FOR_A_FRAME = 20;
let site;
let page;
const failed = [];

before(async () => {
    site = await begin();
    page = await site.page('', { viewport: { width: 800, height: 600 } }, opened => {
        opened.on('requestfailed', request => failed.push(`${request.url()}: ${request.failure()?.errorText}`));
        opened.on('response', response => { if (response.status() >= 400) failed.push(`${response.url()}: ${response.status()}`); });
        opened.setDefaultTimeout(1000 * SECONDS_FOR_A_FRAME);
    });
});
after(() => site.end());

/** Waits for frames. Where they do not come, what went wrong is on the console or among the requests. */
async function drawn(more) {
    await frames(page, more).catch(() => {
        assert.fail(`no picture within ${SECONDS_FOR_A_FRAME} s; the console: ${page.said.join('; ') || 'nothing'}; failed requests: ${failed.join('; ') || 'none'}`);
    });
}

/** The picture of the scene: which share of it is not ground, in how many colours, and which share differs from the picture before. */
async function picture() {
    const shot = await page.screenshot({ clip: await page.locator('#pad').boundingBox() });
    return page.evaluate(async text => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), one => one.charCodeAt(0))]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        context.drawImage(bitmap, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer);
        const times = new Map();
        for (const pixel of pixels) times.set(pixel, (times.get(pixel) ?? 0) + 1);
        const before = window.picture ?? [];
        const changed = pixels.reduce((sum, pixel, i) => sum + (pixel !== before[i]), 0);
        window.picture = pixels;
        return { drawn: 1 - Math.max(...times.values()) / pixels.length, colors: times.size, changed: changed / pixels.length };
    }, shot.toString('base64'));
}

test('the page loads and draws its first picture', async () => {
    await drawn(1);
    assert.deepEqual(failed, []);
    assert.deepEqual(page.said, []);
});

test('there are twelve scenes, and each draws a picture that moves', async t => {
    const scenes = await page.locator('#scene option').evaluateAll(all => all.map(one => one.value));
    assert.equal(scenes.length, 12);
    for (const scene of scenes) {
        await t.test(scene, async () => {
            await page.selectOption('#scene', scene);
            await drawn(3);
            const first = await picture();
            await drawn(10);
            const second = await picture();
            for (const { drawn, colors } of [first, second])
                assert.ok(drawn > 0.002 && colors > 2, `the picture is empty: ${drawn} of it is drawn, in ${colors} colours`);
            assert.ok(second.changed > 0.0002, `the picture stands still: ${second.changed} of it has changed`);
        });
    }
});

test('nothing is on the console, and every request was answered', () => {
    assert.deepEqual(page.said, []);
    assert.deepEqual(failed, []);
});
