import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { type DigitalMessage, openDigitalRequest } from '../../src/presentation/digital-request.ts';
import { WalletRefuses } from '../../src/sending/failures.ts';
import { makeVerifier, multisigned, ORIGIN, parameters, signed, unsigned, verifier } from './page-requests.ts';

const refused = (message: DigitalMessage, why: RegExp, origin = ORIGIN): void => {
  const isRefusal = (error: unknown) => error instanceof WalletRefuses && why.test(error.message);
  assert.throws(() => openDigitalRequest(message, origin), isRefusal);
};

test('each form is read', () => {
  for (const message of [unsigned(), signed(), multisigned()]) {
    const { nonce, dcql_query } = openDigitalRequest(message, ORIGIN);
    assert.deepEqual({ nonce, dcql_query }, { nonce: parameters.nonce, dcql_query: parameters.dcql_query });
  }
  assert.equal(openDigitalRequest(signed(), ORIGIN).client_id, verifier.clientId);
  assert.equal(openDigitalRequest(multisigned(), ORIGIN).client_id, verifier.clientId);
});

test('a client id that is not signed is ignored', () => {
  assert.equal(openDigitalRequest(unsigned({ client_id: 'x509_hash:a' }), ORIGIN).client_id, undefined);
});

describe('a signed request that was taken to another page is refused', () => {
  for (const form of [signed, multisigned]) {
    for (const [name, expected_origins] of Object.entries({
      'another origin': ['https://bank.example'],
      'a star': ['*'],
      'no origins': [],
      'none at all': undefined,
      'a text': ORIGIN,
      'the origin with a slash': [`${ORIGIN}/`],
      'the origin in capitals': [ORIGIN.toUpperCase()],
    })) {
      test(`${form().protocol}, ${name}`, () => refused(form({ expected_origins }), /not meant for/));
    }
    test(`${form().protocol}, several origins with that of the page`, () => {
      const expected_origins = ['https://bank.example', ORIGIN];
      assert.equal(openDigitalRequest(form({ expected_origins }), ORIGIN).nonce, 'n');
    });
    test(`${form().protocol}, at the page of a phisher`, () =>
      refused(form(), /not meant for/, 'https://shop.example.evil'));
  }
});

test('a request of another form is refused', () => {
  refused({ ...unsigned(), protocol: 'openid4vci-v1' }, /does not know the protocol/);
  refused(unsigned({ response_mode: 'direct_post' }), /response mode/);
  refused(unsigned({ response_type: 'code' }), /not an OpenID4VP request/);
  refused(unsigned({ nonce: 1 }), /not an OpenID4VP request/);
  refused({ protocol: 'openid4vp-v1-signed', data: { request: 'a.b' } }, /not a compact JWS/);
  refused({ protocol: 'openid4vp-v1-signed', data: {} }, /not a compact JWS/);
  refused({ protocol: 'openid4vp-v1-multisigned', data: { request: { payload: 'e30', signatures: [] } } }, /several/);
});

test('a signature by another key, and a client id of another certificate, are refused', () => {
  refused(signed({}, {}, newWalletKey()), /signature/);
  refused(signed({ client_id: makeVerifier().clientId }), /client id/);
  const [first, second] = [makeVerifier(), makeVerifier()];
  refused(multisigned({}, [first, { ...second, key: newWalletKey() }]), /signature/);
  refused(multisigned({}, [first, { ...second, clientId: first.clientId }]), /client id/);
});

test('the payload of several signatures names no client', () => {
  refused(multisigned({ client_id: verifier.clientId }, [verifier]), /has a client id/);
});
