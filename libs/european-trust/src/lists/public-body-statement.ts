/** The statement in a certificate that a public body issues attestations (ETSI TS 119 412-6, 8.3 and annex A). Pure. */
import type { X509Certificate } from 'node:crypto';
import { childrenOf } from '@countersign/shared/crypto/der';
import { EXTENSION } from '@countersign/shared/crypto/object-identifiers';
import type { PublicBodyStatement } from '@countersign/shared/trust/trust-anchor';
import { hexOf, membersOf, textOf } from '../registration/certificate-content.ts';

/** QcPSB, 0.4.0.194126.1.3. */
const PUBLIC_BODY = '04008bec4e0103';
/** `category` of its attestations (ETSI TS 119 472-1, 5.2.2.3); in an mdoc an element of this namespace (6.2.2). */
export const PUBLIC_BODY_CATEGORY = 'urn:etsi:esi:eaa:eu:pub';
export const CATEGORY_NAMESPACE = 'org.etsi.01947201.010101';
/** An identifier is an address or the number of a law. A webhook contains it. */
const MAX_TEXT = 1000;

export type StatementProblem = 'no_statement' | 'statement_malformed';

/** Two statements are malformed: nobody could say which of them counts. */
export function publicBodyStatement(certificate: X509Certificate): PublicBodyStatement | StatementProblem {
  const statements = membersOf(certificate, EXTENSION.qualifiedStatements).map((one) => childrenOf(one) ?? []);
  const [found, second] = statements.filter(([identifier]) => hexOf(identifier) === PUBLIC_BODY);
  if (found === undefined) return 'no_statement';
  const [country = '', authenticSource = '', legislation = '', ...more] = (childrenOf(found[1]) ?? []).map(textOf);
  const texts = [authenticSource, legislation];
  const isComplete = /^[A-Z]{2}$/.test(country) && texts.every((text) => text !== '' && text.length <= MAX_TEXT);
  if (second !== undefined || more.length > 0 || !isComplete) return 'statement_malformed';
  return { country, authenticSource, legislation };
}
