/**
 * Runs test files in the order of the list, each in a process; `node --test` would sort them. The first argument
 * is JSON: files, concurrency, timeout in milliseconds. Children get the environment and the options of Node of this process.
 */
import { run } from 'node:test';
import report from './test-report.mjs';

const { files, concurrency, timeout } = JSON.parse(process.argv[2]);
const events = run({ files, concurrency, ...(timeout === undefined ? {} : { timeout }) });
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
for await (const text of report(events)) process.stdout.write(text);
