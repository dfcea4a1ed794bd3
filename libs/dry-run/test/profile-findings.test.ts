import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { profileFindings, requestFindings } from '../src/profile-findings.ts';

const proofTypes = { jwt: { proof_signing_alg_values_supported: ['ES256'] } };
const issuer = { credential_configurations_supported: { pid: { proof_types_supported: proofTypes } } };
const of = (found: readonly JsonObject[], name: string) => found.find(({ profile }) => profile === name);

test('each profile says whether its wallet takes the metadata, and why not', () => {
  const found = profileFindings({ issuer, server: {}, created: false, deferredNotification: false });
  const names = Object.keys(WALLETS).filter((name) => name !== 'plain' && name !== 'mdl');
  assert.deepEqual(
    found.map(({ profile }) => profile),
    names,
  );
  assert.ok(names.length >= 8);
  assert.equal(of(found, 'credo')?.takes, true);
  assert.deepEqual(of(found, 'eudi-kotlin')?.why, ["pid: jwt proof must contain 'key_attestations_required'"]);
});

test('a wallet that takes 200 alone refuses the status 201', () => {
  const found = profileFindings({ issuer, server: {}, created: true, deferredNotification: false });
  assert.deepEqual(of(found, 'wwwallet')?.why, ['it does not accept a credential response with status 201']);
  assert.equal(of(found, 'vck')?.takes, true);
});

test('a presentation request: unused encryptions, and statuses of the answer', () => {
  const listing = {
    response_mode: 'direct_post',
    client_metadata: { encrypted_response_enc_values_supported: ['A128GCM'] },
  };
  const clear = requestFindings({ request: listing, status: 200 });
  assert.deepEqual(of(clear, 'eudi-kotlin')?.why, ['encryptions are listed for an unencrypted response']);
  const good = requestFindings({ request: { ...listing, response_mode: 'direct_post.jwt' }, status: 200 });
  assert.ok(good.every(({ takes }) => takes === true));
  const created = requestFindings({ request: {}, status: 201 });
  assert.deepEqual(of(created, 'eudi-kotlin')?.why, ['it does not accept a response with status 201']);
  assert.ok(requestFindings({ request: {} }).every(({ takes }) => takes === true));
});

test('the wallet of Credo 0.6 refuses a deferred answer that has a notification_id', () => {
  const metadata = { issuer, server: {}, created: false };
  const found = profileFindings({ ...metadata, deferredNotification: true });
  assert.match(String(of(found, 'credo-0.6')?.why), /DEFERRED_NOTIFICATION/);
  assert.equal(of(found, 'credo')?.takes, true);
  assert.equal(of(profileFindings({ ...metadata, deferredNotification: false }), 'credo-0.6')?.takes, true);
});
