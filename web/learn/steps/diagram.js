// The tree at one step, as a diagram: the root above, a row for each depth, children from NW to SE, and the boxes of a leaf below it.
const ROW = 54, TOP = 16, NODE = 20, LINE = 14; // pixels
const NAME = 14; // above a node
const MOST_WIDE = 34;

function svg(kind, attributes = {}, text = '') {
    const made = document.createElementNS('http://www.w3.org/2000/svg', kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
}

/** The room that all frames of a run need, so that the diagram keeps its size from step to step. */
export function roomFor(frames) {
    const most = of => Math.max(...frames.map(of));
    return {
        leaves: most(({ nodes }) => nodes.filter(({ isLeaf }) => isLeaf).length),
        depth: most(({ nodes }) => Math.max(...nodes.map(({ depth }) => depth))),
        lines: most(({ nodes }) => Math.max(...nodes.map(({ items }) => items.length))),
    };
}

/** The middle of each node: leaves side by side, a node above the middle of its children. */
export function layOut(nodes, room, width) {
    const step = width / room.leaves;
    const first = (width - step * nodes.filter(({ isLeaf }) => isLeaf).length) / 2;
    const places = nodes.map(({ depth }) => ({ x: 0, y: TOP + NODE / 2 + depth * ROW }));
    let leaves = 0;
    for (const [i, { isLeaf }] of nodes.entries()) if (isLeaf) places[i].x = first + step * (leaves++ + 0.5);
    for (let i = nodes.length - 1; i >= 0; i--) {
        if (nodes[i].isLeaf) continue;
        const below = nodes.flatMap(({ parent }, k) => (parent === i ? [places[k].x] : []));
        places[i].x = (Math.min(...below) + Math.max(...below)) / 2;
    }
    return { places, wide: Math.min(MOST_WIDE, step - 3) };
}

function letters(node, { x, y }, wide, boxes) {
    return node.items.map((name, i) => {
        const { look, isNow } = boxes.find(box => box.name === name);
        const place = node.isLeaf ? { x, y: y + NODE / 2 + 12 + i * LINE, 'text-anchor': 'middle' } : { x: x + wide / 2 + 5 + i * 11, y: y + 4 };
        return svg('text', { ...place, class: `letter ${look}${isNow ? ' now' : ''}` }, name);
    });
}

/** Draws a frame into an element, as wide as it is. */
export function drawDiagram(place, { nodes, boxes }, room) {
    const width = place.clientWidth || 300;
    const height = TOP + NODE + room.depth * ROW + room.lines * LINE + 8;
    const { places, wide } = layOut(nodes, room, width);
    const leaves = nodes.filter(({ isLeaf }) => isLeaf).map(({ name, items }) => `${name}: ${items.join(' ') || 'empty'}`);
    const picture = svg('svg', { width, height, role: 'img', 'aria-label': `The tree: ${nodes.length} nodes. Leaves: ${leaves.join(', ')}` });
    for (const [i, { parent }] of nodes.entries()) {
        if (parent < 0) continue;
        const from = places[parent], to = places[i], turn = from.y + NODE / 2 + 7;
        picture.append(svg('path', { d: `M${from.x} ${from.y + NODE / 2}V${turn}H${to.x}V${to.y - NODE / 2 - NAME}`, class: 'link' }));
    }
    for (const [i, node] of nodes.entries()) {
        const { x, y } = places[i];
        const group = svg('g', { class: `node ${node.look}${node.isNow ? ' now' : ''}` });
        group.append(svg('rect', { x: x - wide / 2, y: y - NODE / 2, width: wide, height: NODE, rx: 4 }),
            svg('text', { x, y: y + 4, class: 'count' }, String(node.count)), svg('text', { x, y: y - NODE / 2 - 3, class: 'name' }, node.name.split('/').at(-1)),
            ...letters(node, places[i], wide, boxes));
        picture.append(group);
    }
    place.replaceChildren(picture);
}
