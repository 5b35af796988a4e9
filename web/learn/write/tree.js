// ---- 1. The node
const CAPACITY = 8, MERGE = 4, DEEPEST = 16;
const counted = { puts: 0, splits: 0, tests: 0 }; // work

function noBounds() { // around no box: each box makes them grow
    const far = Infinity;
    return { left: far, bottom: far, right: -far, top: -far };
}

function newNode(x, y, half, parent) {
    return {
        bounds: noBounds(), // around all boxes below
        x, y, half, // the middle of its cell, and half its side
        depth: parent ? parent.depth + 1 : 0,
        count: 0, // how many items are below
        parent,
        children: null,
        items: [],
    };
}

function overlap(a, b) {
    return a.left <= b.right && b.left <= a.right &&
        a.bottom <= b.top && b.bottom <= a.top;
}

function grow(node, box) {
    const bounds = node.bounds;
    bounds.left = Math.min(bounds.left, box.left);
    bounds.bottom = Math.min(bounds.bottom, box.bottom);
    bounds.right = Math.max(bounds.right, box.right);
    bounds.top = Math.max(bounds.top, box.top);
}

function put(leaf, item) {
    item.leaf = leaf;
    leaf.items.push(item);
    leaf.count++;
    grow(leaf, item.box);
    counted.puts++;
}

// ---- 2. Split
function childFor(node, box) {
    const right = box.left / 2 + box.right / 2 >= node.x;
    const upper = box.bottom / 2 + box.top / 2 >= node.y;
    return node.children[2 * upper + right];
}

function split(leaf) {
    const half = leaf.half / 2;
    leaf.children = [0, 1, 2, 3].map(i => newNode(
        leaf.x + (i % 2 === 1 ? half : -half),
        leaf.y + (i >= 2 ? half : -half), half, leaf));
    const items = leaf.items;
    leaf.items = [];
    for (const item of items) put(childFor(leaf, item.box), item);
    counted.splits++;
}

// ---- 3. Insert
function isBox(box) { // false with a NaN, too
    return box.left <= box.right && box.bottom <= box.top;
}

function insert(root, item) {
    if (item.leaf || !isBox(item.box)) return false;
    let node = root;
    while (node.children) {
        node.count++;
        grow(node, item.box);
        node = childFor(node, item.box);
    }
    put(node, item);
    if (node.count > CAPACITY && node.depth < DEEPEST) split(node);
    return true;
}

// ---- 4. Remove and merge
function refit(node) {
    node.bounds = noBounds();
    node.count = node.items.length;
    for (const item of node.items) grow(node, item.box);
    for (const child of node.children ?? []) {
        grow(node, child.bounds);
        node.count += child.count;
    }
}

function merge(node) {
    const children = node.children;
    node.children = null;
    node.count = 0;
    for (const child of children)
        for (const item of child.items) put(node, item);
}

function take(item) {
    if (!item.leaf) return false;
    item.leaf.items.splice(item.leaf.items.indexOf(item), 1);
    for (let node = item.leaf; node; node = node.parent) {
        refit(node);
        if (node.children && node.count <= MERGE) merge(node);
    }
    item.leaf = null;
    return true;
}

// ---- 5. Window
function find(node, window, found) {
    if (!overlap(node.bounds, window)) return;
    for (const item of node.items) {
        counted.tests++;
        if (overlap(item.box, window)) found(item);
    }
    for (const child of node.children ?? [])
        find(child, window, found);
}

// ---- 6. Pairs once
function between(a, b, visit) {
    if (!overlap(a.bounds, b.bounds)) return;
    if (!a.children && !b.children) {
        for (const one of a.items)
            for (const other of b.items) {
                counted.tests++;
                if (overlap(one.box, other.box)) visit(one, other);
            }
        return;
    }
    if (a.children && (!b.children || a.half >= b.half))
        for (const child of a.children) between(child, b, visit);
    else
        for (const child of b.children) between(a, child, visit);
}

function pairs(node, visit) {
    const { items, children } = node;
    for (let i = 0; i < items.length; i++)
        for (let j = i + 1; j < items.length; j++) {
            const one = items[i], other = items[j];
            counted.tests++;
            if (overlap(one.box, other.box)) visit(one, other);
        }
    for (let i = 0; children && i < 4; i++) {
        pairs(children[i], visit);
        for (let j = i + 1; j < 4; j++)
            between(children[i], children[j], visit);
    }
}

// ---- 7. Moving
function move(root, item, box) {
    if (!item.leaf || !isBox(box)) return false;
    let leaf = root;
    while (leaf.children) leaf = childFor(leaf, box);
    if (leaf !== item.leaf) {
        take(item);
        item.box = box;
        return insert(root, item);
    }
    item.box = box;
    for (let node = leaf; node; node = node.parent) refit(node);
    return true;
}
