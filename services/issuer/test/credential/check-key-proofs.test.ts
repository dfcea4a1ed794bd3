import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirements } from '@countersign/shared/flow-config/tenant-profile';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import { checkKeyProofs } from '../../src/credential/check-key-proofs.ts';
import type { CredentialNonces } from '../../src/credential/credential-nonce.ts';
import { holding, sessionWith } from '../order-of-refusals/known.ts';
import { grant } from '../session/issuance-given.ts';
import { ISSUER, jwt, NOW_SECONDS, signer } from '../support.ts';

const key = signer();
const stranger = await makeSigningKey();
const proof = (aud: string) =>
  jwt(
    { alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk: { ...key.jwk } },
    { aud, nonce: 'n', iat: NOW_SECONDS, iss: 'wallet' },
    key.privateKey,
  );
const check = (
  jwts: readonly string[],
  alive = true,
  clientId = 'wallet',
  isUndecided = false,
  type: 'jwt' | 'attestation' = 'jwt',
) => {
  const refusal = alive ? undefined : { reason: 'proof_nonce_unknown' };
  const nonces = { refusalCheck: async () => () => refusal } as unknown as CredentialNonces;
  const session = sessionWith();
  const { platform } = holding(session);
  const configuration = { proofTypes: { [type]: { algorithms: ['ES256'] } } } as unknown as Configuration;
  const trustAnchors = async () => [];
  const requirementsOf = () => requirements({ profile: 'open' }, readSettings({}).settings);
  const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: type, proofs: jwts } as const;
  return checkKeyProofs({
    platform: { ...platform, settings: { ...platform.settings, CONFIG_FOLDER: '/nowhere' } },
    nonces,
    trustAnchors,
    listedAnchors: { isUndecided: async () => isUndecided },
    requirementsOf,
    request: {},
    configuration,
    session,
    grant: { ...grant, clientId },
    credentialRequest,
  });
};

test('a proof for this issuer with a valid nonce yields its key', async () => {
  const { proofs } = await check([proof(ISSUER)]);
  assert.deepEqual(proofs, { keys: [key.jwk], nonce: 'n', statuses: [] });
});

test('another issuer, another client and an expired nonce are refused', async () => {
  await assert.rejects(check([proof('https://issuer.example')]), { code: 'invalid_proof' });
  await assert.rejects(check([proof(ISSUER)], true, 'another'), { code: 'invalid_proof' });
  await assert.rejects(check([proof(ISSUER)], false), { code: 'invalid_nonce' });
});

test('the backend learns why, and where wallet providers are trusted', async () => {
  const [reason] = await whyRefused(() => check([proof(ISSUER)], false));
  assert.equal(reason, 'proof_nonce_unknown');
  const audience = { expected: ISSUER, received: `${ISSUER}/`, difference: 'a trailing slash too many' };
  assert.deepEqual(await whyRefused(() => check([proof(`${ISSUER}/`)])), ['proof_audience', audience]);
});

test('attested keys of a provider that no list names are refused, or may come again while a list has ended', async () => {
  const header = { alg: 'ES256', typ: 'key-attestation+jwt', x5c: [...stranger.x5c] };
  const attestation = jwt(header, { iat: NOW_SECONDS, attested_keys: [{ ...key.jwk }] }, key.privateKey);
  const attested = (isUndecided: boolean) => check([attestation], true, 'wallet', isUndecided, 'attestation');
  await assert.rejects(attested(false), { code: 'invalid_proof' });
  await assert.rejects(attested(true), { code: 'temporarily_unavailable' });
});
