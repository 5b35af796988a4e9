// The two canvases of a scene, one for shapes and one for pixels, of which one is seen.
import { GlPaint, PixelPaint } from './paint.js';
import { paletteFor } from './palette.js';

/** Gives a canvas a size. It is empty after that. */
function fit(canvas, width, height) {
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
}

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

    /** In pixels of the screen; `ratio` of them for a pixel of the page. The picture stays until the next frame, stretched. */
    resize(width, height, ratio) {
        this.width = Math.max(1, Math.round(width * ratio));
        this.height = Math.max(1, Math.round(height * ratio));
        this.ratio = ratio;
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
            fit(this.#pixels, frame.pixels.width, frame.pixels.height);
            this.#flat.draw(frame.pixels);
            this.#last = [frame.pixels.buffer];
        } else {
            fit(this.#shapes, this.width, this.height);
            this.#gl?.draw(frame, this.width, this.height, Math.max(1, Math.round(this.ratio)));
            this.#last = frame.sides.map(side => side.buffer);
        }
        return done;
    }
}
