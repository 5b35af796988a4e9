// The two canvases of a scene, one for shapes and one for pixels, of which one is seen.
import { GlPaint, PixelPaint } from './paint.js';
import { paletteFor } from './palette.js';

export class Picture {
    #shapes;
    #pixels;
    #gl;
    #flat = null;
    #palette;
    #last = null;
    #lost = false;

    /** `palette`: as the C code has it. `by`: auto, webgl or pixels. */
    constructor(shapes, pixels, palette, by) {
        this.#shapes = shapes;
        this.#pixels = pixels;
        this.#palette = palette;
        try {
            this.#gl = by === 'pixels' ? null : GlPaint.on(shapes, by === 'webgl');
        } catch (error) {
            console.warn(`shapes cannot be drawn by WebGL2: ${error.message}`);
            this.#gl = null;
        }
        shapes.addEventListener('webglcontextlost', event => {
            event.preventDefault();
            this.#lost = true;
        });
        shapes.addEventListener('webglcontextrestored', () => {
            this.#lost = false;
            this.#gl.restore();
            this.setDark(this.dark);
        });
        this.width = this.height = 1;
    }

    /** Does it need pixels, without WebGL2, or without it at the moment? */
    get wantsPixels() {
        return this.#gl === null || this.#lost;
    }

    setDark(dark) {
        this.dark = dark;
        this.colors = paletteFor(dark, this.#palette);
        this.#gl?.setPalette(this.colors);
    }

    /** In pixels of the screen; `ratio` of them for a pixel of the page. */
    resize(width, height, ratio) {
        this.width = Math.max(1, Math.round(width * ratio));
        this.height = Math.max(1, Math.round(height * ratio));
        this.ratio = ratio;
        for (const canvas of [this.#shapes, this.#pixels]) {
            if (canvas.width !== this.width) canvas.width = this.width;
            if (canvas.height !== this.height) canvas.height = this.height;
        }
    }

    /** Returns the buffers that it has done with. */
    draw(frame) {
        const flat = Boolean(frame.pixels);
        if (!flat && !frame.sides[0].buffer) return []; // no memory for pixels: the picture stays
        this.#pixels.hidden = !flat;
        this.#shapes.hidden = flat;
        const done = this.#last ?? [];
        if (flat) {
            this.#flat ??= new PixelPaint(this.#pixels);
            this.#flat.draw(frame.pixels);
            this.#last = [frame.pixels.buffer];
        } else {
            this.#gl?.draw(frame, this.width, this.height, Math.max(1, Math.round(this.ratio)));
            this.#last = frame.sides.map(side => side.buffer);
        }
        return done;
    }
}
