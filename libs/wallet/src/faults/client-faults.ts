/** Faults of a wallet that authenticates as a client: by an assertion (private_key_jwt), or by an attestation of its provider. */

import type { JwtParts } from '../jwt/keys.ts';
import { newWalletKey } from '../jwt/keys.ts';
import { form, header, headers, jwt, payload, repeated } from './change.ts';
import type { FaultTable } from './fault-table.ts';
import { byStranger, otherInstance } from './stranger.ts';

const REGISTERED = ['client_assertion'] as const;
const ATTESTED = ['authorization_code', 'attestation'] as const;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Characters, more than a client id may have. */
const TOO_LONG = 4000;
/** The error of the wallet's clock in seconds. */
const CLOCK_AHEAD = 1800;
const MONTH = 31 * 86_400;

export const clientFaults = {
  client_unknown: {
    step: 'par',
    summary: 'Authenticates as a client that is not registered.',
    needs: REGISTERED,
    jwt: payload('client_assertion', () => ({
      iss: 'https://other-wallet.example',
      sub: 'https://other-wallet.example',
    })),
  },
  client_id_too_long: {
    step: 'par',
    summary: 'Uses a client id of many kilobytes.',
    needs: ['authorization_code'],
    request: form({ client_id: 'x'.repeat(TOO_LONG) }),
  },
  client_authentication_missing: {
    step: 'par',
    summary: 'Sends no client attestation although the tenant requires one.',
    needs: [...ATTESTED, 'haip'],
    request: headers({ 'oauth-client-attestation': undefined, 'oauth-client-attestation-pop': undefined }),
  },
  client_methods: {
    step: 'par',
    summary: 'Authenticates with an attestation and with an assertion in one request.',
    needs: ATTESTED,
    request: form({ client_assertion_type: ASSERTION_TYPE, client_assertion: 'assertion' }),
  },
  client_assertion_type: {
    step: 'par',
    summary: 'Sends a client assertion of the type SAML.',
    needs: REGISTERED,
    request: form({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }),
  },
  client_assertion_format: {
    step: 'par',
    summary: 'Sends a client assertion that is not a JWT.',
    needs: REGISTERED,
    jwt: jwt('client_assertion', () => 'assertion'),
  },
  client_assertion_issuer: {
    step: 'par',
    summary: "Sets the client assertion's `iss` to its vendor instead of the client.",
    needs: REGISTERED,
    jwt: payload('client_assertion', () => ({ iss: 'https://vendor.example' })),
  },
  client_assertion_time: {
    step: 'par',
    summary: 'Creates the client assertion with a clock that is ahead.',
    needs: REGISTERED,
    jwt: payload('client_assertion', ({ iat }) => ({ iat: Number(iat) + CLOCK_AHEAD })),
  },
  client_assertion_jti: {
    step: 'par',
    summary: 'Creates the client assertion without a `jti`.',
    needs: REGISTERED,
    jwt: payload('client_assertion', () => ({ jti: undefined })),
  },
  client_assertion_signature: {
    step: 'par',
    summary: 'Signs the client assertion with a key that is not registered.',
    needs: REGISTERED,
    jwt: jwt('client_assertion', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  client_assertion_audience: {
    step: 'par',
    summary: 'Creates the client assertion for the endpoint instead of the issuer.',
    needs: REGISTERED,
    jwt: payload('client_assertion', ({ aud }) => ({ aud: `${aud}/authorize/par` })),
  },
  client_assertion_expired: {
    step: 'par',
    summary: 'Sends an expired client assertion.',
    needs: REGISTERED,
    jwt: payload('client_assertion', ({ iat }) => ({ exp: Number(iat) - 60 })),
  },
  client_assertion_replayed: {
    step: 'par',
    summary: 'Sends a client assertion twice.',
    needs: REGISTERED,
    after: repeated,
  },
  client_attestation_missing: {
    step: 'par',
    summary: 'Proves a key that no client attestation comes with.',
    needs: ATTESTED,
    request: headers({ 'oauth-client-attestation': undefined }),
  },
  client_attestation_pop_key: {
    step: 'par',
    summary: "Uses the DPoP proof as the attestation's proof, with a different key from the attested one.",
    needs: [...ATTESTED, 'combined_proof'],
    request: headers({ 'oauth-client-attestation-pop': undefined }),
  },
  client_attestation_format: {
    step: 'par',
    summary: "Leaves the client attestation's `typ` at JWT.",
    needs: ATTESTED,
    jwt: header('attestation', () => ({ typ: 'JWT' })),
  },
  client_attestation_signature: {
    step: 'par',
    summary: "Sends an attestation that its certificate's key did not sign.",
    needs: ATTESTED,
    jwt: jwt('attestation', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  client_attestation_time: {
    step: 'par',
    summary: 'Sends an attestation that is not valid yet.',
    needs: ATTESTED,
    jwt: payload('attestation', ({ iat }) => ({ nbf: Number(iat) + CLOCK_AHEAD })),
  },
  client_attestation_age: {
    step: 'par',
    summary: 'Sends an attestation from last month that has not expired.',
    needs: [...ATTESTED, 'attestation_age'],
    jwt: payload('attestation', ({ iat }) => ({ iat: Number(iat) - MONTH })),
  },
  client_attestation_client: {
    step: 'par',
    summary: 'Sends a different client id from the one in the attestation.',
    needs: ATTESTED,
    request: form({ client_id: 'https://other-wallet.example' }),
  },
  client_attestation_pop_audience: {
    step: 'par',
    summary: "Creates the attestation's proof for the endpoint instead of the issuer.",
    needs: ATTESTED,
    jwt: payload('pop', ({ aud }) => ({ aud: `${aud}/authorize/par` })),
  },
  client_attestation_pop_time: {
    step: 'par',
    summary: "Creates the attestation's proof with a clock that is behind.",
    needs: ATTESTED,
    jwt: payload('pop', ({ iat }) => ({ iat: Number(iat) - CLOCK_AHEAD, nbf: undefined, exp: undefined })),
  },
  client_attestation_pop_replayed: {
    step: 'par',
    summary: "Sends the attestation's proof twice.",
    needs: ATTESTED,
    after: ({ request, send }) => send({ ...request, headers: withoutDpop(request.headers) }),
  },
  client_attestation_challenge: {
    step: 'par',
    summary: "Creates the attestation's proof with another server's challenge, and never uses a new one.",
    needs: ATTESTED,
    jwt: payload('pop', () => ({ challenge: 'challenge-of-another-server' })),
  },
  wallet_instance: {
    step: 'token',
    summary: 'Redeems a code that another wallet instance received.',
    needs: ATTESTED,
    jwt: byOtherInstance,
  },
  client_attestation_untrusted: {
    step: 'par',
    summary: 'Sends an attestation from a wallet provider that the tenant does not trust.',
    needs: ATTESTED,
    jwt: jwt('attestation', byStranger),
  },
  client_attestation_expired: {
    step: 'par',
    summary: 'Sends an expired attestation.',
    needs: ATTESTED,
    jwt: payload('attestation', ({ iat }) => ({ exp: Number(iat) - 60 })),
  },
  client_attestation_pop: {
    step: 'par',
    summary: "Signs the attestation's proof with a different key from the attested one.",
    needs: ATTESTED,
    jwt: jwt('pop', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
} as const satisfies FaultTable;

/** Attestation and proof of another installation of the same wallet. */
function byOtherInstance(parts: JwtParts): JwtParts {
  const sign = otherInstance();
  if (parts.kind === 'pop') return { ...parts, sign };
  return parts.kind === 'attestation'
    ? { ...parts, payload: { ...parts.payload, cnf: { jwk: sign.publicJwk } } }
    : parts;
}

function withoutDpop({ dpop: _, ...headers }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers;
}
