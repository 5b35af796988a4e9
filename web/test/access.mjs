// What every page of this kind must pass: axe finds nothing, and nothing is wider than a narrow screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** No finding of axe, whatever its weight. */
export async function accessible(page) {
    await page.evaluate(`${axe}; undefined`);
    const found = await page.evaluate(async () => (await axe.run()).violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`).join(' | ')}`));
    assert.deepEqual(found, []);
}

/** No sideways scrolling. */
export async function fits(page) {
    const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(needed <= there, `${needed} pixels in ${there}`);
}

/**
 * What a finger presses is at least 40 pixels high and wide: with its label, where it has one around it. Links within sentences are
 * as high as their lines. `besides`: a selector of what is left out.
 */
export async function largeEnough(page, besides = 'nothing') {
    const small = await page.evaluate(left => {
        const isInline = one => getComputedStyle(one).display === 'inline';
        const blockOf = one => (isInline(one) ? blockOf(one.parentElement) : one);
        const isInSentence = one => one.matches('a') && isInline(one) && blockOf(one).textContent.trim().length > one.textContent.trim().length;
        const all = [...document.querySelectorAll('a[href], button, input, select, summary, textarea')].filter(one => one.checkVisibility() && !one.disabled && !one.closest(left));
        return all.filter(one => !isInSentence(one)).flatMap(one => {
            const { width, height } = (one.matches('[type=checkbox], [type=radio]') ? one.closest('label') : one).getBoundingClientRect();
            return width >= 40 && height >= 40 ? [] : [`${one.tagName} ${one.id || one.textContent.trim().slice(0, 30)}: ${width.toFixed(1)} x ${height.toFixed(1)}`];
        });
    }, besides);
    assert.deepEqual(small, []);
}

/** Presses Tab until the element that `selector` names has the focus; fails if it never has. */
export async function tabTo(page, selector, most = 80) {
    for (let i = 0; i < most; i++) {
        if (await page.evaluate(one => document.activeElement?.matches(one), selector)) return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} is not reached by Tab`);
}

/** Every link of the page leads to a page of the site, and to a place that is there. */
export async function linksLead(page) {
    const broken = await page.evaluate(async () => {
        const wrong = [];
        for (const { href } of document.querySelectorAll('a[href]')) {
            const response = await fetch(href);
            const there = new DOMParser().parseFromString(await response.text(), 'text/html');
            const { hash, pathname } = new URL(href);
            const own = pathname === location.pathname ? document : there;
            if (!response.ok || (hash && !own.getElementById(hash.slice(1)))) wrong.push(href);
        }
        return wrong;
    });
    assert.deepEqual(broken, []);
}
