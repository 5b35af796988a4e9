// The page loads, every scene draws a picture that moves, and nothing is written on the console. `make test-page` runs this, and
// the test of the server: they need no program beside the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, frames } from './browser.mjs';

const SECONDS_FOR_A_FRAME = 120;
let site;
let page;
let failed; // requests of the page

before(async () => { site = await begin(); });
after(() => site.end());

/** Opens the page. What the console says and which requests fail is kept from its first moment on. */
async function open(path) {
    failed = [];
    page = await site.page(path, { viewport: { width: 800, height: 600 } }, opened => {
        opened.on('requestfailed', request => failed.push(`${request.url()}: ${request.failure()?.errorText}`));
        opened.on('response', response => { if (response.status() >= 400) failed.push(`${response.url()}: ${response.status()}`); });
        opened.setDefaultTimeout(1000 * SECONDS_FOR_A_FRAME);
    });
    await drawn(1);
}

async function close() {
    // Chromium says so of the screenshots on a machine without a graphics card.
    assert.deepEqual(page.said.filter(line => !/GL Driver Message .* GPU stall due to ReadPixels/.test(line)), [], 'nothing is on the console');
    assert.deepEqual(failed, [], 'every request is answered');
    await page.context().close();
}

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
    await open('');
    await close();
});

for (const [name, path, drawn, more] of [
    ['page', '#draw=pixels', 'document.documentElement.dataset.drawn', 1],
    ['page by WebGL', '#draw=webgl', 'document.documentElement.dataset.drawn', 1],
    ['article', 'learn/', 'document.querySelector("figure.live").dataset.drawn', 30],
]) {
    test(`the first picture of the ${name} is within 100 KB`, async t => {
        let bytes = 0; // of all that came, as they were packed
        const opened = await site.page(path, {}, async fresh => {
            fresh.on('response', response => {
                if (/\/curve\//.test(response.url())) return; // asked for when the first picture is there (live.js)
                bytes += Number(response.headers()['content-length']);
            });
            await fresh.route(/play-rest.wasm|keys.js|tree.js|keep.js/, () => {}); // what waits for the picture does not come
        });
        await opened.waitForFunction(`${drawn} >= 1`);
        const first = bytes;
        t.diagnostic(`${first} bytes`);
        assert.ok(first > 50000 && first <= 100000, `${first} bytes`);
        await opened.waitForFunction(`${drawn} >= ${more}`);
        await opened.unrouteAll({ behavior: 'ignoreErrors' });
        await opened.context().close();
    });
}

test('a link is followed even if the page is about to write its own', async () => {
    await open('#scene=drift&draw=pixels');
    for (const scene of ['tiles', 'pile', 'drift']) {
        await page.evaluate(link => { // the page's own address is due after the link is set and before its event comes
            const later = window.setTimeout;
            let write;
            window.setTimeout = due => { write = due; };
            window.quadrille.changed();
            window.setTimeout = later;
            location.hash = link;
            write();
        }, `#scene=${scene}&draw=pixels`);
        await page.waitForFunction(name => window.quadrille.state.scene === name, scene, { timeout: 20000 });
    }
    await close();
});

test('when the window changes, the picture stays until the next one is drawn', async () => {
    await open('#scene=drift&draw=pixels');
    await page.evaluate(() => { window.quadrille.engine.askFrame = () => {}; });
    await page.waitForFunction(() => window.quadrille.engine.awaited === 0);
    const colors = () => page.evaluate(() => {
        const canvas = document.getElementById('pixels'), { width, height } = canvas;
        const copy = new OffscreenCanvas(width, height).getContext('2d');
        copy.drawImage(canvas, 0, 0);
        const { data } = copy.getImageData(0, 0, width, height);
        return new Set(new Uint32Array(data.buffer)).size;
    });
    const before = await colors(), { width } = await page.evaluate(() => window.quadrille.picture);
    await page.setViewportSize({ width: 700, height: 500 });
    await page.waitForFunction(old => window.quadrille.picture.width !== old, width);
    assert.equal(await colors(), before);
    await close();
});

// Without a graphics card WebGL is slow: it draws small scenes, and one picture of each. That scenes move is seen by pixels.
for (const [draw, count] of [['webgl', '&count=200'], ['pixels', '']]) {
    test(`there are twelve scenes, and each draws its picture, by ${draw}`, async t => {
        await open(`#draw=${draw}`);
        assert.equal(await page.locator(draw === 'webgl' ? '#shapes' : '#pixels').isVisible(), true);
        const scenes = await page.locator('#scene option').evaluateAll(all => all.map(one => one.value));
        assert.equal(scenes.length, 12);
        for (const scene of scenes) {
            await t.test(scene, async () => {
                await page.evaluate(link => { location.hash = link; }, `#scene=${scene}&draw=${draw}${count}`);
                await page.waitForFunction(name => window.quadrille.state.scene === name, scene);
                await drawn(2);
                const first = await picture();
                assert.ok(first.drawn > 0.002 && first.colors > 2, `the picture is empty: ${first.drawn} of it is drawn, in ${first.colors} colours`);
                if (draw === 'webgl') return;
                await drawn(10);
                assert.ok((await picture()).changed > 0, 'the picture stands still');
            });
        }
        await close();
    });
}
