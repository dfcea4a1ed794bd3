import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitedLines } from '../../src/kernel/limited-lines.ts';
import { createLog } from '../../src/kernel/log.ts';

function limited(most: number) {
  const at = { now: 5000 };
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => at.now,
    (line) => {
      const { message, count, status } = JSON.parse(line) as { message: string; count?: number; status?: number };
      lines.push([message, count ?? status].join(' ').trim());
    },
  );
  return { at, lines, log: limitedLines(log, { clock: () => at.now, most }) };
}

test('lines beyond the limit of a second are counted, in the next second from the start', () => {
  const { at, lines, log } = limited(2);
  for (let n = 0; n < 5; n += 1) log.info('request', { status: 200 });
  assert.deepEqual(lines, ['request 200', 'request 200']);
  at.now += 1000;
  log.info('operation', {});
  assert.deepEqual(lines.slice(2), ['requests not logged 3', 'operation']);
});

test('the number is written without a further request', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { lines, log } = limited(1);
  for (let n = 0; n < 3; n += 1) log.info('request', { status: 200 });
  t.mock.timers.tick(1000);
  assert.deepEqual(lines, ['request 200', 'requests not logged 2']);
});

test('refusals, failures and other lines are always written', () => {
  const { lines, log } = limited(1);
  log.info('request', { status: 200 });
  log.info('request', { status: 200 });
  log.info('request', { status: 400, code: 'invalid_proof' });
  log.info('request', { status: 503 });
  log.info('request', { status: 401, reason: 'token_unknown' });
  log.info('operation', { code: 'invalid_grant' });
  log.info('session purged', { count: 1 });
  log.warn('request failed', {});
  assert.deepEqual(lines.slice(1), [
    'request 400',
    'request 503',
    'request 401',
    'operation',
    'session purged 1',
    'request failed',
  ]);
});

test('0 is no limit', () => {
  const { lines, log } = limited(0);
  for (let n = 0; n < 3; n += 1) log.info('request', { status: 200 });
  assert.equal(lines.length, 3);
});
