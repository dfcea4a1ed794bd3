import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import {
  anchorsForSession,
  type BroughtPurpose,
  broughtAnchors,
  checkOwnSession,
} from '../../src/trust/brought-anchors.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';

const provider = await makeSigningKey();
const issuer = await makeSigningKey();
const dryRun = { until: 1, session: 's', walletProvider: provider.anchor, issuer: issuer.anchor };
const session = { id: 's', dryRunUntil: 1 };

test('each certificate of a run counts for its purpose, in the session of the run', () => {
  const of = (purpose: BroughtPurpose) =>
    anchorsForSession({ dryRun }, session, purpose).map(({ certificate, vcts }) => [certificate.fingerprint256, vcts]);
  const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;
  assert.deepEqual(of('issuers'), [[fingerprint(issuer.anchor), 'any']]);
  assert.deepEqual(of('wallet-providers'), [[fingerprint(provider.anchor), 'any']]);
});

test('there is no such anchor in another session, in one that is no dry run, and for another request', () => {
  assert.deepEqual(anchorsForSession({ dryRun }, { id: 'other', dryRunUntil: 1 }, 'issuers'), []);
  assert.deepEqual(anchorsForSession({ dryRun }, { id: 's' }, 'issuers'), []);
  assert.deepEqual(anchorsForSession({}, session, 'issuers'), []);
  assert.deepEqual(anchorsForSession({ dryRun: { until: 1, session: 's' } }, session, 'issuers'), []);
  assert.deepEqual(broughtAnchors({}, 'issuers'), []);
});

test('a request of a dry run reaches its own session alone', () => {
  checkOwnSession(dryRun, session);
  const refused = { code: 'invalid_client_attestation' };
  assert.throws(() => checkOwnSession(dryRun, { id: 'other', dryRunUntil: 1 }), refused);
  assert.throws(() => checkOwnSession(dryRun, { id: 's' }), refused);
  assert.throws(() => checkOwnSession({ until: 1 }, session), refused);
});
