/** How a wallet finds a presentation session, and the error for a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { findSession, refusing } from '../../src/session/presentation-session.ts';
import { openVerifier } from '../world.ts';

test('a reference finds its session in its own tenant', async (t) => {
  const world = await openVerifier(t);
  const { session, request } = await world.ask();
  const found = await findSession(
    world.platform,
    { request: { tenant: 'default' }, reports: newReports() },
    request.state,
  );
  assert.deepEqual([found?.session.id, found?.hash], [session, found?.session.presentation.stateHash]);
  assert.equal(
    await findSession(world.platform, { request: { tenant: 'acme' }, reports: newReports() }, request.state),
    undefined,
  );
  assert.equal(
    await findSession(world.platform, { request: { tenant: 'default' }, reports: newReports() }, 'nothing'),
    undefined,
  );
});

test('a refusal becomes the error of the wallet, with its reason for the log and the backend alone', async () => {
  const finding = 'credentials/pid/claims/given_name';
  const work = async () => {
    throw new PresentationError('claims', { credential: 'pid', finding, facts: { paths: ['["age"]'] } });
  };
  await assert.rejects(refusing(work), (error) => {
    assert.ok(error instanceof ProtocolError && error.code === 'invalid_request');
    assert.ok(!error.message.includes('given_name'));
    assert.equal(error.options.detail, 'claims');
    assert.deepEqual(
      [error.options.reason, error.options.facts],
      ['claims', { paths: ['["age"]'], credential: 'pid' }],
    );
    assert.deepEqual(error.options.forBackend, { credential: 'pid', description: finding });
    return true;
  });
});

test('other errors and results pass unchanged', async () => {
  const defect = new TypeError('defect');
  await assert.rejects(
    refusing(async () => Promise.reject(defect)),
    defect,
  );
  assert.equal(await refusing(async () => 7), 7);
});
