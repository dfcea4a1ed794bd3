import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';

const main = new URL('../../src/runtime/main.js', import.meta.url);

/** A process whose stop takes `stop` milliseconds and that gets SIGTERM once it runs. @returns its exit code */
async function codeOf(stop: number, longest: number, stopDelay?: number): Promise<number | null> {
  const script = `
    import { runMain } from ${JSON.stringify(main.href)};
    const alive = setInterval(() => undefined, 1000);
    const close = () => new Promise((resolve) => setTimeout(resolve, ${stop}));
    await runMain(async () => ({ close, ${stopDelay === undefined ? '' : `stopDelay: ${stopDelay}`} }), undefined, ${longest});
    process.stdout.write('running');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  return new Promise((resolve) => child.once('exit', resolve));
}

test('a stop that hangs is cut; the time in which requests are still accepted does not count', async () => {
  const hour = 3_600_000;
  assert.deepEqual(await Promise.all([codeOf(0, hour), codeOf(hour, 0), codeOf(50, 0, hour)]), [0, 1, 0]);
});

/**
 * A process that gets SIGTERM while its start waits for `start` milliseconds. @returns its exit code, and its output
 */
async function stoppedWhileStarting(start: number, longest: number): Promise<readonly [number | null, string]> {
  const script = `
    import { runMain } from ${JSON.stringify(main.href)};
    const alive = setInterval(() => undefined, 1000);
    const close = async () => void process.stdout.write(' closed');
    const start = async () => {
      process.stdout.write('listening');
      await new Promise((resolve) => setTimeout(resolve, ${start}));
      return { close };
    };
    await runMain(start, () => process.stdout.write(' started'), ${longest});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    if (text === '') child.kill('SIGTERM');
    text += chunk;
  });
  const code: number | null = await new Promise((resolve) => child.once('close', resolve));
  return [code, text];
}

test('a signal during the start closes the process once it runs, and ends a start that hangs', async () => {
  const hour = 3_600_000;
  assert.deepEqual(await stoppedWhileStarting(200, hour), [0, 'listening started closed']);
  assert.deepEqual(await stoppedWhileStarting(hour, 50), [1, 'listening']);
});
