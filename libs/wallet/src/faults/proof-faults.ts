/** Faults of a wallet in its key proofs (OpenID4VCI 1.0, Appendix F). */
import { newWalletKey } from '../jwt/keys.ts';
import { header, json, jwt, payload, proofs, sentAgain } from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** How far the wallet's clock is behind, in seconds. */
const CLOCK_BEHIND = 7200;
/** Longer than a c_nonce lives, and shorter than an access token, seconds. */
const LONGER_THAN_A_NONCE = 400;
const TOO_MANY = 60;

export const proofFaults = {
  proof_missing: {
    step: 'credential',
    summary: 'Sends no key proof.',
    request: json({ proofs: undefined }),
  },
  proof_type: {
    step: 'credential',
    summary: 'Sends a proof of a type that the configuration does not accept.',
    request: json({ proofs: { ldp_vp: ['proof'] } }),
  },
  proof_format: {
    step: 'credential',
    summary: 'Sends a proof that is not a JWT.',
    request: json({ proofs: { jwt: ['proof'] } }),
  },
  proof_typ: {
    step: 'credential',
    summary: "Leaves the proof's `typ` at JWT.",
    jwt: header('proof', () => ({ typ: 'JWT' })),
  },
  proof_algorithm: {
    step: 'credential',
    summary: 'Signs the proof with an algorithm that the issuer does not accept.',
    jwt: header('proof', () => ({ alg: 'ES256K' })),
  },
  proof_key: {
    step: 'credential',
    summary: "Identifies the proof's key with a DID, although the issuer only accepts a JWK.",
    jwt: header('proof', () => ({ jwk: undefined, kid: 'did:key:zDnae#zDnae' })),
  },
  proof_signature: {
    step: 'credential',
    summary: 'Signs the proof with a different key from the one in its header.',
    jwt: jwt('proof', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  proof_audience: {
    step: 'credential',
    summary: 'Creates the proof for the credential endpoint instead of the issuer.',
    jwt: payload('proof', ({ aud }) => ({ aud: `${aud}/vci/credential` })),
  },
  proof_issuer: {
    step: 'credential',
    summary: 'Puts a client into the proof that did not receive the access token.',
    needs: ['authorization_code'],
    jwt: payload('proof', () => ({ iss: 'https://other-wallet.example' })),
  },
  proof_time: {
    step: 'credential',
    summary: 'Creates the proof with a clock that is two hours behind.',
    jwt: payload('proof', ({ iat }) => ({ iat: Number(iat) - CLOCK_BEHIND })),
  },
  proof_nonce_missing: {
    step: 'credential',
    summary: 'Creates the proof without a c_nonce.',
    jwt: payload('proof', () => ({ nonce: undefined })),
  },
  proof_nonce_unknown: {
    step: 'credential',
    summary: 'Creates the proof with a c_nonce that the issuer never issued.',
    jwt: payload('proof', () => ({ nonce: 'nonce-of-another-issuer' })),
  },
  proof_nonce_expired: {
    step: 'credential',
    summary: "Creates the proof with yesterday's c_nonce.",
    before: ({ wait }) => wait(LONGER_THAN_A_NONCE),
    jwt: payload('proof', ({ iat }) => ({ iat: Number(iat) + LONGER_THAN_A_NONCE })),
    needs: ['lasting_token'],
  },
  proof_nonces_differ: {
    step: 'credential',
    summary: "Creates one request's proofs with different nonces.",
    needs: ['batch'],
    jwt: jwt('proof', (parts) => ({ ...parts, payload: { ...parts.payload, nonce: parts.sign.thumbprint } })),
  },
  proof_key_repeated: {
    step: 'credential',
    summary: 'Sends two proofs for one key.',
    request: proofs((list) => [...list, ...list]),
  },
  proof_count: {
    step: 'credential',
    summary: 'Sends more proofs than the issuer accepts in one request.',
    request: proofs(([one = '']) => Array.from({ length: TOO_MANY }, () => one)),
  },
  proof_nonce_used: {
    step: 'credential',
    summary: 'Uses a c_nonce for two requests.',
    after: sentAgain,
  },
} as const satisfies FaultTable;
