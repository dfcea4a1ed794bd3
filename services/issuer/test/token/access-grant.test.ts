import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { narrowed, newGrant, newToken, tokenAnswer } from '../../src/token/access-grant.ts';
import { HANDLE } from '../order-of-refusals/known.ts';
import { grant } from '../session/issuance-given.ts';
import { ISSUER, NOW } from '../support.ts';

const { settings } = readSettings({ TOKEN_TTL_BEARER: '120', TOKEN_TTL_DPOP: '900' });
const platform = { settings, clock: () => NOW };
const token = { token: 'text', tokenHash: 'hash' };
const covered = { configurationIds: ['pid'], authorizationDetails: false };
const client = { clientId: 'wallet', authenticated: false };

test('a token names the session, and only its hash is stored', () => {
  const { token: text, tokenHash } = newToken({ random: (bytes) => Buffer.alloc(bytes, 7) }, HANDLE);
  assert.deepEqual(parseReference(text), { handle: HANDLE, hash: tokenHash });
});

test('a token that is bound to a key expires later', () => {
  const plain = newGrant({ platform, client: undefined, proof: undefined }, token, covered);
  assert.deepEqual(plain, { tokenHash: 'hash', expiresAt: NOW + 120_000, ...covered });
  const proof = { jkt: 'key', use: async () => undefined };
  const bound = newGrant({ platform, client, proof }, token, covered, { codeHash: 'code' });
  assert.deepEqual(bound, {
    tokenHash: 'hash',
    expiresAt: NOW + 900_000,
    ...covered,
    clientId: 'wallet',
    dpopJkt: 'key',
    codeHash: 'code',
  });
});

test('authorization_details narrow the authorized configurations', () => {
  const ask = (...ids: string[]) => ({
    parameters: {
      authorization_details: ids.map((id) => ({ type: 'openid_credential', credential_configuration_id: id })),
    },
    issuer: ISSUER,
  });
  const both = { configurationIds: ['pid', 'pass'], authorizationDetails: false };
  assert.equal(narrowed({ parameters: {}, issuer: ISSUER }, both), both);
  assert.deepEqual(narrowed(ask('pass'), both), { configurationIds: ['pass'], authorizationDetails: true });
  refuses(() => narrowed(ask('pass', 'member'), both), 'invalid_authorization_details');
});

test('the answer names identifiers only to a wallet that used authorization_details', () => {
  const { dpopJkt: _, ...plain } = grant;
  assert.deepEqual(tokenAnswer('t', plain, NOW + 500), {
    access_token: 't',
    token_type: 'Bearer',
    expires_in: 299,
  });
  const details = tokenAnswer('t', { ...grant, authorizationDetails: true }, NOW);
  assert.equal(details.token_type, 'DPoP');
  assert.deepEqual(details.authorization_details, [
    { type: 'openid_credential', credential_configuration_id: 'pid', credential_identifiers: ['pid'] },
  ]);
});

test('the reason of more than was authorized', async () => {
  const parameters = {
    authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'card' }],
  };
  assert.deepEqual(await refusalOf(() => narrowed({ parameters, issuer: ISSUER }, covered)), {
    code: 'invalid_authorization_details',
    reason: 'scope_exceeded',
    facts: { received: ['card'], configurationIds: ['pid'] },
  });
});
