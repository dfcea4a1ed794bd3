/** W3C credentials as JWTs (VCDM 1.1, 6.3.1), as a wallet reads them. */
import { payloadOf } from './disclosed-claims.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Whether a credential is a JWT without disclosures. */
export function isJwtVc(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

/** The credential in its JSON form, as far as queries read it. */
export function jwtVcClaims(credential: string): Claims {
  const { vc, iss, sub } = payloadOf(credential);
  const claims = (vc ?? {}) as Claims;
  const subject = claims.credentialSubject as Claims | undefined;
  return {
    ...claims,
    ...(iss === undefined ? {} : { issuer: iss }),
    credentialSubject: sub === undefined ? subject : { ...subject, id: sub },
  };
}

/** Its own types. */
export function jwtVcTypes(credential: string): readonly string[] {
  return [jwtVcClaims(credential).type]
    .flat()
    .map(String)
    .filter((type) => type !== 'VerifiableCredential');
}

/** What a user recognises: without the members that every credential has, and without the key. */
export function ownJwtVcClaims(credential: string): Record<string, unknown> {
  const { '@context': _, type: __, issuer: ___, credentialSubject, ...claims } = jwtVcClaims(credential);
  const { id: ____, ...subject } = credentialSubject as Claims;
  return { ...claims, credentialSubject: subject };
}
