/** A diploma as a W3C credential: its configuration, the query for it, and how a verifier of others reads it. */
import { X509Certificate } from 'node:crypto';
import { decodeProtectedHeader, importX509, type JWTPayload, jwtVerify } from 'jose';

export const DIPLOMA = 'DiplomaCredential';

export const diplomaConfiguration = {
  config: {
    format: 'jwt_vc_json',
    credential_definition: { type: ['VerifiableCredential', DIPLOMA] },
    scope: 'diploma',
    display: [{ name: 'Diploma', locale: 'en' }],
    credential_metadata: {
      claims: [{ path: ['credentialSubject', 'degree'], display: [{ name: 'Degree', locale: 'en' }] }],
    },
  },
  claims: { credentialSubject: { degree: 'Mathematics', grade: 1 } },
  lifetime: 86_400,
};

export const diplomaQuery = {
  id: 'diploma',
  format: 'jwt_vc_json',
  meta: { type_values: [['VerifiableCredential', DIPLOMA]] },
  claims: [{ path: ['credentialSubject', 'degree'] }],
};

/** What jose verifies with the certificate in the header. @param now milliseconds */
export async function verifiedDiploma(
  credential: string,
  now = Date.now(),
): Promise<JWTPayload & { readonly alg: string }> {
  const { alg = '', x5c = [] } = decodeProtectedHeader(credential);
  const certificate = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  const key = await importX509(certificate.toString(), alg);
  const { payload } = await jwtVerify(credential, key, { algorithms: [alg], typ: 'JWT', currentDate: new Date(now) });
  return { ...payload, alg };
}
