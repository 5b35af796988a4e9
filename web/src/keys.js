// Keys: those of `quadrille demo` where a browser leaves them free. Only while no field has the focus.
import { element } from './element.js';

const at = id => document.getElementById(id);
const click = id => () => at(id).click();

/** Key, as event.key has it in lower case; what it does; and how the list names it. */
function table(page) {
    const overlay = i => () => page.toggleOverlay(page.lists.overlays[i].name);
    const tool = name => () => page.set('tool', name);
    const entries = [
        [' ', click('pause'), 'Space', 'pause and go on'],
        ['.', click('step'), '.', 'a single tick'],
        ['r', click('restart'), 'R', 'start again from the same seed'],
        ['v', tool('scene'), 'V', 'pointer: the scene’s'],
        ['n', tool('add'), 'N', 'pointer: add a box'],
        ['x', tool('erase'), 'X', 'pointer: erase boxes'],
        ['m', tool('drag'), 'M', 'pointer: drag a box'],
        ['b', tool('box'), 'B', 'pointer: what is in a box'],
        ['c', tool('circle'), 'C', 'pointer: what is in a circle'],
        ['k', tool('nearest'), 'K', 'pointer: the eight nearest'],
        ['y', tool('ray'), 'Y', 'pointer: first on a ray'],
        ['g', overlay(0), 'G', 'cells, coloured by depth'],
        ['u', overlay(1), 'U', 'bounds of what cells hold'],
        ['j', overlay(2), 'J', 'cells a question looks into'],
        ['l', overlay(3), 'L', 'items it is compared with'],
        ['t', overlay(4), 'T', 'heat: tests by place'],
        ['o', overlay(5), 'O', 'path of a question, node by node'],
        ['z', overlay(6), 'Z', 'quadrants by name, NW NE SW SE'],
        ['p', () => page.controls.toggleBeside(), 'P', 'two methods side by side'],
        ['q', () => page.controls.nextMethod(), 'Q', 'next method'],
        ['f', click('verify'), 'F', 'verify by brute force'],
        ['e', click('explain'), 'E', 'explain the question, by steps'],
        ['i', click('explain-insert'), 'I', 'explain an insert at the pointer'],
        ['pagedown', click('step-next'), 'PageDown', 'next step of it'],
        ['pageup', click('step-back'), 'PageUp', 'step back'],
        ['home', click('fit'), 'Home', 'see the whole world'],
        ['w', () => page.pan(0, -1), 'W A S D', 'move over the world'],
        ['a', () => page.pan(-1, 0), null],
        ['s', () => page.pan(0, 1), null],
        ['d', () => page.pan(1, 0), null],
        ['+', () => page.zoom(1.25), '+', 'nearer'],
        ['=', () => page.zoom(1.25), null],
        ['-', () => page.zoom(0.8), '−', 'farther'],
        ['escape', () => page.engine.tell('escape'), 'Esc', 'let go of what is asked or shown'],
        ['?', click('keys'), '?', 'this list'],
    ];
    page.lists.scenes.forEach((kind, i) => {
        if (i < 10) entries.push([String((i + 1) % 10), () => page.changeScene(kind.name), i === 0 ? '1 … 9, 0' : null, 'scenes']);
    });
    return entries;
}

const notes = [
    ['arrows', 'on the scene: move a pointer, or steer'],
    ['Enter', 'on the scene: press there; ways end with a second one'],
    ['Alt 1, 2, 3', 'the scene’s own keys'],
    ['wheel, two fingers', 'nearer, farther'],
    ['middle button, Shift + left', 'drag the world'],
];

/** Does what has the focus take this key itself? */
function isTaken({ target, key }) {
    const field = target.closest?.('input, select, textarea, button, a');
    if (!field) return false;
    const scrolls = /^(Page|Home)/.test(key) && at('steps').hidden;
    if (field.matches('button, a')) return key === ' ' || key === 'Enter' || scrolls;
    return !field.matches('[type=range], [type=checkbox], [type=radio]') || key.length > 1 || key === ' ';
}

export function bindKeys(page) {
    const keys = new Map();
    const list = at('keys-list');
    const describe = (shown, help) => list.append(element('div', {}, element('dt', { textContent: shown }), element('dd', { textContent: help })));
    for (const [key, act, shown, help] of table(page)) {
        keys.set(key, act);
        if (shown) describe(shown, help);
    }
    for (const note of notes) describe(...note);
    at('keys').addEventListener('click', () => at('keys-dialog').showModal());
    const sceneKey = event => /^Digit[123]$/.test(event.code) && event.altKey && !event.repeat;
    for (const kind of ['keydown', 'keyup']) {
        addEventListener(kind, event => {
            if (!sceneKey(event)) return;
            event.preventDefault();
            page.engine.tell('key', 4 + Number(event.code.at(-1)), kind === 'keydown');
        });
    }
    addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey || at('keys-dialog').open) return;
        if (isTaken(event)) return;
        const act = keys.get(event.key.toLowerCase());
        if (!act) return;
        event.preventDefault();
        act();
    });
}
