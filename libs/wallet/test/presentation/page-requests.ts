/** Requests of pages for tests, signed by verifiers created for them. */
import { createHash, X509Certificate } from 'node:crypto';
import { newWalletKey, signCompact } from '../../src/jwt/keys.ts';
import type { DigitalMessage } from '../../src/presentation/digital-request.ts';
import { createAuthority, createLeaf } from '../../src/provider/certificates.ts';
import { MDL, MDL_SPACE, VALIDITY } from '../mdoc/made-mdl.ts';

export const ORIGIN = 'https://shop.example';
const authority = createAuthority('Verifier', VALIDITY);

export function makeVerifier(host = 'shop.example') {
  const key = newWalletKey();
  const { raw } = new X509Certificate(createLeaf(authority, host, VALIDITY, key));
  const clientId = `x509_hash:${createHash('sha256').update(raw).digest('base64url')}`;
  return { key, clientId, header: { alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: [raw.toString('base64')] } };
}

export const verifier = makeVerifier();
export const encryptionKey = newWalletKey();

export const parameters = {
  response_type: 'vp_token',
  response_mode: 'dc_api',
  nonce: 'n',
  dcql_query: {
    credentials: [
      {
        id: 'mdl',
        format: 'mso_mdoc',
        meta: { doctype_value: MDL },
        claims: [{ path: [MDL_SPACE, 'age_over_18'] }],
      },
    ],
  },
  client_metadata: { jwks: { keys: [{ ...encryptionKey.publicJwk, kid: 'k' }] } },
};

export const unsigned = (more: object = {}): DigitalMessage => ({
  protocol: 'openid4vp-v1-unsigned',
  data: { ...parameters, ...more },
});

export const signed = (more: object = {}, header: object = {}, key = verifier.key): DigitalMessage => {
  const payload = { ...parameters, client_id: verifier.clientId, expected_origins: [ORIGIN], ...more };
  return {
    protocol: 'openid4vp-v1-signed',
    data: { request: signCompact({ ...verifier.header, ...header }, payload, key.privateKey) },
  };
};

export const multisigned = (more: object = {}, by = [verifier, makeVerifier('other.example')]): DigitalMessage => {
  const parts = by.map(({ header, key, clientId }) =>
    signCompact(
      { ...header, client_id: clientId },
      { ...parameters, expected_origins: [ORIGIN], ...more },
      key.privateKey,
    ).split('.'),
  );
  const signatures = parts.map(([header, , signature]) => ({ protected: header, signature }));
  return { protocol: 'openid4vp-v1-multisigned', data: { request: { payload: parts[0]?.[1], signatures } } };
};
