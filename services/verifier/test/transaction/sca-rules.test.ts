import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { ScaType } from '@countersign/shared/openid4vp/sca-payloads';
import { brokenRules } from '../../src/transaction/sca-rules.ts';
import { NOW } from '../presentation/presentations.ts';
import { scaExamples } from './sca-examples.ts';

const broken = (type: ScaType, payload: JsonObject, now = NOW): readonly string[] =>
  brokenRules(type, payload, now).map(({ pointer }) => pointer);
const { recurrence, ...once } = scaExamples['urn:eudi:sca:payment:1'];
const paying = (change: JsonObject, now = NOW): readonly string[] =>
  broken('urn:eudi:sca:payment:1', { ...once, ...change }, now);

test('the day of execution: today in its own time zone and later, never earlier', () => {
  const day = (offset: number): string => new Date(NOW + offset * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(paying({ execution_date: `${day(0)}T00:00:00Z` }), []);
  assert.deepEqual(paying({ execution_date: `${day(30)}T12:00:00+02:00` }), []);
  assert.deepEqual(paying({ execution_date: `${day(-1)}T23:59:59Z` }), ['/execution_date']);
  // Midnight in Greenwich is still the day before in New York, and already the same day in Tokyo.
  const midnight = Date.parse('2030-06-02T00:00:00Z');
  assert.deepEqual(paying({ execution_date: '2030-06-01T09:00:00-04:00' }, midnight), []);
  assert.deepEqual(paying({ execution_date: '2030-06-01T09:00:00+09:00' }, midnight), ['/execution_date']);
});

test('a recurring payment has no day of execution', () => {
  const execution_date = '2099-01-01T00:00:00Z';
  assert.deepEqual(paying({ execution_date }), []);
  assert.deepEqual(paying({ execution_date, recurrence }), ['/execution_date']);
});

test('an amount has as many decimals as its currency', () => {
  assert.deepEqual(paying({ currency: 'JPY', amount: 1999 }), []);
  assert.deepEqual(paying({ currency: 'JPY', amount: 19.99 }), ['/amount']);
  assert.deepEqual(paying({ currency: 'KWD', amount: 1.999 }), []);
  assert.deepEqual(paying({ currency: 'EUR', amount: 0.1 + 0.2 }), ['/amount']);
  assert.deepEqual(paying({ currency: 'EUR', amount: -5.5 }), []);
});

test('a mandate needs a purpose or a payment, whose rules apply too', () => {
  const mandate = (payload: JsonObject): readonly string[] => broken('urn:eudi:sca:emandate:1', payload);
  assert.deepEqual(mandate({ transaction_id: '1' }), ['/purpose']);
  assert.deepEqual(mandate({ transaction_id: '1', payment_payload: once }), []);
  assert.deepEqual(mandate({ payment_payload: { ...once, amount: 0.001 } }), ['/payment_payload/amount']);
});
