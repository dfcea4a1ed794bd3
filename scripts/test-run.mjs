/**
 * Runs test files in the order of the list, each in a process; `node --test` would sort them. The first argument is
 * JSON: files, concurrency, and `longest`, the milliseconds of an idle machine in which some test must end, or the run
 * is aborted. Children inherit this process's environment and Node options.
 */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { run } from 'node:test';
import { root } from './setup.mjs';
import report from './test-report.mjs';

const EVERY = 10_000;

const { files, concurrency, longest } = JSON.parse(process.argv[2]);
const stuck = new AbortController();
// Each file listens to it.
setMaxListeners(0, stuck.signal);
const events = run({ files, concurrency, signal: stuck.signal });
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
const watch = longest === undefined ? undefined : await watched(longest);
for await (const text of report(events)) process.stdout.write(text);
clearInterval(watch);

/** Ends the run once no test has ended for that time: running tests have then failed, by their name. */
async function watched(milliseconds) {
  const { timeLimit } = await import(join(root, 'libs', 'shared', 'dist', 'test', 'patience.js'));
  let isOver = timeLimit(milliseconds);
  events.on('test:complete', () => {
    isOver = timeLimit(milliseconds);
  });
  return setInterval(async () => {
    if (await isOver()) stuck.abort();
  }, EVERY);
}
