// What the page shows, as plain values, and the same in the address: a link holds all that is not as usual.

/** As it is where a link says nothing. null: the scene's own. */
export const usual = Object.freeze({
    scene: 'drift',
    count: null,
    size: null,
    speed: null,
    seed: 1,
    method: 'quadtree',
    beside: '',
    capacity: 0,
    depth: 0,
    edges: 'closed',
    verify: false,
    show: 'cells',
    tool: 'scene',
    paused: false,
    pace: 1,
    view: '',
    draw: 'auto',
});

const number = (least, most, whole = true) => text => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) return undefined;
    const within = Math.min(most, Math.max(least, value));
    return whole ? Math.round(within) : within;
};
const oneOf = list => text => (list.includes(text) ? text : undefined);
const flag = text => (text === '1' ? true : text === '0' ? false : undefined);

/** Readers of each value; undefined: that is none, and the usual one stands. */
function readers(lists) {
    const names = list => list.map(entry => entry.name);
    return {
        scene: oneOf(names(lists.scenes)),
        count: number(1, 4e6), // more than a page has memory for
        size: number(0, 1e30, false),
        speed: number(0, 1e30, false),
        seed: number(0, Number.MAX_SAFE_INTEGER),
        method: oneOf(names(lists.methods)),
        beside: oneOf(['', ...names(lists.methods)]),
        capacity: number(0, 4096),
        depth: number(0, 24),
        edges: oneOf(['closed', 'open']),
        verify: flag,
        show: text => text.split(',').filter(name => names(lists.overlays).includes(name)).join(','),
        tool: oneOf(names(lists.tools)),
        paused: flag,
        draw: oneOf(['auto', 'webgl', 'pixels']), // read once, when the page is loaded
        pace: number(0.01, 16, false),
        view: text => (text.split(',').length === 3 && text.split(',').every(part => Number.isFinite(parseFloat(part))) ? text : undefined),
    };
}

/** The state that an address (its part after #) stands for. What it says wrongly is as usual, and named in `refused`. */
export function readLink(hash, lists) {
    const state = { ...usual };
    const refused = [];
    const known = readers(lists);
    for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
        const value = Object.hasOwn(known, name) ? known[name](text) : undefined;
        if (value === undefined) refused.push(`${name}=${text}`);
        else state[name] = value;
    }
    const scene = lists.scenes.find(entry => entry.name === state.scene);
    if (state.count !== null) state.count = Math.min(scene.most, Math.max(scene.least, state.count));
    return { state, refused };
}

/** The part after # of a link to a state; '' for the usual one. */
export function writeLink(state) {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(state)) {
        if (!Object.hasOwn(usual, name) || value === null || value === usual[name]) continue;
        words.set(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
    }
    const text = words.toString().replaceAll('%2C', ',');
    return text ? `#${text}` : '';
}
