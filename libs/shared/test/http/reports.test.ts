import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated, annotationOf } from '../../src/http/annotation.ts';
import type { OperationRequest } from '../../src/http/message.ts';
import { annotatingReports, newReports, takeReports } from '../../src/http/reports.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import type { Reasoned } from '../../src/kernel/reasons/reasons.ts';
import type { SessionDocument } from '../../src/model/session/sessions.ts';

const request = {} as OperationRequest;
const noted: Reasoned = { reason: 'content_type', facts: { received: 'text/plain' } };
const first = { check: 'first', ok: true };
const second = { check: 'second', ok: false };

test('an error carries the checks and notes of the operation in addition to its own annotation', async () => {
  const refused = annotatingReports(async (_, { checks, notes }) => {
    checks.push(first);
    notes.push(noted);
    checks.push(second);
    throw annotated(new ProtocolError('invalid_request', 'no', { reason: 'body_malformed' }), { session: 's' });
  });
  const error = await refused(request).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof ProtocolError);
  assert.deepEqual(annotationOf(error), { session: 's', checks: [first, second], notes: [noted] });

  const reports = newReports();
  reports.checks.push({ check: 'before', ok: true });
  takeReports(reports, annotationOf(error));
  assert.deepEqual(reports.checks, [{ check: 'before', ok: true }, first, second]);
  assert.deepEqual(reports.notes, [noted]);
});

test('a reply carries the notes alone; one without notes is passed on as it is', async () => {
  const accepted = annotatingReports(async (_, { checks, notes }) => {
    checks.push(first);
    notes.push(noted);
    return { body: {} };
  });
  assert.deepEqual(await accepted(request), { body: {}, annotation: { notes: [noted] } });
  const plain = annotatingReports(async (_, { checks }) => {
    checks.push(first);
    return { body: {} };
  });
  assert.deepEqual(await plain(request), { body: {} });
});

test('without an annotation nothing is added', () => {
  const reports = newReports();
  takeReports(reports, undefined);
  assert.deepEqual([reports.checks, reports.notes], [[], []]);
});

test('the session is kept even if the request is bound to another one', () => {
  const session = { id: 's' } as SessionDocument;
  const refused = new Error('bound');
  const reports = newReports(() => {
    throw refused;
  });
  assert.throws(() => reports.reached(session), refused);
  assert.equal(reports.session, session);
});
