/** Refusals of protocol code, as a wallet and a backend read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { findSession, refusing } from '../src/presentation-session.ts';
import { PresentationError } from '../src/protocol/presentation-error.ts';
import { openVerifier } from './world.ts';

const bearer = { tenant: 'default' } as never;

test('the wallet reads code and text; reason, credential and finding are for the log and the backend', async () => {
  const cause = new PresentationError('claims', undefined, 'pid', 'age is missing');
  const error = await refusing(() => Promise.reject(cause)).then(assert.fail, (thrown: unknown) => thrown);
  assert.ok(error instanceof ProtocolError);
  assert.deepEqual([error.code, error.message], ['invalid_request', 'The presentation is not accepted']);
  assert.equal(error.options.detail, 'claims');
  assert.deepEqual(error.options.forBackend, { reason: 'claims', credential: 'pid', description: 'age is missing' });
});

test('other errors, and results, come through', async () => {
  const other = new TypeError('x');
  await assert.rejects(
    refusing(() => Promise.reject(other)),
    other,
  );
  assert.equal(await refusing(async () => 7), 7);
});

test('what names no session finds none, and a session of another tenant neither', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask();
  for (const value of [undefined, 7, '', 'x', `${'A'.repeat(43)}`]) {
    assert.equal(await findSession(world.platform, bearer, value as never), undefined);
  }
  assert.equal((await findSession(world.platform, bearer, request.state))?.session.id, session);
  assert.equal(await findSession(world.platform, { tenant: 'other' } as never, request.state), undefined);
});
