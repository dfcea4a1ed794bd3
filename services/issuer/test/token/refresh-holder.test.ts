import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { isHolder, otherHolder } from '../../src/token/refresh-holder.ts';
import { JKT, OTHER_JKT, sha256 } from '../session/issuance-given.ts';

test('the holder proves every key again; a missing one is named, another one is not', () => {
  const own = { clientId: 'wallet', dpopJkt: JKT, instanceJkt: sha256('instance') };
  const record = { holder: own };
  assert.equal(isHolder(record, own), true);
  for (const other of [{ clientId: 'thief' }, { dpopJkt: OTHER_JKT }, { instanceJkt: OTHER_JKT }]) {
    assert.equal(isHolder(record, { ...own, ...other }), false);
  }
  const { instanceJkt: _i, ...noInstance } = own;
  const { clientId: _c, ...noClient } = own;
  const { dpopJkt: _d, ...noProof } = own;
  refuses(() => isHolder(record, noInstance), 'invalid_client');
  refuses(() => isHolder(record, noClient), 'invalid_client');
  refuses(() => isHolder(record, noProof), 'invalid_dpop_proof');
  assert.equal(isHolder({ holder: { dpopJkt: JKT } }, own), true);
});

test('a client that authenticated is bound to itself and its instance, not to its DPoP key, but needs one', () => {
  const instance = sha256('instance');
  for (const keys of [{ instanceJkt: instance }, {}]) {
    const own = { clientId: 'wallet', authenticated: true as const, dpopJkt: JKT, ...keys };
    const record = { holder: own };
    assert.equal(isHolder(record, own), true);
    assert.equal(isHolder(record, { ...own, dpopJkt: OTHER_JKT }), true);
    const stolen = { ...own, dpopJkt: OTHER_JKT };
    for (const other of [{ clientId: 'thief' }, { instanceJkt: OTHER_JKT }]) {
      assert.equal(isHolder(record, { ...stolen, ...other }), false);
    }
    const { authenticated: _a, ...unauthenticated } = stolen;
    const why = whyOf(refuses(() => isHolder(record, unauthenticated), 'invalid_client'));
    assert.deepEqual([why.reason, why.facts], ['client_authentication_missing', { clientId: 'wallet' }]);
    const { dpopJkt: _d, ...noProof } = own;
    refuses(() => isHolder(record, noProof), 'invalid_dpop_proof');
  }
  const attested = { clientId: 'wallet', authenticated: true as const, instanceJkt: instance };
  const { instanceJkt: _i, ...byKey } = attested;
  refuses(() => isHolder({ holder: attested }, byKey), 'invalid_client');
  assert.deepEqual(otherHolder({ holder: byKey }, attested), {
    reason: 'refresh_token_holder',
    facts: { parameters: ['instanceJkt'] },
  });
  assert.equal(isHolder({ holder: attested }, attested), true, 'a Bearer token needs no proof');
});

test('authentication does not replace the DPoP key of a public client, or of a record from before', () => {
  const holder = { clientId: 'wallet', dpopJkt: JKT };
  assert.equal(isHolder({ holder }, { ...holder, authenticated: true }), true);
  assert.equal(isHolder({ holder }, { ...holder, authenticated: true, dpopJkt: OTHER_JKT }), false);
});

test('the reason says what the holder of a refresh token has not proven', () => {
  const holder = { clientId: 'wallet', dpopJkt: JKT, instanceJkt: JKT };
  const without = (proven: object, code: ErrorCode) => whyOf(refuses(() => isHolder({ holder }, proven), code)).reason;
  assert.equal(without({ clientId: 'wallet', dpopJkt: JKT }, 'invalid_client'), 'client_attestation_missing');
  assert.equal(without({ dpopJkt: JKT, instanceJkt: JKT }, 'invalid_client'), 'parameter_missing');
  assert.equal(without({ clientId: 'wallet', instanceJkt: JKT }, 'invalid_dpop_proof'), 'dpop_missing');
  const others = { ...holder, clientId: 'other', dpopJkt: OTHER_JKT };
  assert.deepEqual(otherHolder({ holder }, others), {
    reason: 'refresh_token_holder',
    facts: { parameters: ['clientId', 'dpopJkt'] },
  });
});
