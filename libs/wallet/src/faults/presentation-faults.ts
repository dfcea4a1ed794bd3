/** Faults of a wallet in one presentation of its response (RFC 9901; OpenID4VP 1.0, B.2 and B.3). */
import { newWalletKey } from '../jwt/keys.ts';
import { jwt, payload, presentations } from './change.ts';
import { bySelf, disclosureOf, withHeader, withPayload } from './changed-credential.ts';
import * as mdoc from './changed-mdoc.ts';
import type { FaultTable } from './fault-table.ts';

/** How far the wallet's clock is behind, in seconds. */
const CLOCK_BEHIND = 7200;

export const presentationFaults = {
  presentation_format: {
    step: 'response',
    summary: 'Presents a string that is not a credential.',
    request: presentations((list) => list.map(() => 'presentation')),
  },
  issuer_header: {
    step: 'response',
    summary: 'Presents a credential of the older type vc+sd-jwt, or an mdoc whose algorithm is not signed.',
    credential: (sdJwt) => withHeader(sdJwt, { typ: 'vc+sd-jwt' }),
    mdoc: mdoc.issuerAuth(mdoc.unprotectedAlgorithm),
  },
  issuer_signature: {
    step: 'response',
    summary: 'Presents a credential whose signed content was changed.',
    credential: (sdJwt) => withPayload(sdJwt, { iss: 'https://other-issuer.example' }),
    mdoc: mdoc.securityObject(mdoc.withExpectedUpdate),
  },
  issuer_trust: {
    step: 'response',
    summary: 'Presents a credential from an issuer that the verifier does not trust.',
    credential: bySelf,
    mdoc: mdoc.issuerAuth(mdoc.bySelf),
  },
  disclosure: {
    step: 'response',
    summary: 'Discloses a claim that the issuer has not signed, or an element that was changed.',
    credential: (sdJwt) => `${sdJwt}${disclosureOf('nickname', 'Eri')}~`,
    mdoc: mdoc.elements(mdoc.withOtherValue),
  },
  kb_missing: {
    step: 'response',
    summary: 'Presents without a key binding.',
    request: presentations((list) => list.map(withoutKeyBinding)),
    deviceResponse: mdoc.document((members) => new Map([...members].filter(([name]) => name !== 'deviceSigned'))),
  },
  kb_signature: {
    step: 'response',
    summary: "Signs the key binding with a different key from the credential's.",
    jwt: jwt('kb', (parts) => ({ ...parts, sign: newWalletKey() })),
    mdoc: (parts) => ({ ...parts, sign: newWalletKey() }),
  },
  kb_nonce: {
    step: 'response',
    summary: "Creates the key binding with another request's nonce.",
    jwt: payload('kb', () => ({ nonce: 'nonce-of-another-request' })),
  },
  kb_aud: {
    step: 'response',
    summary: 'Creates the key binding for a different verifier.',
    jwt: payload('kb', () => ({ aud: 'x509_hash:another-verifier' })),
  },
  kb_iat: {
    step: 'response',
    summary: 'Creates the key binding with a clock that is two hours behind.',
    jwt: payload('kb', ({ iat }) => ({ iat: Number(iat) - CLOCK_BEHIND })),
  },
  kb_sd_hash: {
    step: 'response',
    summary: 'Creates the key binding for different disclosures from the ones it sends.',
    jwt: payload('kb', () => ({ sd_hash: Buffer.alloc(32).toString('base64url') })),
  },
  claims: {
    step: 'response',
    summary: 'Discloses none of the requested claims.',
    credential: (sdJwt) => sdJwt.slice(0, sdJwt.indexOf('~') + 1),
    mdoc: mdoc.elements(() => new Map()),
  },
  type: {
    step: 'response',
    summary: 'Presents a credential with a different type from the requested one.',
    needs: ['other_type'],
    presentsAny: true,
  },
  time: {
    step: 'response',
    summary: 'Presents an expired credential.',
    needs: ['expired_credential'],
  },
  trusted_authorities: {
    step: 'response',
    summary: 'Presents a credential from an authority that the query does not trust.',
    needs: ['trusted_authorities'],
  },
  revoked: {
    step: 'response',
    summary: 'Presents a credential that its issuer has revoked.',
    needs: ['revoked_credential'],
  },
} as const satisfies FaultTable;

/** The proof of an mdoc is inside of its device response. */
function withoutKeyBinding(presented: string): string {
  return presented.includes('~') ? presented.slice(0, presented.lastIndexOf('~') + 1) : presented;
}
