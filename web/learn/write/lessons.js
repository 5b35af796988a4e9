// The sections of the tree: the names that the checks call, which each must define, and changes that bring known faults.

/** Each fault is [BEFORE, AFTER]: lines of the code as the page has it, and what takes their place. */
export const lessons = [
    {
        title: 'The node', names: ['CAPACITY', 'counted', 'newNode', 'overlap', 'put'],
        faults: [['Touching is not overlapping',
            'return a.left <= b.right && b.left <= a.right &&\n        a.bottom <= b.top && b.bottom <= a.top;',
            'return a.left < b.right && b.left < a.right &&\n        a.bottom < b.top && b.bottom < a.top;']],
    },
    {
        title: 'Split', names: ['split'],
        faults: [['An item remembers its old leaf',
            'for (const item of items) put(childFor(leaf, item.box), item);',
            'for (const item of items) { put(childFor(leaf, item.box), item); item.leaf = leaf; }']],
    },
    {
        title: 'Insert', names: ['insert'],
        faults: [['A full leaf drops items',
            '    put(node, item);\n    if (node.count > CAPACITY',
            '    if (node.depth < DEEPEST || node.count < CAPACITY) put(node, item);\n    if (node.count > CAPACITY']],
    },
    {
        title: 'Remove and merge', names: ['take'],
        faults: [['Merge as soon as it fits',
            'node.count <= MERGE', 'node.count <= CAPACITY']],
    },
    {
        title: 'Window', names: ['find'],
        faults: [['Ask the cells, not the bounds',
            'if (!overlap(node.bounds, window)) return;',
            'const { x, y, half } = node;\n    if (!overlap({ left: x - half, bottom: y - half, right: x + half, top: y + half }, window)) return;']],
    },
    {
        title: 'Pairs once', names: ['pairs'],
        faults: [
            ['Start at the first item', 'for (let j = i + 1; j < items.length; j++) {', 'for (let j = 0; j < items.length; j++) {'],
            ['Compare with everything', 'if (!overlap(a.bounds, b.bounds)) return;', 'if (a.count === 0 || b.count === 0) return;'],
        ],
    },
    {
        title: 'Moving', names: ['move'],
        faults: [['Store everything again', 'if (leaf !== item.leaf) {', 'if (leaf) {']],
    },
];

/** The file tree.js as its sections, each without the line that names it. */
export function sectionsOf(text) {
    return text.split(/^\/\/ ---- \d\. .*\n/m).slice(1).map(code => code.trimEnd());
}

/** A section with a fault in it, or null where the reader has changed those lines. */
export function withFault(code, [, before, after]) {
    return code.split(before).length === 2 ? code.replace(before, () => after) : null;
}

/** What runs: a section's code, and a last line that hands its names over. It is on one line, so that lines keep their numbers. */
export function handingOver(code, names) {
    return `${code}\n;handOver({ ${names.map(name => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`).join(', ')} });`;
}
