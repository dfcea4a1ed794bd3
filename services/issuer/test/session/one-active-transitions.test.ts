/** Which credentials of a person are revoked: those older than the newest that was accepted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActiveCredentials } from '@countersign/shared/model/session/active-credentials';
import {
  acceptedAt,
  notedActive,
  notedAgain,
  olderThanAccepted,
  replaced,
  settled,
} from '../../src/session/one-active-transitions.ts';

const one = (session: string, issuedAt: number, state: ActiveCredentials['state']): ActiveCredentials => ({
  id: session,
  rev: 1,
  tenant: 'default',
  subject: 'p',
  configuration: 'pid',
  session,
  issuedAt,
  state,
});
const older = (...all: readonly ActiveCredentials[]) => olderThanAccepted(all).older.map(({ session }) => session);

test('nothing is revoked before an acceptance', () => {
  assert.deepEqual(older(one('a', 1, 'issued'), one('b', 2, 'issued')), []);
  assert.deepEqual(older(one('a', 1, 'accepted'), one('b', 2, 'issued')), []);
  assert.deepEqual(older(), []);
});

test('the order of issuance decides, in any order of acceptance and of reading', () => {
  const [a, b] = [one('a', 1, 'accepted'), one('b', 2, 'accepted')];
  assert.deepEqual(older(a, b), ['a']);
  assert.deepEqual(older(b, a), ['a']);
  assert.deepEqual(older(one('a', 1, 'issued'), b), ['a']);
  assert.deepEqual(older(one('a', 1, 'replaced'), b), []);
  assert.deepEqual(older(one('a', 2, 'accepted'), b), ['a'], 'at the same moment the id decides');
});

test('what is noted without a report is due, what is accepted is due, and a replaced one stays replaced', () => {
  const { rev: _, state: _state, ...noted } = one('a', 5, 'issued');
  assert.deepEqual(notedActive(noted), { ...noted, state: 'issued' });
  assert.deepEqual(notedActive({ ...noted, unreported: true }), {
    ...noted,
    unreported: true,
    state: 'issued',
    dueAt: 5,
  });
  const accepted = acceptedAt(one('a', 5, 'issued'), 9);
  assert.deepEqual([accepted.state, accepted.dueAt], ['accepted', 9]);
  assert.equal(acceptedAt(accepted, 10), accepted);
  const gone = replaced(accepted, 11);
  assert.deepEqual([gone.state, gone.dueAt, gone.removeAt], ['replaced', undefined, 11 + 86_400_000]);
  assert.equal(replaced({ ...accepted, removeAt: 20 }, 11).removeAt, 20);
  assert.equal(acceptedAt(gone, 12), gone);
  assert.equal(notedAgain({ ...gone, removeAt: 20 }, { removeAt: 30 }).removeAt, 20);
});

test('an acceptance in between stays due', () => {
  const accepted = acceptedAt(one('a', 5, 'issued'), 9);
  assert.equal(settled(accepted, 9).dueAt, undefined);
  assert.equal(settled(accepted, 8), accepted);
  const unsent = { ...one('a', 5, 'issued'), dueAt: 5 };
  assert.equal(settled(unsent, 5), unsent);
});
