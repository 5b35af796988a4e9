// What colours and shapes mean, as a row of swatches.
import { css } from './palette.js';

const shapes = ['box', 'frame', 'diamond', 'line', 'triangle', 'disc', 'ring']; // enum shape_kind of lab/scenes/drawing.h

export class Legend {
    #list;
    #shown = '';

    constructor(list) {
        this.#list = list;
    }

    /** Signs of a status (play.h) in the colours of a palette. */
    show(signs, colors) {
        const shown = signs.map(({ shape, ink, means }) => [shapes[shape], css(colors, ink), means]);
        const key = JSON.stringify(shown);
        if (key === this.#shown) return;
        this.#shown = key;
        this.#list.replaceChildren(...shown.map(([shape, color, means]) => {
            const entry = document.createElement('li');
            const swatch = Object.assign(document.createElement('i'), { className: shape });
            swatch.setAttribute('aria-hidden', 'true');
            swatch.style.setProperty('--ink', color);
            entry.append(swatch, means);
            return entry;
        }));
    }
}
