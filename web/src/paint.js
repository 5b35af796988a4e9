// Shapes on a canvas by WebGL2: one instance for each shape, in the order of the list, so that later ones cover earlier
// ones. What a shape is (lab/scenes/drawing.h) is decided in the fragment shader by distances, which makes edges smooth.
import { SHAPE_BYTES } from './written.js';

const FRAME = 1;
const RING_CORNERS = 10; // of the strip around an outline
const RUNS_MOST = 400; // draw calls for a side, before all shapes are drawn as outlines are

const vertexSource = `#version 300 es
precision highp float;
layout(location = 0) in uvec2 kind_ink;
layout(location = 1) in vec2 a;
layout(location = 2) in vec2 b;
layout(location = 3) in vec2 c;
uniform vec2 center_high, center_low, area; // the world's place in the middle, in two parts; pixels
uniform float scale, unit;                  // pixels for a unit of the world; for a thin line
uniform bool ring;
uniform highp sampler2D inks;               // colours, and below them widths
out vec2 place;
flat out vec2 pa, pb, pc;
flat out uvec2 what;
flat out vec4 color;
flat out float width;

vec2 pixel(vec2 world) {
    return ((world - center_high) - center_low) * scale + 0.5 * area;
}

void main() {
    uint kind = kind_ink.x;
    what = kind_ink;
    color = texelFetch(inks, ivec2(int(kind_ink.y), 0), 0);
    width = texelFetch(inks, ivec2(int(kind_ink.y), 1), 0).r * 255.0 * unit;
    pa = pixel(a);
    pb = kind >= 5u ? vec2(b.x * scale) : pixel(b);
    pc = kind == 4u ? pixel(c) : vec2(0.0);
    vec2 low, high;
    if (kind >= 5u) {
        low = pa - pb;
        high = pa + pb;
    } else {
        low = min(pa, pb);
        high = max(pa, pb);
        if (kind == 4u) {
            low = min(low, pc);
            high = max(high, pc);
        } else if (kind <= 2u) { // at least a pixel
            high = max(high, low + unit);
            pa = low;
            pb = high;
        }
    }
    float margin = 1.0 + (kind == 0u || kind == 2u || kind == 4u || kind == 5u ? 0.0 : 0.5 * width + unit);
    vec2 outer_low = low - margin, outer_high = high + margin;
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    vec2 at = mix(outer_low, outer_high, corner);
    if (ring) {
        // A strip around: outer and inner corners in turn.
        int number = gl_VertexID / 2 % 4;
        vec2 side = vec2(number == 1 || number == 2 ? 1.0 : 0.0, number >= 2 ? 1.0 : 0.0);
        vec2 inner_low = min(low + margin, 0.5 * (low + high)), inner_high = max(high - margin, 0.5 * (low + high));
        bool hollow = kind == 1u;
        vec2 inner = hollow ? mix(inner_low, inner_high, side) : 0.5 * (low + high);
        at = gl_VertexID % 2 == 0 ? mix(outer_low, outer_high, side) : inner;
    }
    place = at;
    gl_Position = vec4(2.0 * at.x / area.x - 1.0, 1.0 - 2.0 * at.y / area.y, 0.0, 1.0);
}`;

