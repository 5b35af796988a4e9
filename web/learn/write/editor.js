// A small editor: a field of text with the numbers of its lines. Enter keeps the indent; Tab leaves the field, as everywhere.

export class Editor {
    /** Puts a field with this label and code into `place`; calls `changed` after each change. Numbers of lines that are not the original's are orange. */
    constructor(place, label, original, code, changed) {
        this.original = new Set(original.split('\n'));
        this.numbers = document.createElement('div');
        this.numbers.className = 'code-lines';
        this.numbers.setAttribute('aria-hidden', 'true');
        this.field = Object.assign(document.createElement('textarea'), { className: 'code', spellcheck: false, wrap: 'off', autocomplete: 'off', autocapitalize: 'off' });
        this.field.setAttribute('aria-label', label);
        this.field.setAttribute('autocorrect', 'off');
        place.append(this.numbers, this.field);
        this.field.addEventListener('input', () => { this.#count(); changed(); });
        this.field.addEventListener('keydown', event => this.#indent(event));
        this.code = code;
    }

    get code() {
        return this.field.value;
    }

    set code(text) {
        this.field.value = text;
        this.#count();
    }

    #count() {
        const lines = this.code.split('\n');
        this.field.rows = lines.length;
        this.numbers.replaceChildren(...lines.map((line, i) => {
            const kind = i + 1 === this.marked ? 'bad' : this.original.has(line) ? '' : 'changed';
            return Object.assign(document.createElement('span'), { textContent: i + 1, className: kind });
        }));
    }

    #indent(event) {
        if (event.key !== 'Enter' || event.shiftKey || event.ctrlKey || event.metaKey || event.isComposing) return;
        const line = this.code.slice(0, this.field.selectionStart).split('\n').at(-1);
        const indent = line.match(/^ */)[0] + (/[{(\[]\s*$/.test(line) ? '    ' : '');
        event.preventDefault();
        if (document.execCommand('insertText', false, `\n${indent}`)) return; // Undo takes it back
        this.field.setRangeText(`\n${indent}`, this.field.selectionStart, this.field.selectionEnd, 'end');
        this.field.dispatchEvent(new Event('input'));
    }

    /** Marks a line as wrong, or none. */
    mark(line) {
        this.marked = line;
        this.field.setAttribute('aria-invalid', String(Boolean(line)));
        this.#count();
    }

    /** Puts the caret into a line, and selects it. */
    goTo(line) {
        const lines = this.code.split('\n');
        const begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
        this.field.focus();
        this.field.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
    }
}
