/** Faults of a wallet in one presentation of its answer (RFC 9901; OpenID4VP 1.0, B.3). */
import { newWalletKey } from '../jwt/keys.ts';
import { jwt, payload, presentations } from './change.ts';
import { bySelf, disclosureOf, withHeader, withPayload } from './changed-credential.ts';
import type { FaultTable } from './fault-table.ts';

/** Seconds by which the clock of the wallet is behind. */
const CLOCK_BEHIND = 7200;

export const presentationFaults = {
  presentation_format: {
    step: 'response',
    summary: 'Presents a text that is no SD-JWT VC.',
    request: presentations((list) => list.map(() => 'presentation')),
  },
  issuer_header: {
    step: 'response',
    summary: 'Presents a credential of the older type vc+sd-jwt.',
    credential: (sdJwt) => withHeader(sdJwt, { typ: 'vc+sd-jwt' }),
  },
  issuer_signature: {
    step: 'response',
    summary: 'Presents a credential whose signed content was changed.',
    credential: (sdJwt) => withPayload(sdJwt, { iss: 'https://other-issuer.example' }),
  },
  issuer_trust: {
    step: 'response',
    summary: 'Presents a credential of an issuer that the verifier does not trust.',
    credential: bySelf,
  },
  disclosure: {
    step: 'response',
    summary: 'Discloses a claim that the issuer has not signed.',
    credential: (sdJwt) => `${sdJwt}${disclosureOf('nickname', 'Eri')}~`,
  },
  kb_missing: {
    step: 'response',
    summary: 'Presents without a key binding.',
    request: presentations((list) => list.map((presented) => presented.slice(0, presented.lastIndexOf('~') + 1))),
  },
  kb_signature: {
    step: 'response',
    summary: 'Signs the key binding with another key than that of the credential.',
    jwt: jwt('kb', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  kb_nonce: {
    step: 'response',
    summary: 'Makes the key binding with the nonce of another request.',
    jwt: payload('kb', () => ({ nonce: 'nonce-of-another-request' })),
  },
  kb_aud: {
    step: 'response',
    summary: 'Makes the key binding for another verifier.',
    jwt: payload('kb', () => ({ aud: 'x509_hash:another-verifier' })),
  },
  kb_iat: {
    step: 'response',
    summary: 'Makes the key binding by a clock that is two hours behind.',
    jwt: payload('kb', ({ iat }) => ({ iat: Number(iat) - CLOCK_BEHIND })),
  },
  kb_sd_hash: {
    step: 'response',
    summary: 'Makes the key binding for other disclosures than those that it sends.',
    jwt: payload('kb', () => ({ sd_hash: Buffer.alloc(32).toString('base64url') })),
  },
  claims: {
    step: 'response',
    summary: 'Discloses none of the claims that are asked for.',
    credential: (sdJwt) => sdJwt.slice(0, sdJwt.indexOf('~') + 1),
  },
  type: {
    step: 'response',
    summary: 'Presents a credential of another type than the one that is asked for.',
    needs: ['other_type'],
    presentsAny: true,
  },
  time: {
    step: 'response',
    summary: 'Presents a credential whose time is over.',
    needs: ['expired_credential'],
  },
  trusted_authorities: {
    step: 'response',
    summary: 'Presents a credential of an authority that the query does not trust.',
    needs: ['trusted_authorities'],
  },
  revoked: {
    step: 'response',
    summary: 'Presents a credential that its issuer has revoked.',
    needs: ['revoked_credential'],
  },
} as const satisfies FaultTable;
