/** A W3C credential as a JWT that matches a query, from an issuer created for one dry run. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { type Authority, createLeaf, x5cOf } from '@countersign/wallet/provider/certificates';
import { list, member } from '../warnings/claim-names.ts';

const DAY = 86_400_000;
const HOST = 'dry-run.example';

/**
 * It has the first alternative of the query's types, and the claims that the query lists.
 * @param now milliseconds
 */
export function madeJwtVc(query: JsonObject, claims: JsonObject, authority: Authority, now: number): HeldCredential {
  const [types] = list(member(query, 'meta'), 'type_values');
  const asked = Array.isArray(types) ? types : [];
  const signer = newWalletKey();
  const key = newWalletKey();
  const leaf = createLeaf(authority, HOST, { notBefore: now - DAY, notAfter: now + DAY }, signer);
  const seconds = Math.floor(now / 1000);
  const payload = {
    iss: `https://${HOST}`,
    nbf: seconds,
    exp: seconds + 3600,
    cnf: { jwk: key.publicJwk },
    vc: {
      '@context': ['https://www.w3.org/2018/credentials/v1'],
      credentialSubject: {},
      ...claims,
      type: [...new Set(['VerifiableCredential', ...asked])],
    },
  };
  return { credential: signCompact({ typ: 'JWT', alg: 'ES256', x5c: [x5cOf(leaf)] }, payload, signer.privateKey), key };
}
