// "Write your own quadtree" in the browser: code is edited, pictures and counts follow, faults are shown, an endless loop is
// stopped, an error has its line; by keyboard alone, on a narrow screen, light and dark, under rules for scripts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, fits, linksLead, tabTo } from './access.mjs';
import { begin, close } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

/** Opens the page after its first run. */
async function open(options = {}, watch = () => {}, pause = 0) {
    const page = await site.page('learn/write/', options, watch);
    await ran(page);
    await page.evaluate(most => { window.page.pause = Math.min(window.page.pause, most); }, pause);
    return page;
}

const ran = page => page.waitForFunction(() => document.documentElement.dataset.ran === document.documentElement.dataset.wanted && document.documentElement.dataset.ran, null, { timeout: 30000 });
const verdict = (page, section) => page.locator(`[data-section="${section}"] .verdict`).textContent();
const verdicts = page => page.locator('.verdict').allTextContents();
const field = (page, section) => page.locator(`[data-section="${section}"] textarea`);

/** Changes a section's code and waits for the run. */
async function edit(page, section, change) {
    const code = await field(page, section).inputValue();
    await field(page, section).fill(change(code));
    await ran(page);
}

test('it is right as it is, and loads nothing of the library', async () => {
    const asked = [];
    const page = await open({}, opened => opened.on('request', request => asked.push(new URL(request.url()).pathname)));
    assert.equal((await verdicts(page)).length, 7);
    for (const text of await verdicts(page)) assert.match(text, /^Brute force agrees/);
    assert.ok(!asked.some(path => path.endsWith('.wasm')), asked.join(' '));
    await linksLead(page);
    await close(page);
});

test('each fault shows, by its button, and goes again', async () => {
    const page = await open();
    for (let section = 0; section < 7; section++) {
        for (const button of await page.locator(`[data-section="${section}"]`).getByRole('button', { name: /^Fault/ }).all()) {
                    await button.click();
            await ran(page);
            const isWork = /Merge as soon|Compare with everything|Store everything/.test(await button.textContent());
            assert.match(await verdict(page, section), isWork ? /^The answers are right, but the work is too much\.$/ : /^Brute force disagrees/);
            assert.equal(await button.getAttribute('aria-pressed'), 'true');
            await button.click();
        }
    }
    await page.waitForFunction(() => [...document.querySelectorAll('.verdict')].every(one => /agrees/.test(one.textContent) && !/dis/.test(one.textContent)));
    await close(page);
});

test('the reader’s code decides: counts and pictures follow it, a moment after the last key', async () => {
    const page = await open({}, () => {}, Infinity);
    const picture = () => page.locator('[data-section="2"] canvas').screenshot();
    const before = await picture();
    await edit(page, 0, code => code.replace('CAPACITY = 8', 'CAPACITY = 2'));
    assert.match(await verdict(page, 2), /agrees/);
    assert.ok(Number((await page.locator('[data-section="2"] .notes').textContent()).match(/(\d+) splits/)[1]) > 60);
    assert.ok(!before.equals(await picture()));
    await page.reload();
    await ran(page);
    assert.match(await field(page, 0).inputValue(), /CAPACITY = 2/, 'the browser keeps the code');
    await page.locator('[data-section="0"]').getByRole('button', { name: 'Restore' }).click();
    await page.locator('#count').focus();
    await page.keyboard.press('End');
    await ran(page);
    assert.equal(await page.locator('[data-section="2"] .notes').textContent(), '104 splits', 'as in the guide');
    await close(page);
});

test('an endless loop is stopped, and the page goes on', async () => {
    const page = await open();
    await edit(page, 2, code => code.replace('while (node.children) {', 'while (true) {\n        if (!node.children) continue;'));
    assert.match(await verdict(page, 1), /agrees/);
    assert.match(await verdict(page, 2), /^Stopped: this section had not ended after 2 seconds/);
    assert.equal(await verdict(page, 6), 'Not run, because section 3 was stopped.');
    await page.locator('[data-section="2"]').getByRole('button', { name: 'Restore' }).click();
    await page.waitForFunction(() => /^Brute force agrees/.test(document.querySelector('[data-section="6"] .verdict').textContent));
    await close(page);
});

test('what the reader’s code posts, closes or renames ends no run: each section says what came of it', async () => {
    const page = await open();
    const restore = page.locator('[data-section="1"]').getByRole('button', { name: 'Restore' });
    const cases = [
        ['postMessage({ kind: "done" });', /^Brute force agrees/],
        ['self.postMessage({ kind: "end", section: 1, error: "none" });', /^Brute force agrees/],
        ['onmessage = onerror = null;', /^Brute force agrees/],
        ['const self = null;', /^Brute force agrees/],
        ['Promise.reject(new Error("caught")).catch(() => {});', /^Brute force agrees/],
        ['Promise.reject(new Error("nobody waits"));', /^Line 17: A promise was rejected: Error: nobody waits$/],
        ['(async () => { await null; nothing.at.all; })();', /^Line 17: A promise was rejected: ReferenceError: nothing is not defined/],
        ['Promise.reject();', /^A promise was rejected: undefined$/],
        ['class Promise {}', /^Brute force agrees/],
        ['close();', /^Line 17: Error: close\(\) would end/],
        ['Object = String = Number = SyntaxError = null; nothing.at.all;', /^Line 17: ReferenceError: nothing is not defined/],
        ['function deep() { return deep() + 1; }\ndeep();', /^Line 17: RangeError/],
        ['throw new Error("long".repeat(1e6));', /^Line 17: Error: .{480,520}$/],
        ['throw Symbol("none");', /^Symbol\(none\)$/],
    ];
    for (const [code, said] of cases) {
        await edit(page, 1, original => `${original}\n${code}`);
        assert.match(await verdict(page, 1), said, code);
        await restore.click();
        await ran(page);
    }
    await edit(page, 6, original => `${original}\nsetTimeout(() => { throw new Error("late"); });`);
    assert.match(await verdict(page, 5), /^Brute force agrees/);
    page.said = page.said.filter(text => text !== 'error: nobody waits'); // the browser may say that, unless the worker has ended
    await close(page);
});

