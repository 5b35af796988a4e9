// Runs all sections in a worker and ends it where a section takes too long: an endless loop is stopped, and the page goes on.

/** The time for one section. All seven together take less than a quarter of it on a machine of today. */
export const limitOf = count => (count > 500 ? 5000 : 2000);

const START_MS = 20000; // for the worker itself, on a machine with other work

/** Calls `ended(section, {result | error, place | stopped | skipped})` for each section of a run, then `done()`. Returns a function that ends it. */
export function run(sections, count, ended, done) {
    const worker = new Worker(new URL('worker.js', import.meta.url));
    const { port1: port, port2: other } = new MessageChannel(); // what the reader's code posts goes elsewhere
    let current = -1; // the section that runs
    let clock = 0;

    const end = () => {
        clearTimeout(clock);
        worker.terminate();
        port.close();
    };
    const giveUp = why => {
        end();
        for (let i = Math.max(current, 0); i < sections.length; i++) ended(i, i === current || current < 0 ? why : { skipped: current });
        done();
    };
    const wait = time => {
        clearTimeout(clock);
        clock = setTimeout(giveUp, time, current < 0 ? { error: 'The worker that runs the code did not start.' } : { stopped: time });
    };

    port.onmessage = ({ data }) => {
        if (data.kind === 'begin') {
            current = data.section;
            wait(limitOf(count));
        } else if (data.kind === 'end') {
            ended(data.section, data);
        } else if (data.kind === 'done') {
            end();
            done();
        }
    };
    worker.onerror = event => {
        event.preventDefault();
        giveUp({ error: event.message || 'The worker that runs the code could not be loaded.' });
    };
    wait(START_MS);
    worker.postMessage({ sections, count }, [other]);
    return end;
}
