import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { openIssuer, REDIRECT_URI, refusal, VERIFIER, type World } from '../world.ts';

const preAuthorized = async (world: World) => {
  const { grant } = await world.offer({ flow: 'pre_authorized_code' });
  return { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant };
};

test('each grant yields a DPoP or Bearer token, according to the proof', async (t) => {
  const world = await openIssuer(t);
  const { code } = await world.code();
  const grant = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const byCode = await world.post('issuer.token', { ...grant, code_verifier: VERIFIER });
  const byPreAuthorizedCode = await world.post('issuer.token', await preAuthorized(world), world.dpop());
  const kinds = [byCode, byPreAuthorizedCode].map(({ body, headers }) => {
    const { token_type, access_token, authorization_details } = body as Record<string, string>;
    assert.equal(access_token?.length, 64);
    return [token_type, authorization_details, headers];
  });
  assert.deepEqual(kinds, [
    ['Bearer', undefined, { pragma: 'no-cache' }],
    ['DPoP', undefined, { pragma: 'no-cache' }],
  ]);
});

test('a wallet repeats the request with the required nonce, and gets the next one', async (t) => {
  const world = await openIssuer(t, { DPOP_NONCE: 'required' });
  const asked = await preAuthorized(world);
  const { options } = await refusal(world.post('issuer.token', asked, world.dpop()));
  const nonce = options.headers?.['dpop-nonce'];
  const { headers } = await world.post('issuer.token', asked, world.dpop({ nonce }));
  assert.equal(typeof headers?.['dpop-nonce'], 'string');
  const bearer = await world.post('issuer.token', await preAuthorized(world));
  assert.equal(bearer.headers?.['dpop-nonce'], undefined, 'a wallet without a proof needs none');
});

test('every other grant is refused', async (t) => {
  const world = await openIssuer(t);
  await assert.rejects(world.post('issuer.token', { grant_type: 'password' }), { code: 'unsupported_grant_type' });
});
