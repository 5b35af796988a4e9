// A chart with two logarithmic axes as SVG: lines with their names beside them, marks, and the units on the axes. Text has the
// same size on every screen, so the chart is drawn again when its width changes.

const SVG = 'http://www.w3.org/2000/svg';

function draw(parent, kind, values, text) {
    const made = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
}

/** The powers of ten from `least` to `most`. */
const decades = ({ least, most }) => {
    const first = Math.round(Math.log10(least));
    return Array.from({ length: Math.round(Math.log10(most)) - first + 1 }, (_, i) => Number(`1e${first + i}`));
};

const MARGIN = { left: 62, right: 30, top: 34, bottom: 46 };

const NARROW = 52; // pixels between two labels below the axis, with which long numbers would touch

/**
 * Draws into `svg`. x and y: { least, most, label, text(value) }, powers of ten. lines: { name, kind, points: [[x, y]] },
 * the name beside the last point. levels: { y, text }. marks: { x, y, texts }, with a line down to the axis.
 */
export function drawChart(svg, { x, y, lines, levels = [], marks = [], height = 340 }) {
    const width = Math.max(240, svg.clientWidth || 600);
    svg.replaceChildren();
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const right = width - MARGIN.right, bottom = height - MARGIN.bottom;
    const across = value => MARGIN.left + (right - MARGIN.left) * Math.log(value / x.least) / Math.log(x.most / x.least);
    const up = value => bottom - (bottom - MARGIN.top) * Math.log(value / y.least) / Math.log(y.most / y.least);
    const isNarrow = across(10 * x.least) - across(x.least) < NARROW;
    for (const value of decades(x)) {
        draw(svg, 'line', { class: 'grid', x1: across(value), x2: across(value), y1: MARGIN.top, y2: bottom });
        draw(svg, 'text', { x: across(value), y: bottom + 18, 'text-anchor': 'middle' }, isNarrow && value >= 1000 ? `${value / 1000}k` : x.text(value));
    }
    for (const value of decades(y)) {
        draw(svg, 'line', { class: 'grid', x1: MARGIN.left, x2: right, y1: up(value), y2: up(value) });
        draw(svg, 'text', { x: MARGIN.left - 8, y: up(value) + 4, 'text-anchor': 'end' }, y.text(value));
    }
    draw(svg, 'text', { class: 'axis', x: 4, y: 16 }, y.label);
    draw(svg, 'text', { class: 'axis', x: (MARGIN.left + right) / 2, y: height - 8, 'text-anchor': 'middle' }, isNarrow ? `${x.label} (k: thousand)` : x.label);
    for (const { y: value, text } of levels) {
        draw(svg, 'line', { class: 'level', x1: MARGIN.left, x2: right, y1: up(value), y2: up(value) });
        draw(svg, 'text', { class: 'note', x: MARGIN.left + 6, y: up(value) - 5 }, text);
    }
    for (const { name, kind, points } of lines) {
        if (!points.length) continue;
        const places = points.map(([a, b]) => [across(a), up(b)]);
        draw(svg, 'polyline', { class: `curve ${kind}`, points: places.map(place => place.map(one => one.toFixed(1)).join(',')).join(' ') });
        for (const [cx, cy] of places) draw(svg, 'circle', { class: `point ${kind}`, cx, cy, r: 3 });
        const [lastX, lastY] = places.at(-1);
        const isFirst = lastX - MARGIN.left < 130; // no room on the left
        draw(svg, 'text', { class: `name ${kind}`, x: lastX + (isFirst ? 8 : 2), y: lastY - 10, 'text-anchor': isFirst ? 'start' : 'end' }, name);
    }
    for (const { x: value, y: level, texts } of marks) {
        const place = across(value);
        draw(svg, 'line', { class: 'mark', x1: place, x2: place, y1: up(level), y2: bottom });
        draw(svg, 'circle', { class: 'mark', cx: place, cy: up(level), r: 6 });
        const isLeft = place > (MARGIN.left + right) / 2;
        texts.forEach((text, i) => draw(svg, 'text', { class: 'mark', x: place + (isLeft ? -7 : 7), y: bottom - 8 - 16 * (texts.length - 1 - i), 'text-anchor': isLeft ? 'end' : 'start' }, text));
    }
}
