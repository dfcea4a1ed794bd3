import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Grant, IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import {
  checkAccessToken,
  checkAuthorizationHeader,
  checkBearerAccepted,
  checkTokenPlace,
  checkTokenProof,
  checkTokenType,
} from '../../src/access/token-checks.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';
import { given, grant } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

describe('checkTokenPlace', () => {
  test('a token in the query is refused', () => {
    checkTokenPlace({ request: { query: {} } });
    refuses(() => checkTokenPlace({ request: { query: { access_token: '' } } }), 'invalid_request');
  });

  test('the backend learns why', async () => {
    const sent = () => checkTokenPlace({ request: { query: { access_token: 'x' } } });
    assert.deepEqual(await whyRefused(sent), ['token_in_query']);
  });
});

describe('checkAuthorizationHeader', () => {
  const read = (authorization?: string) => checkAuthorizationHeader({ request: { headers: { authorization } } });

  test('scheme and token are read, the scheme without case', () => {
    assert.deepEqual(read('DPoP abc'), { scheme: 'DPoP', token: 'abc' });
    assert.deepEqual(read('dpop  a.b-c_~+/='), { scheme: 'DPoP', token: 'a.b-c_~+/=' });
    assert.deepEqual(read('BEARER abc'), { scheme: 'Bearer', token: 'abc' });
  });

  test('every other header is no authentication', () => {
    for (const header of [undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer a b', 'Bearer \u00e4', 'DPoPabc']) {
      refuses(() => read(header), 'unauthenticated');
    }
  });

  test('the backend learns why, and nothing that may be a token', async () => {
    const either = ['DPoP', 'Bearer'];
    assert.deepEqual(await whyRefused(() => read()), ['token_missing']);
    assert.deepEqual(await whyRefused(() => read('Basic abc')), [
      'token_scheme',
      { expectedAny: either, received: 'basic' },
    ]);
    assert.deepEqual(await whyRefused(() => read('secret abc')), ['token_scheme', { expectedAny: either }]);
    assert.deepEqual(await whyRefused(() => read('secret')), ['token_scheme', { expectedAny: either }]);
    assert.deepEqual(await whyRefused(() => read('Bearer a b')), ['token_format', { received: 'bearer' }]);
    assert.deepEqual(await whyRefused(() => read('DPoP "a"')), ['token_format', { received: 'dpop' }]);
  });
});

describe('checkAccessToken', () => {
  const issued = (change: Partial<IssuancePart>) => given('token_issued', change);
  const { text: token, hash: tokenHash } = reference(1);
  const check = (change: Partial<Grant> = {}, given = token) => {
    const progress = { state: 'token_issued', grant: { ...grant, tokenHash, ...change } } as const;
    return checkAccessToken({ ...holding(sessionWith(issued({ progress }))), scheme: 'DPoP', token: given });
  };

  test('a valid token finds its grant', async () => {
    const known = await check();
    assert.equal(known.grant.tokenHash, tokenHash);
    assert.equal(known.session.id, 's');
  });

  test('an unknown, revoked or expired token is refused, in its scheme', async () => {
    const refused = ({ code, options }: ProtocolError) => code === 'invalid_token' && options.scheme === 'DPoP';
    await assert.rejects(check({}, 'x'), refused);
    await assert.rejects(check({}, reference(2).text), refused);
    await assert.rejects(check({ revoked: true }), refused);
    await assert.rejects(check({ expiresAt: NOW }), refused);
    const without = holding(sessionWith());
    await assert.rejects(checkAccessToken({ ...without, scheme: 'DPoP', token }), refused);
  });

  test('the backend learns why: the wallet gets one text', async () => {
    const of = (change: Partial<Grant>, sent = token) => whyRefused(() => check(change, sent));
    assert.deepEqual(await of({}, 'x'), ['token_unknown', { detail: 'no_session' }]);
    assert.deepEqual(await of({}, reference(2).text), ['token_unknown', { detail: 'another_token' }]);
    assert.deepEqual(await of({ revoked: true }), ['token_revoked', { state: 'token_issued' }]);
    assert.deepEqual(await of({ expiresAt: NOW - 90_000 }), ['token_expired', { expiredSeconds: 90 }]);
  });
});

describe('checkTokenType', () => {
  test('a bound token has the scheme DPoP, a plain one Bearer', () => {
    checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'DPoP' });
    checkTokenType({ grant: {}, scheme: 'Bearer' });
    refuses(() => checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'Bearer' }), 'invalid_token');
    refuses(() => checkTokenType({ grant: {}, scheme: 'DPoP' }), 'invalid_token');
  });

  test('the backend learns which scheme the token has', async () => {
    const bound = () => checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'Bearer' });
    assert.deepEqual(await whyRefused(bound), ['token_scheme', { expected: 'DPoP', received: 'Bearer' }]);
    const plain = () => checkTokenType({ grant: {}, scheme: 'DPoP' });
    assert.deepEqual(await whyRefused(plain), ['token_scheme', { expected: 'Bearer', received: 'DPoP' }]);
  });
});

describe('checkTokenProof', () => {
  const request = { tenant: 't1' } as OperationRequest;

  /** @returns the holders that used proofs */
  async function checked(jkt: string | undefined, bound?: string): Promise<readonly unknown[]> {
    const used: unknown[] = [];
    const use = async (holder?: string) => void used.push(holder);
    const check = async () => (jkt === undefined ? undefined : { jkt, use });
    const dpop = { check, offerNonce: async () => undefined };
    const known = { ...grant, tokenHash: 'token', dpopJkt: bound };
    await checkTokenProof({ dpop, request, grant: known as Grant, scheme: 'DPoP', token: 't' });
    return used;
  }

  test('the proof of the bound key is used up, counted by the token', async () => {
    assert.deepEqual(await checked('key', 'key'), ['token']);
    assert.deepEqual(await checked(undefined), [], 'a plain token needs none');
  });

  test('without a proof, or with that of another key, the token is refused', async () => {
    await assert.rejects(checked(undefined, 'key'), { code: 'invalid_dpop_proof' });
    await assert.rejects(checked('another', 'key'), { code: 'invalid_token' });
  });

  test('the backend learns why', async () => {
    assert.deepEqual(await whyRefused(() => checked(undefined, 'key')), ['dpop_missing']);
    const another = ['dpop_key', { expectedJkt: 'key', receivedJkt: 'another', detail: 'access_token' }];
    assert.deepEqual(await whyRefused(() => checked('another', 'key')), another);
  });
});

describe('checkBearerAccepted', () => {
  const { settings } = readSettings({});
  const requirementsOf = (tenant: string) => requirements({ profile: tenant === 'strict' ? 'haip' : 'open' }, settings);

  test('a Bearer token is refused where the profile of the tenant is haip', () => {
    const sent = (tenant: string, scheme: 'Bearer' | 'DPoP') =>
      checkBearerAccepted({ requirementsOf, request: { tenant }, scheme });
    sent('open', 'Bearer');
    sent('strict', 'DPoP');
    refuses(() => sent('strict', 'Bearer'), 'invalid_token');
  });

  test('the backend learns why', async () => {
    const sent = () => checkBearerAccepted({ requirementsOf, request: { tenant: 'strict' }, scheme: 'Bearer' });
    assert.deepEqual(await whyRefused(sent), ['token_unbound']);
  });
});