test('an error has its line, when the code is read and when it runs, in its own section and in one that calls it', async () => {
    const page = await open();
    await edit(page, 4, code => code.replace('counted.tests++;', 'counted.tests+ = 1;'));
    assert.match(await verdict(page, 4), /^Line 4: SyntaxError/);
    assert.match(await verdict(page, 5), /agrees/);
    await page.getByRole('button', { name: 'Go to line 4' }).click();
    assert.equal(await page.evaluate(() => getSelection().toString().trim() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd).trim()), 'counted.tests+ = 1;');
    await edit(page, 4, code => `${code}\nfunction more() {`);
    assert.match(await verdict(page, 4), /^Line \d+: SyntaxError/);
    await edit(page, 4, () => 'function find(node, window, found) {\n    const x = nothing.at.all;\n}');
    assert.match(await verdict(page, 4), /^Line 2: ReferenceError: nothing is not defined/);
    await edit(page, 1, code => code.replace('counted.splits++;', 'counted.splits++;\n    if (leaf.depth > 3) throw new Error("too deep");'));
    assert.match(await verdict(page, 2), /^Section 2, line 16: Error: too deep/);
    await page.locator('[data-section="2"]').getByRole('button', { name: 'Go to line 16 of section 2' }).click();
    assert.equal(await page.evaluate(() => document.activeElement.closest('[data-section]').dataset.section), '1');
    await page.locator('[data-section="1"]').getByRole('button', { name: 'Restore' }).click();
    await edit(page, 2, () => '');
    assert.equal(await verdict(page, 2), 'This section has to define insert.');
    assert.equal(await verdict(page, 4), 'Section 3 has to run first.');
    await close(page);
});

test('two tabs change different sections, and the browser keeps both', async () => {
    const page = await open();
    const other = await page.context().newPage();
    await other.goto(`${site.address}learn/write/`);
    await ran(other);
    await edit(page, 0, code => `${code}\n// from here`);
    await edit(other, 1, code => `${code}\n// from there`);
    await page.reload();
    await ran(page);
    assert.ok((await field(page, 0).inputValue()).endsWith('// from here'));
    assert.ok((await field(page, 1).inputValue()).endsWith('// from there'));
    await page.locator('[data-section="0"]').getByRole('button', { name: 'Restore' }).click();
    await page.reload();
    await ran(page);
    assert.ok(!(await field(page, 0).inputValue()).includes('// from here'));
    await close(page);
});

test('by keyboard alone: write, leave the field, bring a fault, go through the steps', async () => {
    const page = await open();
    await tabTo(page, '[data-section="0"] textarea');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nfunction inside(a, b) {\nreturn true;');
    assert.ok((await field(page, 0).inputValue()).endsWith('\nfunction inside(a, b) {\n    return true;'), 'Enter keeps the indent');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+Z');
    await tabTo(page, '[data-section="0"] .row button:last-child');
    await page.keyboard.press('Enter');
    await ran(page);
    await tabTo(page, '[data-section="2"] .row button');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^Brute force disagrees/.test(document.querySelector('[data-section="2"] .verdict').textContent));
    await tabTo(page, '[data-section="2"] input[type=range]');
    await page.keyboard.press('Home');
    assert.match(await page.locator('[data-section="2"] canvas').getAttribute('aria-label'), /^10 boxes inserted: 5 cells, 10 boxes$/);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^30 boxes/.test(document.querySelector('[data-section="2"] canvas').getAttribute('aria-label')));
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Play');
    await close(page);
});

test('axe finds nothing, light and dark, right and wrong, and it fits on 320 pixels', async () => {
    const page = await open({ colorScheme: 'light' });
    await edit(page, 1, code => code.replace('>= node.y', '> node.z'));
    await edit(page, 4, code => code.replace('counted.tests++;', 'counted.tests+ = 1;'));
    await accessible(page);
    await page.click('#theme');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page);
    await accessible(page);
    await close(page);
});

test('a server may forbid scripts that are not its own, but for those of the reader', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    page.said = [];
    page.on('console', message => page.said.push(message.text()));
    await page.route('**/*', async route => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': "default-src 'self'; script-src 'self' blob:" } });
    });
    await page.goto(`${site.address}learn/write/`);
    await ran(page);
    for (const text of await verdicts(page)) assert.match(text, /^Brute force agrees/);
    await edit(page, 4, code => code.replace('counted.tests++;', 'counted.tests+ = 1;'));
    assert.match(await verdict(page, 4), /^Line 4: SyntaxError/);
    await close(page);
});
