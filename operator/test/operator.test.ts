import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Command } from '../src/commands.ts';
import { usageOf } from '../src/operator.ts';
import { type CommandArguments, WrongArguments } from '../src/process/command.ts';
import { operatorOutput } from './command-output.ts';

const MODULE = new URL('../src/operator.js', import.meta.url).href;

/** The source of a process that runs a command with the body `run`. */
function source(run: string): readonly string[] {
  const text = `import { runAsProcess } from '${MODULE}';
    const load = async () => async ({ operands, env, write, report, input }) => { ${run} };
    await runAsProcess(process.argv.slice(1), { try: { operands: [0, 9], words: '', summary: '', help: '', load } });`;
  return ['--input-type=module', '-e', text];
}

/** A table of one command, and the arguments that reached it. */
function table(given: Partial<Command> = {}) {
  const reached: CommandArguments[] = [];
  const command: Command = {
    summary: 'copies',
    words: '<folder>',
    operands: [0, 1],
    help: 'Copies.',
    load: async () => async (run) => {
      reached.push({ operands: run.operands, switches: run.switches, values: run.values });
      return 7;
    },
    ...given,
  };
  return { commands: { copy: command, 'copy-back': command }, reached };
}

test('the usage has a line for a checkout and one for the image', () => {
  assert.equal(
    usageOf('backup', '<folder>'),
    'usage: npm run operator -- backup <folder>\nin a container: node /app/run.mjs backup <folder>\n',
  );
  assert.equal(
    usageOf('hash-secret'),
    'usage: npm run operator -- hash-secret\nin a container: node /app/run.mjs hash-secret\n',
  );
});

test('without a command, or with an unknown one, all are listed on standard error; with --help on standard output', async () => {
  const { commands, reached } = table();
  const list = `${usageOf('<command>', '[arguments]')}
  copy       copies
  copy-back  copies

--help behind a command explains it.
`;
  for (const args of [[], [''], ['--', 'copy'], ['--yes', 'copy']]) {
    assert.deepEqual(
      await operatorOutput(args, { commands }),
      { code: 64, written: '', reported: list },
      args.join(' '),
    );
  }
  for (const [name, said] of [
    ['copi', 'Unknown command "copi". Did you mean "copy"?'],
    ['cpoy-back', 'Unknown command "cpoy-back". Did you mean "copy-back"?'],
    ['constructor', 'Unknown command "constructor".'],
  ] as const) {
    const reported = `${said}\n${list}`;
    assert.deepEqual(await operatorOutput([name], { commands }), { code: 64, written: '', reported }, name);
  }
  for (const args of [['--help'], ['-h'], ['--help', 'copy']]) {
    assert.deepEqual(await operatorOutput(args, { commands }), { code: 0, written: list, reported: '' });
  }
  assert.deepEqual(reached, []);
});

test('either form of help, anywhere after the command, writes the help and does not load the command', async () => {
  const load = () => assert.fail('loaded');
  const { commands } = table({ load });
  for (const args of [['--help'], ['-h'], ['list', '--help'], ['--yes', '-h']]) {
    const { code, written, reported } = await operatorOutput(['copy', ...args], { commands });
    assert.deepEqual([code, written, reported], [0, `Copies.\n\n${usageOf('copy', '<folder>')}`, '']);
  }
});

test('operands, switches and values reach the command, and its exit code the caller', async () => {
  const { commands, reached } = table({ switches: ['yes'], values: ['audit'] });
  const args = ['copy', '--audit', 'a', 'target', '--yes', '--audit=-'];
  assert.equal((await operatorOutput(args, { commands })).code, 7);
  assert.deepEqual(reached, [
    { operands: ['target'], switches: new Set(['yes']), values: new Map([['audit', ['a', '-']]]) },
  ]);
});

test('too few or too many operands, an unknown option, a missing value: the usage, and nothing is loaded', async () => {
  const load = () => assert.fail('loaded');
  const { commands } = table({ load, operands: [1, 1], switches: ['yes'], values: ['audit'] });
  for (const args of [[], ['a', 'b'], ['a', '--no'], ['a', '-y'], ['a', '--yes=1'], ['a', '--audit']]) {
    const { code, written, reported } = await operatorOutput(['copy', ...args], { commands });
    assert.deepEqual([code, written, reported], [1, '', usageOf('copy', '<folder>')], args.join(' '));
  }
});

test('a wrong argument is not repeated, because it may be a secret; a row can explain the refusal', async () => {
  const { commands } = table({ operands: [0, 0], refusal: 'None is taken.' });
  for (const args of [['CANARY'], ['--CANARY'], ['--CANARY=1']]) {
    const { reported } = await operatorOutput(['copy', ...args], { commands });
    assert.equal(reported, `None is taken.\n${usageOf('copy', '<folder>')}`);
  }
});

test('a command refuses arguments by an error of its own; any other is one sentence, with exit code 1', async () => {
  const failing = (error: Error) =>
    table({
      load: async () => async () => {
        throw error;
      },
    });
  const refused = await operatorOutput(['copy'], { commands: failing(new WrongArguments()).commands });
  assert.deepEqual(refused, { code: 1, written: '', reported: usageOf('copy', '<folder>') });
  const failed = await operatorOutput(['copy'], { commands: failing(new Error('mongodb://u:CANARY@host')).commands });
  assert.deepEqual(failed, { code: 1, written: '', reported: 'mongodb://***@host\n' });
});

test('a process: arguments, environment, both outputs, the whole input, the exit code', () => {
  const run = `write([...operands, env.ONE, await input()].join()); report('reported'); return 2;`;
  const args = [...source(run), 'try', 'a', '--', '--b'];
  const done = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ONE: '1' },
    input: `€${'x'.repeat(99_999)}`,
  });
  assert.equal(done.stderr, 'reported');
  assert.equal(done.stdout, `a,--b,1,€${'x'.repeat(99_999)}`);
  assert.equal(done.status, 2);
});

test('a reader that closes the output ends it without a stack', async () => {
  const run = `for (;;) { write('x'.repeat(65536)); await new Promise(setImmediate); }`;
  const child = spawn(process.execPath, [...source(run), 'try'], { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  let reported = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    reported += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'close');
  assert.deepEqual([code, reported], [1, '']);
});
