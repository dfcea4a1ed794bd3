import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventOf } from '@countersign/shared/test/bus/contract';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { listDeadLetters } from '../src/data/dead-letters.ts';
import { commandOutput } from './command-output.ts';
import { keepDeadLetters, type OperatorData, operatorData } from './operator-data.ts';

/** Its first line on standard error. */
const on = ({ folder }: OperatorData): string => `on the embedded store in ${join(folder, 'store')}\n`;

test('list: a line of JSON each, oldest first, without the data of the event', async (t) => {
  const data = await operatorData(t);
  assert.deepEqual(await commandOutput('dead-letters', ['list'], data.env), {
    code: 0,
    written: '',
    reported: on(data),
  });
  const [known, unknown, unreadable] = await keepDeadLetters(data);
  const { code, written } = await commandOutput('dead-letters', ['list'], data.env);
  assert.equal(code, 0);
  const { type } = eventOf('known');
  const line = (id: string, at: number, of: string): string =>
    `${JSON.stringify({ id, at: new Date(at).toISOString(), type: of, error: 'TypeError' })}\n`;
  assert.equal(written, line(known, 1000, type) + line(unknown, 2000, type) + line(unreadable, 3000, 'unreadable'));
});

test('replay of one puts it back; replay of all puts back those that it can, and reports the others', async (t) => {
  const data = await operatorData(t);
  const [known, unknown, unreadable] = await keepDeadLetters(data);
  const outbox = () => data.use(async (store) => (await store.get(sessions, eventOf('known').subject))?.outbox.length);
  const other = await commandOutput('dead-letters', ['replay', unknown, '--yes'], data.env);
  assert.deepEqual(other, { code: 0, written: `${unknown} gone\n`, reported: on(data) });
  assert.equal(await outbox(), 0);
  const all = await commandOutput('dead-letters', ['replay', '--yes'], data.env);
  assert.deepEqual([all.code, all.written], [0, `${known} replayed\n${unknown} gone\n${unreadable} unreadable\n`]);
  assert.equal(await outbox(), 1);
  const left = await data.use(listDeadLetters);
  assert.deepEqual(
    left.map(({ id }) => id),
    [unknown, unreadable],
  );
});

test('without --yes a replay reports the outcome of each, and changes nothing', async (t) => {
  const data = await operatorData(t);
  const [known, unknown, unreadable] = await keepDeadLetters(data);
  const { code, written, reported } = await commandOutput('dead-letters', ['replay'], data.env);
  assert.equal(code, 1);
  assert.equal(written, `${known} would be replayed\n${unknown} would be gone\n${unreadable} would be unreadable\n`);
  assert.equal(reported, `${on(data)}Nothing was changed; --yes does it\n`);
  assert.equal((await data.use(listDeadLetters)).length, 3);
  const session = await data.use((store) => store.get(sessions, eventOf('known').subject));
  assert.deepEqual(session?.outbox, []);
});

test('help, before anything is opened', async () => {
  const { code, written, reported } = await commandOutput('dead-letters', ['replay', '--help']);
  assert.deepEqual([code, reported], [0, '']);
  assert.match(written, /--yes[\s\S]*usage: npm run operator -- dead-letters list/);
});

test('an unknown id is reported, and nothing is replayed', async (t) => {
  const data = await operatorData(t);
  await keepDeadLetters(data);
  const { code, written, reported } = await commandOutput('dead-letters', ['replay', 'known', '--yes'], data.env);
  assert.deepEqual([code, written, reported], [1, '', `${on(data)}There is no dead letter known\n`]);
  assert.equal((await data.use(listDeadLetters)).length, 3);
});

test('wrong arguments are answered with the usage, before anything is opened', async () => {
  for (const args of [[], ['lists'], ['list', 'x'], ['replay', 'x', 'y'], ['list', '--all']]) {
    const { code, written, reported } = await commandOutput('dead-letters', args);
    assert.deepEqual([code, written], [1, '']);
    assert.match(
      reported,
      /^usage: npm run operator -- dead-letters list \| replay \[id\] \[--yes\]\n.*run\.mjs dead-letters list/,
    );
  }
});

test('no store, no settings, no database: a sentence, exit code 1, and no password', async (t) => {
  const { env, folder } = await operatorData(t);
  const nowhere = join(folder, 'nowhere');
  const attempts: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
    [/^There is no store in .*nowhere: set DATA_FOLDER\n$/, { DATA_FOLDER: nowhere }],
    [/MONGODB_TIMEOUT must be/, { MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_TIMEOUT: 'soon' }],
    [/^MONGODB_URL is not a MongoDB connection string/, { MONGODB_URL: 'mongodb://u:CANARY@/@' }],
    [
      /^on MongoDB at 127\.0\.0\.1:1, .*\n.*: database unavailable\n$/,
      { MONGODB_URL: 'mongodb://u:CANARY@127.0.0.1:1', MONGODB_TIMEOUT: '300' },
    ],
  ];
  for (const [expected, more] of attempts) {
    const { code, written, reported } = await commandOutput('dead-letters', ['list'], { ...env, ...more });
    assert.deepEqual([code, written], [1, '']);
    assert.match(reported, expected);
    assert.doesNotMatch(reported, /CANARY|\n\s+at /);
  }
  assert.equal(existsSync(nowhere), false);
});
