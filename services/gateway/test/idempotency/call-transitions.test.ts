import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallState, IdempotentCallDocument } from '@countersign/shared/model/tenant/idempotent-calls';
import { assertStateTable } from '@countersign/shared/test/model/state-table-check';
import {
  begunCall,
  type CallAttempt,
  endCall,
  eraseCall,
  freeCall,
  KEPT_FOR,
  LEASE,
  renewCall,
  takeCall,
} from '../../src/idempotency/call-transitions.ts';
import { callEvents } from './call-events.ts';

const NOW = 1_000_000;
const first: CallAttempt = { id: 'acme/k', tenant: 'acme', request: 'body 1', runner: 'one', now: NOW };
const second: CallAttempt = { ...first, runner: 'two', now: NOW + 1 };
const running: IdempotentCallDocument = { rev: 1, ...begunCall(first) };
const done = endCall(running, { request: 'body 1', sealed: 'answer 1', session: 's1' });
const erased = eraseCall(done);
const inEachState: Record<CallState['state'], IdempotentCallDocument> = { running, done, erased };
const late = { now: NOW + LEASE };
const day = { now: NOW + KEPT_FOR };

test('every event in every state leads where the table says', () => {
  assertStateTable({
    table: callEvents,
    given: inEachState,
    stateOf: ({ call }) => call.state,
    events: {
      takeCall: [second, { ...second, ...late }, { ...second, ...day }].map(
        (attempt) => (one: IdempotentCallDocument) => takeCall(one, attempt).document,
      ),
      renewCall: [first, second].map((attempt) => (one: IdempotentCallDocument) => renewCall(one, attempt)),
      freeCall: [first, second].map((attempt) => (one: IdempotentCallDocument) => freeCall(one, attempt)),
      endCall: ['body 1', 'body 2'].map(
        (request) => (one: IdempotentCallDocument) => endCall(one, { request, sealed: 'answer 2' }),
      ),
      eraseCall: [eraseCall],
    },
  });
});

test('a call that is performed, one with another body, one that is answered: the state decides', () => {
  assert.equal(takeCall(running, second).result, 'running');
  assert.equal(takeCall(running, { ...second, now: NOW + LEASE - 1 }).result, 'running');
  assert.equal(takeCall(done, second).result, 'done');
  assert.equal(takeCall(erased, second).result, 'erased');
  for (const document of Object.values(inEachState)) {
    assert.equal(takeCall(document, { ...second, request: 'body 2' }).result, 'other');
    assert.equal(takeCall(document, { ...second, ...late, request: 'body 2' }).result, 'other');
  }
});

test('a lease that has ended is taken, with a lease of its own; the age of the key stays', () => {
  const { document, result } = takeCall(running, { ...second, ...late });
  assert.equal(result, 'run');
  assert.deepEqual(document.call, { state: 'running', runner: 'two', leaseUntil: NOW + 2 * LEASE });
  assert.equal(document.at, NOW);
});

test('an attempt whose insert was answered by nothing finds itself as the runner', () => {
  assert.deepEqual(takeCall(running, first), { document: running, result: 'run' });
});

test('after 24 hours a key begins anew, with any body, and nothing of the first call stays', () => {
  for (const document of Object.values(inEachState)) {
    const taken = takeCall(document, { ...second, ...day, request: 'body 2' });
    assert.equal(taken.result, 'run');
    assert.deepEqual(taken.document, { ...begunCall({ ...second, ...day, request: 'body 2' }), rev: document.rev });
  }
  assert.equal(takeCall(done, { ...second, now: NOW + KEPT_FOR - 1 }).result, 'done');
});

test('only the runner renews and frees; a freed call is taken at once', () => {
  assert.deepEqual(renewCall(running, { runner: 'one', now: NOW + 5 }).call, {
    state: 'running',
    runner: 'one',
    leaseUntil: NOW + 5 + LEASE,
  });
  for (const document of [renewCall(running, second), freeCall(running, second)]) assert.equal(document, running);
  const freed = freeCall(running, { runner: 'one', now: NOW + 5 });
  assert.equal(takeCall(freed, { ...second, now: NOW + 5 }).result, 'run');
  assert.equal(takeCall(freed, { ...second, now: NOW + 5, request: 'body 2' }).result, 'other');
});

test('the first answer counts, also that of a runner whose lease has ended; another call keeps its own', () => {
  const taken = takeCall(running, { ...second, ...late }).document;
  const byFirst = endCall(taken, { request: 'body 1', sealed: 'of one' });
  assert.deepEqual(byFirst.call, { state: 'done', sealed: 'of one' });
  assert.equal(endCall(byFirst, { request: 'body 1', sealed: 'of two' }), byFirst);
  const anew = takeCall(running, { ...second, ...day, request: 'body 2' }).document;
  assert.equal(endCall(anew, { request: 'body 1', sealed: 'of one' }), anew);
});

test('an erased answer leaves neither its text nor its session', () => {
  assert.equal(done.session, 's1');
  assert.equal('session' in erased, false);
  assert.deepEqual(erased.call, { state: 'erased' });
  assert.equal(eraseCall(running), running);
});
