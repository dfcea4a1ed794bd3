import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { asksForHelp, helpOf, sentenceOf, usageOf } from '../src/command.ts';

const MODULE = new URL('../src/command.js', import.meta.url).href;

/** The source of a process that runs a command; `run` is the body of it. */
function source(run: string): readonly string[] {
  const text = `import { runAsProcess } from '${MODULE}';
    await runAsProcess(async ({ args, env, write, tell, input }) => { ${run} }, process.argv.slice(1));`;
  return ['--input-type=module', '-e', text];
}

test('the usage is a line for each place', () => {
  assert.equal(
    usageOf('backup', '<folder>'),
    'usage: npm run backup -- <folder>\nin a container: node /app/run.mjs backup <folder>\n',
  );
  assert.equal(usageOf('hash-secret'), 'usage: npm run hash-secret\nin a container: node /app/run.mjs hash-secret\n');
});

test('help is asked for by either form, wherever it stands, and is what it does and how it is called', () => {
  for (const args of [['--help'], ['-h'], ['list', '--help'], ['--yes', '-h']]) assert.equal(asksForHelp(args), true);
  for (const args of [[], ['help'], ['--helpful']]) assert.equal(asksForHelp(args), false);
  const help = helpOf({ name: 'backup', words: '<folder>', about: 'Copies.' });
  assert.equal(help, `Copies.\n\n${usageOf('backup', '<folder>')}`);
});

test('an error is a plain text, without stack, user and password', () => {
  assert.equal(sentenceOf(new Error('There is no store')), 'There is no store');
  assert.equal(sentenceOf(new RangeError()), 'RangeError');
  assert.equal(sentenceOf('thrown'), 'thrown');
  assert.equal(
    sentenceOf(unavailable('database', new Error('CANARY'))),
    'A part of the service is not available; try again shortly: database unavailable',
  );
  assert.equal(sentenceOf(new ProtocolError('not_found', 'Not there')), 'Not there');
  for (const password of ['CANARY', 'CANARY@x', 'CANARY/y@z', 'CANARY:q']) {
    const url = `mongodb+srv://user:${password}@host-1:27017,host-2/db?tls=true`;
    const text = sentenceOf(new Error(`Invalid connection string "${url}"`));
    assert.equal(text, 'Invalid connection string "mongodb+srv://***@host-1:27017,host-2/db?tls=true"');
  }
  assert.equal(sentenceOf(new Error('http://issuer:3001 is away, ask a@b')), 'http://issuer:3001 is away, ask a@b');
});

test('a process: arguments, environment, both outputs, the whole input, the exit code', () => {
  const run = `write([...args, env.ONE, await input()].join()); tell('told'); return 2;`;
  const args = [...source(run), 'a', '--', '--b'];
  const done = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ONE: '1' },
    input: `€${'x'.repeat(99_999)}`,
  });
  assert.equal(done.stderr, 'told');
  assert.equal(done.stdout, `a,--,--b,1,€${'x'.repeat(99_999)}`);
  assert.equal(done.status, 2);
});

test('who does not read on ends it without a stack', async () => {
  const run = `for (;;) { write('x'.repeat(65536)); await new Promise(setImmediate); }`;
  const child = spawn(process.execPath, source(run), { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  assert.deepEqual([code, told], [1, '']);
});
