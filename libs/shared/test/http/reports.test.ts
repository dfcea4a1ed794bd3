import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated, annotationOf } from '../../src/http/annotation.ts';
import type { OperationRequest } from '../../src/http/message.ts';
import { annotatingReports, takeReports } from '../../src/http/reports.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import type { Reasoned } from '../../src/kernel/reasons/reasons.ts';

const request = {} as OperationRequest;
const noted: Reasoned = { reason: 'content_type', facts: { received: 'text/plain' } };

test('an error carries the checks and notes of the operation in addition to its own annotation', async () => {
  const refused = annotatingReports(async ({ checked, note }) => {
    checked?.('first', true);
    note?.(noted);
    checked?.('second', false);
    throw annotated(new ProtocolError('invalid_request', 'no', { reason: 'body_malformed' }), { session: 's' });
  });
  const error = await refused(request).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ProtocolError);
  const checks = [
    { check: 'first', ok: true },
    { check: 'second', ok: false },
  ];
  assert.deepEqual(annotationOf(error), { session: 's', checks, notes: [noted] });

  const seen: unknown[] = [];
  const taking = {
    checked: (check: string, ok: boolean) => void seen.push([check, ok]),
    note: (reasoned: Reasoned) => void seen.push(reasoned),
  };
  takeReports(taking, annotationOf(error));
  assert.deepEqual(seen, [['first', true], ['second', false], noted]);
});

test('a reply carries the notes alone; one without notes is passed on as it is', async () => {
  const accepted = annotatingReports(async ({ checked, note }) => {
    checked?.('first', true);
    note?.(noted);
    return { body: {} };
  });
  assert.deepEqual(await accepted(request), { body: {}, annotation: { notes: [noted] } });
  const plain = annotatingReports(async ({ checked }) => {
    checked?.('first', true);
    return { body: {} };
  });
  assert.deepEqual(await plain(request), { body: {} });
});

test('without a receiver or an annotation nothing is reported', () => {
  takeReports({}, { checks: [{ check: 'first', ok: true }], notes: [noted] });
  takeReports({ checked: () => assert.fail() }, undefined);
});
