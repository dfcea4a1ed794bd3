/** Faults of a wallet in its DPoP proofs (RFC 9449). */
import { newWalletKey } from '../jwt/keys.ts';
import { header, headers, jwt, payload, repeated } from './change.ts';
import type { FaultTable } from './fault-table.ts';

const BOUND = ['dpop'] as const;
/** Seconds by which the clock of the wallet is behind: more than a nonce of the server can help with. */
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
    summary: 'Sends a DPoP header that holds no JWT.',
    needs: BOUND,
    request: headers({ dpop: 'proof' }),
  },
  dpop_signature: {
    step: 'token',
    summary: 'Signs the DPoP proof with another key than the one in its header.',
    needs: BOUND,
    jwt: jwt('dpop', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  dpop_algorithm: {
    step: 'token',
    summary: 'Signs the DPoP proof by an algorithm that the server does not take.',
    needs: BOUND,
    jwt: header('dpop', () => ({ alg: 'ES256K' })),
  },
  dpop_method: {
    step: 'token',
    summary: 'Makes the DPoP proof for another HTTP method.',
    needs: BOUND,
    jwt: payload('dpop', () => ({ htm: 'GET' })),
  },
  dpop_url: {
    step: 'token',
    summary: 'Makes the DPoP proof for the URL with a trailing slash.',
    needs: BOUND,
    jwt: payload('dpop', ({ htu }) => ({ htu: `${htu}/` })),
  },
  dpop_time: {
    step: 'token',
    summary: 'Makes the DPoP proof by a clock that is two hours behind.',
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
    summary: 'Puts a DPoP nonce into the proof that is not of this server, and never takes a new one.',
    needs: BOUND,
    jwt: payload('dpop', () => ({ nonce: 'nonce-of-another-server' })),
  },
  dpop_token_hash: {
    step: 'credential',
    summary: 'Makes the DPoP proof without the hash of the access token.',
    needs: BOUND,
    jwt: payload('dpop', () => ({ ath: undefined })),
  },
  dpop_key: {
    step: 'credential',
    summary: 'Makes the DPoP proof with another key than the one that the access token is bound to.',
    needs: BOUND,
    jwt: jwt('dpop', (parts) => {
      const sign = newWalletKey();
      return { ...parts, sign, header: { ...parts.header, jwk: sign.publicJwk } };
    }),
  },
} as const satisfies FaultTable;