const fragmentSource = `#version 300 es
precision highp float;
in vec2 place;
flat in vec2 pa, pb, pc;
flat in uvec2 what;
flat in vec4 color;
flat in float width;
uniform vec4 dark;
uniform float unit;
out vec4 result;

float to_segment(vec2 p, vec2 from, vec2 to) {
    vec2 way = to - from;
    float length2 = dot(way, way);
    float t = length2 > 0.0 ? clamp(dot(p - from, way) / length2, 0.0, 1.0) : 0.0;
    return distance(p, from + t * way);
}

float to_box(vec2 p, vec2 low, vec2 high) { // below 0: inside
    vec2 d = max(low - p, p - high);
    return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

float edge(vec2 p, vec2 from, vec2 to) {
    vec2 way = to - from;
    return ((p.x - from.x) * way.y - (p.y - from.y) * way.x) / max(length(way), 1e-6);
}

void main() {
    uint kind = what.x;
    float cover, line = -1.0;
    vec4 paint = color;
    if (kind == 0u) {
        vec2 inside = min(place - pa, pb - place);
        cover = clamp(inside.x + 0.5, 0.0, 1.0) * clamp(inside.y + 0.5, 0.0, 1.0);
        vec2 extent = pb - pa;
        if (min(extent.x, extent.y) > 6.0 * unit) // an edge, so that overlapping boxes differ
            paint.rgb *= min(inside.x, inside.y) < unit ? 0.72 : 1.0;
    } else if (kind == 1u) {
        line = abs(to_box(place, pa, pb));
    } else if (kind == 2u) {
        vec2 middle = 0.5 * (pa + pb), extent = max(0.5 * (pb - pa), 1e-3);
        vec2 d = abs(place - middle) / extent;
        cover = clamp(0.5 + (1.0 - d.x - d.y) * min(extent.x, extent.y), 0.0, 1.0);
    } else if (kind == 3u) {
        line = to_segment(place, pa, pb);
    } else if (kind == 4u) {
        float x = edge(place, pa, pb), y = edge(place, pb, pc), z = edge(place, pc, pa);
        float inside = max(min(x, min(y, z)), min(-x, min(-y, -z)));
        cover = clamp(0.5 + inside, 0.0, 1.0);
    } else if (kind == 5u) {
        cover = clamp(0.5 + max(pb.x, 0.5 * unit) - distance(place, pa), 0.0, 1.0);
    } else {
        line = abs(distance(place, pa) - pb.x);
    }
    if (line >= 0.0) {
        cover = clamp(0.5 + 0.5 * width - line, 0.0, 1.0);
        if (width > 2.0 * unit) { // wide lines have dark edges, so that they are seen on anything
            float around = clamp(0.5 + 0.5 * width + unit - line, 0.0, 1.0);
            paint = mix(dark, paint, cover);
            cover = around;
        }
    }
    float opacity = paint.a * cover;
    if (opacity <= 0.0) discard;
    result = vec4(paint.rgb * opacity, opacity);
}`;

function compile(gl, kind, source) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
        throw new Error(gl.getShaderInfoLog(shader));
    return shader;
}

let software;

/** Does a processor do the work of a graphics card? Then each instance is as slow as a drawing of its own. */
function isSoftware() {
    if (software !== undefined) return software;
    const gl = document.createElement('canvas').getContext('webgl2');
    if (!gl) return true;
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    software = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    return software;
}

/** Runs of shapes that are outlines, or are not: [first, count, outlines]. */
export function runsOf(bytes, count) {
    const runs = [];
    let first = 0;
    for (let i = 1; i <= count; i++) {
        const outline = bytes[first * SHAPE_BYTES] === FRAME;
        if (i < count && (bytes[i * SHAPE_BYTES] === FRAME) === outline) continue;
        runs.push([first, i - first, outline]);
        if (runs.length > RUNS_MOST) return [[0, count, true]];
        first = i;
    }
    return count > 0 ? runs : [];
}

export class GlPaint {
    #gl;
    #at = {};
    #buffer;
    #room = 0;
    #inks;

    /** null: the browser has no WebGL2; or, unless `slow` is allowed, none that is faster than pixels by the processor. */
    static on(canvas, slow) {
        if (!slow && isSoftware()) return null;
        const gl = canvas.getContext('webgl2', { alpha: false, antialias: false });
        return gl ? new GlPaint(gl) : null;
    }

    constructor(gl) {
        this.#gl = gl;
        this.restore();
    }

