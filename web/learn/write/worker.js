// Runs the reader's code in a worker, apart from the page, which ends it where it takes too long. A plain script: each section
// is a script of its own that shares the global names of those before it, so an error has the line that the reader sees. What
// the page has to know goes through a port, which that code has no name for: its own messages and names change nothing.
importScripts('checks.js');
{
    const { importScripts, runSection, setTimeout, Object, Number, Promise, String, SyntaxError } = self; // the reader's code may have these names
    const BlobOf = Blob, WorkerOf = self.Worker, urlOf = URL.createObjectURL;
    const LONGEST = 500; // characters of an error
    const own = {};
    const urls = [];
    const broken = []; // sections that have not handed their names over
    let lacking = [];
    const rejected = []; // what promises of the section were rejected with that nothing has caught
    const LAST = {};
    let noted = () => {};
    addEventListener('unhandledrejection', event => {
        event.preventDefault();
        if (event.reason === LAST) noted();
        else rejected.push(event.reason);
    });
    self.close = () => { throw new Error('close() would end the worker that runs your code.'); };
    self.handOver = names => {
        Object.assign(own, names);
        lacking = Object.keys(names).filter(name => names[name] === undefined);
    };

    /** The section and the line of the uppermost frame that is in the reader's code, or null. */
    const placeOf = stack => {
        for (const [, url, line] of String(stack).matchAll(/(blob:[^\s)]+?):(\d+):\d+/g))
            if (urls.includes(url)) return { section: urls.indexOf(url), line: Number(line) };
        return null;
    };

    /** What a section's script lacks to be one, with its line: importScripts does not say the line, a worker of its own does. */
    const lineOf = url => new Promise(resolve => {
        if (!WorkerOf) { // an old browser: the error is shown without a line
            resolve(null);
            return;
        }
        const trial = new WorkerOf(url); // which runs nothing where the script cannot be read
        const end = line => { trial.terminate(); resolve(line); };
        trial.onerror = event => { event.preventDefault(); end(event.lineno || null); };
        trial.onmessage = () => end(null);
        setTimeout(end, 500, null);
    });

    /** Waits until rejected promises have been reported: they are in their order, so one more that is rejected comes last. */
    const rejections = async () => {
        await new Promise(resolve => { setTimeout(resolve); });
        await new Promise(resolve => {
            noted = resolve;
            (async () => { throw LAST; })();
            setTimeout(resolve, 200); // an old browser
        });
    };

    /** Loads and runs a section; returns what the page shows of it. */
    const run = async (section, code, count) => {
        const url = urlOf(new BlobOf([code], { type: 'text/javascript' }));
        urls[section] = url;
        rejected.length = 0;
        try {
            broken.push(section);
            importScripts(url);
            if (lacking.length) return { error: `This section has to define ${lacking.join(' and ')}.`, place: null };
            broken.pop();
            const result = runSection(section, own, count);
            await rejections();
            if (rejected.length) throw rejected[0];
            return { result };
        } catch (error) {
            const called = placeOf(error?.stack);
            if (!called && broken.some(one => one < section)) return { error: `Section ${broken[0] + 1} has to run first.`, place: null };
            const place = called ?? { section, line: error instanceof SyntaxError ? await lineOf(url) : null };
            const said = error?.message ? `${error.name}: ${error.message}` : String(error);
            return { error: (rejected.length ? `A promise was rejected: ${said}` : said).slice(0, LONGEST), place };
        }
    };

    self.onmessage = async ({ data: { sections, count }, ports: [port] }) => {
        self.onmessage = null;
        for (const [section, code] of sections.entries()) {
            port.postMessage({ kind: 'begin', section });
            port.postMessage({ kind: 'end', section, ...await run(section, code, count) });
        }
        port.postMessage({ kind: 'done' });
    };
}
