import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import type { Span } from '@countersign/shared/tracing/span';
import type { Exchange } from '../../src/edge/answer.ts';
import { recordAnswer } from '../../src/edge/record-answer.ts';

const silent = { isRecording: () => false };

function record(exchange: Partial<Exchange>, status: number, span: object = silent) {
  const counted: (readonly [string, object])[] = [];
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const metrics = { count: (...one: [string, object]) => counted.push(one), observe: () => undefined };
  const request = { method: 'GET', url: '/canary' };
  recordAnswer(
    { log, metrics: metrics as unknown as Metrics },
    {
      exchange: { id: 'r', trace: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`, request, ...exchange } as Exchange,
      status,
      milliseconds: 3,
      seconds: 0.003,
      span: span as unknown as Span,
    },
  );
  return { counted, line: JSON.parse(lines[0] ?? '{}') };
}

const noRoute = (status: string) => ['countersign_requests_total', { route: 'none', method: 'other', status }] as const;

test('a refusal is counted once, by the reason of the error or else by that of the answer', () => {
  const refused = { reason: 'code_used' } as const;
  const annotation = { refused: { reason: 'user_denied' } } as const;
  for (const [exchange, reason] of [
    [{ refused }, 'code_used'],
    [{ annotation }, 'user_denied'],
    [{ refused, annotation }, 'code_used'],
  ] as const) {
    const { counted, line } = record(exchange, 400);
    assert.deepEqual(counted, [noRoute('400'), ['countersign_refusals_total', { reason }]]);
    assert.equal(line.reason, reason);
  }
});

test('an answer that refuses nothing is no refusal, and the line has no path', () => {
  const { counted, line } = record({}, 200);
  assert.deepEqual(counted, [noRoute('200')]);
  assert.equal(line.reason, undefined);
  assert.ok(!JSON.stringify(line).includes('canary'));
});

test('a span that records gets the route as its name; one that does not is left alone', () => {
  const named: string[] = [];
  for (const recording of [true, false]) {
    const span = {
      isRecording: () => recording,
      updateName: (name: string) => named.push(name),
      setAttributes: () => span,
    };
    record({}, 200, span);
  }
  assert.deepEqual(named, ['other none']);
});

test('health checks and what the console reads are logged at debug, unless they fail', () => {
  const health = { match: { pattern: '/health/live', route: { method: 'GET' } } } as unknown as Partial<Exchange>;
  const read = { match: { pattern: '/session', route: { method: 'GET' } } } as unknown as Partial<Exchange>;
  const loggedAt = (exchange: Partial<Exchange>, status: number): string => record(exchange, status).line.level;
  assert.equal(loggedAt(health, 200), undefined);
  assert.equal(loggedAt(health, 503), 'info');
  assert.equal(loggedAt(read, 200), 'info');
  assert.equal(loggedAt({ ...read, byConsole: true }, 200), undefined);
  assert.equal(loggedAt({ ...read, byConsole: true }, 403), 'info');
  const request = { method: 'POST' } as Exchange['request'];
  assert.equal(loggedAt({ ...read, byConsole: true, request }, 201), 'info');
});