    /** Makes everything that lives on the graphics card: at first, and after it was lost. */
    restore() {
        const gl = this.#gl;
        const program = gl.createProgram();
        gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertexSource));
        gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragmentSource));
        gl.linkProgram(program);
        if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
            throw new Error(gl.getProgramInfoLog(program));
        gl.useProgram(program);
        for (const name of ['center_high', 'center_low', 'area', 'scale', 'unit', 'ring', 'inks', 'dark'])
            this.#at[name] = gl.getUniformLocation(program, name);
        this.#buffer = gl.createBuffer();
        this.#room = 0;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
        for (let i = 0; i < 4; i++) {
            gl.enableVertexAttribArray(i);
            gl.vertexAttribDivisor(i, 1);
        }
        this.#inks = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, this.#inks);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.enable(gl.SCISSOR_TEST);
    }

    /** Colours: 256 inks of four bytes; widths of lines; `ground` and `dark`, 0..1 each. */
    setPalette({ colors, widths, ground, dark }) {
        const gl = this.#gl;
        const texels = new Uint8Array(2048);
        texels.set(colors);
        for (let i = 0; i < 256; i++) texels[1024 + 4 * i] = widths[i];
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
        this.ground = ground;
        this.dark = dark;
    }

    /** All sides of a frame. `unit`: pixels that a thin line has. */
    draw(frame, width, height, unit) {
        const gl = this.#gl;
        gl.viewport(0, 0, width, height);
        gl.scissor(0, 0, width, height);
        gl.clearColor(...this.dark);
        gl.clear(gl.COLOR_BUFFER_BIT);
        for (const side of frame.sides) this.#drawSide(side, height, unit);
    }

    #upload(bytes) {
        const gl = this.#gl;
        if (bytes.byteLength > this.#room) {
            this.#room = Math.ceil(bytes.byteLength * 1.25);
            gl.bufferData(gl.ARRAY_BUFFER, this.#room, gl.STREAM_DRAW);
        }
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, bytes);
    }

    #drawSide({ view, buffer, count }, height, unit) {
        const gl = this.#gl;
        const left = Math.round(view.left);
        const right = Math.round(view.left + view.width);
        const bytes = new Uint8Array(buffer, 0, count * SHAPE_BYTES);
        gl.viewport(left, 0, right - left, height);
        gl.scissor(left, 0, right - left, height);
        gl.clearColor(...this.ground);
        gl.clear(gl.COLOR_BUFFER_BIT);
        if (count === 0) return;
        this.#upload(bytes);
        const high = [Math.fround(view.x), Math.fround(view.y)];
        gl.uniform2f(this.#at.center_high, ...high);
        gl.uniform2f(this.#at.center_low, view.x - high[0], view.y - high[1]);
        gl.uniform2f(this.#at.area, right - left, height);
        gl.uniform1f(this.#at.scale, view.scale);
        gl.uniform1f(this.#at.unit, unit);
        gl.uniform4f(this.#at.dark, ...this.dark);
        for (const [first, some, outlines] of runsOf(bytes, count)) {
            const from = first * SHAPE_BYTES;
            gl.vertexAttribIPointer(0, 2, gl.UNSIGNED_BYTE, SHAPE_BYTES, from);
            for (let i = 0; i < 3; i++)
                gl.vertexAttribPointer(i + 1, 2, gl.FLOAT, false, SHAPE_BYTES, from + 4 + 8 * i);
            gl.uniform1i(this.#at.ring, outlines ? 1 : 0);
            gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, outlines ? RING_CORNERS : 4, some);
        }
    }
}

/** Pixels that the C code has made, on a canvas without WebGL2, or for too many boxes to see each. */
export class PixelPaint {
    #context;

    constructor(canvas) {
        this.#context = canvas.getContext('2d', { alpha: false });
    }

    draw({ buffer, width, height }) {
        this.#context.putImageData(new ImageData(new Uint8ClampedArray(buffer, 0, width * height * 4), width, height), 0, 0);
    }
}
