/** The log lines about Redis: one for each change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRedisState, replyCode } from '../../../src/cache/redis/connection-state.ts';
import { createLog } from '../../../src/kernel/log.ts';

function open() {
  const lines: string[] = [];
  const state = { now: 0 };
  const redis = createRedisState({
    address: 'cache:6379',
    clock: () => state.now,
    log: createLog(
      'debug',
      () => 0,
      (line) => lines.push(line),
    ),
  });
  const read = () => lines.splice(0).map((line) => JSON.parse(line) as Record<string, string>);
  return { redis, state, read };
}

const reply = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });
const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

test('a hundred failed attempts are one line, and the recovery is one', () => {
  const { redis, read } = open();
  for (let n = 0; n < 100; n += 1) {
    redis.failing(refused);
    redis.lost();
  }
  const [only, ...more] = read();
  assert.deepEqual([only?.address, only?.code, more], ['cache:6379', 'ECONNREFUSED', []]);
  redis.ready('noeviction');
  redis.ready('noeviction');
  assert.equal(read().length, 1);
});

test('the first connection is not logged; a new kind of failure is', () => {
  const { redis, read } = open();
  redis.ready(undefined);
  assert.deepEqual(read(), []);
  for (const error of [
    refused,
    reply('WRONGPASS invalid'),
    reply('ERR DB index is out of range'),
    new Error('no run_id'),
  ]) {
    redis.failing(error);
    redis.lost();
  }
  const messages = read().map(({ message = '', msg = '' }) => message || msg);
  assert.equal(new Set(messages).size, 4);
});

test('a policy that drops marks causes one warning for each value', () => {
  const { redis, read } = open();
  for (const policy of ['allkeys-lru', 'allkeys-lru', 'volatile-ttl', 'noeviction']) redis.ready(policy);
  assert.deepEqual(
    read().map(({ detail }) => detail),
    ['allkeys-lru', 'volatile-ttl'],
  );
});

test('refused commands are logged once a minute, while there is a connection', () => {
  const { redis, state, read } = open();
  redis.refused(reply('OOM command not allowed'));
  redis.ready(undefined);
  redis.refused(reply('OOM command not allowed'));
  redis.refused(reply('OOM command not allowed'));
  redis.refused(new Error('connection is closed'));
  assert.deepEqual(
    read().map(({ code }) => code),
    ['OOM'],
  );
  state.now += 60_000;
  redis.refused(reply('READONLY x'));
  assert.deepEqual(
    read().map(({ code }) => code),
    ['READONLY'],
  );
});

test('after the close nothing is logged', () => {
  const { redis, read } = open();
  redis.closed();
  redis.failing(refused);
  redis.lost();
  redis.ready('noeviction');
  assert.deepEqual(read(), []);
});

test('only what Redis answered has a code', () => {
  assert.equal(replyCode(reply('MISCONF Redis is configured')), 'MISCONF');
  assert.equal(replyCode(new Error('OOM')), undefined);
  assert.equal(replyCode('OOM'), undefined);
});
