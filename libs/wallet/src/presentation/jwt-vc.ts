/** How W3C credentials as JWTs are presented (OpenID4VP 1.0, B.1.3.1): the wallet signs a JWT around one. */
import { signAs } from '../jwt/keys.ts';
import type { CredentialQuery, HeldCredential, PresentationRequest, ProofChange } from './present.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Why the types don't match; undefined if they do. */
export function typeMismatch(claims: Claims, { meta }: CredentialQuery): string | undefined {
  const types = [claims.type].flat();
  const { type_values: asked } = meta ?? {};
  if (asked === undefined || asked.some((set) => set.every((type) => types.includes(type)))) return undefined;
  return `its types are ${types.join(', ')}`;
}

/** A JWT of the holder with the whole credential: there is no selective disclosure. */
export function presentJwtVc(held: HeldCredential, request: PresentationRequest, change: ProofChange = {}): string {
  const payload = {
    iat: Math.floor(Date.now() / 1000),
    aud: change.audience ?? request.client_id,
    nonce: change.nonce ?? request.nonce,
    vp: {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      type: ['VerifiablePresentation'],
      verifiableCredential: [held.credential],
    },
    ...change.payload,
  };
  const header = { typ: 'JWT', alg: 'ES256', ...change.header };
  const { step = 'response', sign } = change;
  return signAs('kb', change.key ?? held.key, { step, sign, header, payload });
}
