// The nodes beside the plane: as many, and with as many items, as the figures say; a node is framed from either side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, frames, stateOf } from './browser.mjs';

let site;
before(async () => { site = await begin(); });
after(() => site.end());

const open = async hash => {
    const page = await site.page(hash);
    await frames(page);
    return page;
};
const close = async page => {
    assert.deepEqual(page.said, [], 'nothing is said on the console');
    await page.context().close();
};

/** Nodes, items, leaves and depth as the diagram has them, and the figures' own. */
const counts = page => page.evaluate(() => {
    const { tree: { nodes }, status } = window.quadrille;
    const number = name => Number(status.figures.find(row => row.name === name).cells[0][0].replaceAll(',', '').split(' ')[0]);
    return {
        drawn: [nodes.length, nodes.reduce((sum, node) => sum + node.items, 0), Math.max(...nodes.map(node => node.depth))],
        said: [number('cells'), number('items'), number('depth')],
        sums: nodes.every(node => node.below === node.children.reduce((sum, child) => sum + child.items + child.below, 0)),
        order: nodes.every(({ children }) => children.every((child, i) => i === 0 || child.top > children[i - 1].top || (child.top <= children[i - 1].top && child.left > children[i - 1].left))),
    };
});

test('the diagram has the nodes and items of the tree, children from NW to SE', async () => {
    for (const scene of ['drift', 'pathological', 'village']) {
        const page = await open(`#scene=${scene}&count=500&capacity=4&paused=1&tree=1`);
        await frames(page, 7);
        const { drawn, said, sums, order } = await counts(page);
        assert.deepEqual(drawn, said);
        assert.ok(drawn[0] > 20 && sums && order);
        await close(page);
    }
});

/** Where a leaf's row is in the diagram, and where the middle of its cell is in the plane: pixels of the page. */
const leafAt = page => page.evaluate(() => {
    const { tree } = window.quadrille;
    const leaves = tree.nodes.filter(one => one.children.length === 0 && one.items > 0 && one.row !== undefined);
    const node = leaves.at(Math.floor(leaves.length / 2));
    const canvas = document.getElementById('tree').getBoundingClientRect();
    return {
        diagram: [canvas.left + 12 + node.depth * tree.column + 4, canvas.top + 24 + (node.row + 0.5) * tree.row],
        place: [node.left / 2 + node.right / 2, node.top / 2 + node.bottom / 2, node.right - node.left],
        items: node.items,
        depth: node.depth,
    };
});

test('hovering goes both ways', async () => {
    const page = await open('#count=60&capacity=4&paused=1&tree=1');
    await frames(page, 3);
    const leaf = await leafAt(page);
    await page.mouse.move(...leaf.diagram);
    await frames(page, 2);
    const text = `Depth ${leaf.depth}: ${leaf.items} in it`;
    assert.equal(await page.locator('#tree-text').textContent(), text);
    const frame = await page.locator('#tree-cell').boundingBox();
    await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
    await frames(page, 2);
    assert.equal(await page.locator('#tree-text').textContent(), text);
    assert.deepEqual(await page.locator('#tree-cell').boundingBox(), frame);
    const chosen = await page.evaluate(() => { const { left, right, top, bottom } = window.quadrille.tree.chosen; return [left / 2 + right / 2, top / 2 + bottom / 2, right - left]; });
    assert.deepEqual(chosen, leaf.place);
    await page.mouse.move(5, 5);
    await frames(page, 2);
    assert.ok(await page.locator('#tree-cell').isHidden());
    await close(page);
});

test('a button shows it, keys go along it, and a method without a tree has none', async () => {
    const page = await open('#count=100&capacity=8&paused=1');
    assert.ok(await page.locator('#tree-pane').isHidden());
    await page.click('#tree-shown');
    await frames(page, 3);
    assert.equal((await stateOf(page)).tree, true);
    await page.locator('#tree').focus();
    const depth = () => page.evaluate(() => window.quadrille.tree.chosen.depth);
    await page.keyboard.press('ArrowRight');
    assert.equal(await depth(), 0);
    await page.keyboard.press('ArrowRight');
    assert.equal(await depth(), 1);
    await page.keyboard.press('ArrowDown');
    const first = await page.evaluate(() => { const { chosen, nodes } = window.quadrille.tree; return nodes[0].children.indexOf(chosen); });
    assert.equal(first, 1);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await depth(), 0);
    await page.selectOption('#method', 'brute');
    await frames(page, 3);
    assert.match(await page.locator('#tree-text').textContent(), /has no nodes/);
    await page.click('#tree-shown');
    await frames(page, 2);
    assert.ok(await page.locator('#tree-pane').isHidden());
    await close(page);
});

test('the classic trees have diagrams too, one with more entries than boxes', async () => {
    for (const method of ['contained', 'leaves']) {
        const page = await open(`#count=500&paused=1&tree=1&method=${method}`);
        await page.click('#step'); // such a method takes its items in with the first question
        await frames(page, 9);
        const { drawn, said, sums } = await counts(page);
        assert.deepEqual([drawn[0], drawn[2]], [said[0], said[2]]);
        assert.ok(drawn[0] > 20 && sums);
        assert.ok(method === 'contained' ? drawn[1] === said[1] : drawn[1] > said[1]);
        await close(page);
    }
});

test('the lesson about borders draws the cells of either classic tree', async () => {
    const page = await site.page('learn/');
    const figure = page.locator('figure.live').nth(2);
    await figure.scrollIntoViewIfNeeded();
    const cells = () => figure.locator('.live-numbers dd').first().textContent();
    const both = async () => {
        const before = Number(await figure.getAttribute('data-drawn') ?? 0);
        await page.waitForFunction(least => Number(document.querySelectorAll('figure.live')[2].dataset.drawn) > least, before + 8);
        return (await cells()).split(' | ').map(Number);
    };
    const first = await both();
    assert.ok(first.length === 2 && first.every(count => count > 20));
    await figure.getByRole('button', { name: 'In every leaf' }).click();
    const second = await both();
    assert.ok(second[1] > first[1], 'boxes in every leaf make more leaves');
    assert.equal(await figure.getByRole('button', { name: 'In every leaf' }).getAttribute('aria-pressed'), 'true');
    await close(page);
});
