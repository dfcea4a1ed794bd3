/** Faults of a wallet in its DPoP proofs (RFC 9449). */
import { newWalletKey } from '../jwt/keys.ts';
import { header, headers, jwt, payload, repeated } from './change.ts';
import type { FaultTable } from './fault-table.ts';

const BOUND = ['dpop'] as const;
/** How far the wallet's clock is behind, in seconds: too far for a nonce from the server to help. */
const CLOCK_BEHIND = 7200;

export const dpopFaults = {
  dpop_missing: {
    step: 'credential',
    summary: 'Sends a bound access token without a DPoP proof.',
    needs: BOUND,
    request: headers({ dpop: undefined }),
  },
  dpop_format: {
    step: 'token',
    summary: 'Sends a DPoP header without a JWT.',
    needs: BOUND,
    request: headers({ dpop: 'proof' }),
  },
  dpop_signature: {
    step: 'token',
    summary: 'Signs the DPoP proof with a different key from the one in its header.',
    needs: BOUND,
    jwt: jwt('dpop', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  dpop_algorithm: {
    step: 'token',
    summary: 'Signs the DPoP proof with an algorithm that the server does not accept.',
    needs: BOUND,
    jwt: header('dpop', () => ({ alg: 'ES256K' })),
  },
  dpop_method: {
    step: 'token',
    summary: 'Creates the DPoP proof for a different HTTP method.',
    needs: BOUND,
    jwt: payload('dpop', () => ({ htm: 'GET' })),
  },
  dpop_url: {
    step: 'token',
    summary: 'Creates the DPoP proof for the URL with a trailing slash.',
    needs: BOUND,
    jwt: payload('dpop', ({ htu }) => ({ htu: `${htu}/` })),
  },
  dpop_time: {
    step: 'token',
    summary: 'Creates the DPoP proof with a clock that is two hours behind.',
    needs: BOUND,
    jwt: payload('dpop', ({ iat }) => ({ iat: Number(iat) - CLOCK_BEHIND, nonce: undefined })),
  },
  dpop_replayed: {
    step: 'credential',
    summary: 'Sends a DPoP proof twice.',
    needs: BOUND,
    after: repeated,
  },
  dpop_nonce: {
    step: 'token',
    summary: 'Puts a DPoP nonce into the proof that this server did not issue, and never uses a new one.',
    needs: BOUND,
    jwt: payload('dpop', () => ({ nonce: 'nonce-of-another-server' })),
  },
  dpop_token_hash: {
    step: 'credential',
    summary: "Creates the DPoP proof without the access token's hash.",
    needs: BOUND,
    jwt: payload('dpop', () => ({ ath: undefined })),
  },
  dpop_key: {
    step: 'credential',
    summary: 'Creates the DPoP proof with a key that the access token is not bound to.',
    needs: BOUND,
    jwt: jwt('dpop', (parts) => {
      const sign = newWalletKey();
      return { ...parts, sign, header: { ...parts.header, jwk: sign.publicJwk } };
    }),
  },
} as const satisfies FaultTable;
