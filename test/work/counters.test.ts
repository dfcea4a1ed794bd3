/** The counters see each kind of work, as often as it is done; time stops except for what is due soon. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const moduleOf = (name: string): string => new URL(`../support/work/${name}.js`, import.meta.url).href;

test('known work is counted exactly', async () => {
  const main = new URL(moduleOf('known-work')).pathname;
  const { stdout } = await run(process.execPath, ['--import', moduleOf('count-work'), main]);
  assert.deepEqual(JSON.parse(stdout), {
    'HTTP requests answered': 1,
    'HTTP requests made': 1,
    'bus messages': 1,
    'keys imported': 1,
    'looks at files': 1,
    'files read': 1,
    'schema validations': 1,
    'signatures checked': 1,
    'signatures made': 1,
    'store commits': 2,
    'store get things': 1,
    'store insert things': 1,
    'store replace things': 1,
  });
});

test('while time stands still a timer runs when it is asked for, if it is due within a second and keeps the process alive', async () => {
  const script = `
    import { runNextTimer, stopTime } from ${JSON.stringify(moduleOf('still-time'))};
    stopTime(1000);
    const ran = [];
    setTimeout(() => ran.push('later'), 900);
    setTimeout(() => ran.push('soon'), 10);
    setTimeout(() => ran.push('far'), 5000);
    setTimeout(() => ran.push('quiet'), 10).unref();
    clearTimeout(setTimeout(() => ran.push('cleared'), 10));
    setInterval(() => ran.push('interval'), 10);
    const none = [...ran];
    while (runNextTimer());
    const moments = [Date.now(), new Date().getTime(), new Date(5).getTime()];
    process.stdout.write(JSON.stringify({ none, ran, moments, elapsed: performance.now() - performance.now() }));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  assert.deepEqual(JSON.parse(stdout), { none: [], ran: ['soon', 'later'], moments: [1000, 1000, 5], elapsed: 0 });
});
