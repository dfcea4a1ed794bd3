/**
 * More faults of a wallet that presents a W3C credential as a JWT (OpenID4VP 1.0, B.1.3.1). Faults with the name of a
 * reason do to it what they do to an SD-JWT VC. Each of these is another fault that causes one of the same reasons.
 */
import type { JwtParts } from '../jwt/keys.ts';
import type { Fault } from '../sending/fault.ts';
import { payload } from './change.ts';
import type { Need } from './needs.ts';

const needs = ['jwt_vc'] as const;
const step = 'response';

export const jwtVcFaults = {
  jwt_vc_unsigned: {
    reason: 'kb_missing',
    step,
    needs,
    summary: "Presents a W3C credential without the holder's JWT around it.",
    jwt: (parts) => (parts.kind === 'kb' ? (credentialsIn(parts)[0] ?? '') : parts),
  },
  jwt_vc_two_credentials: {
    reason: 'presentation_format',
    step,
    needs,
    summary: 'Presents a W3C credential twice in one presentation.',
    jwt: payload('kb', ({ vp }) => ({ vp: { ...vpOf(vp), verifiableCredential: twice(vpOf(vp)) } })),
  },
  jwt_vc_presentation_type: {
    reason: 'presentation_format',
    step,
    needs,
    summary: 'Presents a W3C credential in an object that is not a VerifiablePresentation.',
    jwt: payload('kb', ({ vp }) => ({ vp: { ...vpOf(vp), type: ['VerifiableCredential'] } })),
  },
} as const satisfies Readonly<Record<`jwt_vc_${string}`, Fault & { readonly needs: readonly Need[] }>>;

interface Presentation {
  readonly verifiableCredential: readonly string[];
}

function vpOf(vp: unknown): Presentation {
  return vp as Presentation;
}

function credentialsIn(parts: JwtParts): readonly string[] {
  return vpOf((parts.payload as { readonly vp: unknown }).vp).verifiableCredential;
}

function twice({ verifiableCredential }: Presentation): readonly string[] {
  return [...verifiableCredential, ...verifiableCredential];
}
