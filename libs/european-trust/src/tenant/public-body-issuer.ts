/** Tenants that issue attestations as a public body: their signing certificates must state why (ETSI TS 119 412-6, 8.3). */
import { X509Certificate } from 'node:crypto';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { CATEGORY_NAMESPACE, PUBLIC_BODY_CATEGORY, publicBodyStatement } from '../lists/public-body-statement.ts';

/** Whether a credential configuration claims the category of public bodies, in its static claims. */
export function issuesAsPublicBody({ claims = {} }: { readonly claims?: JsonObject }): boolean {
  const ofMdoc = own(claims, CATEGORY_NAMESPACE);
  const categories = [own(claims, 'category'), isObject(ofMdoc) ? own(ofMdoc, 'category') : undefined];
  return categories.includes(PUBLIC_BODY_CATEGORY);
}

/** Whether the signer's certificate has the statement. */
export function statesPublicBody({ x5c: [leaf] }: Pick<SigningKey, 'x5c'>): boolean {
  if (leaf === undefined) return false;
  return typeof publicBodyStatement(new X509Certificate(Buffer.from(leaf, 'base64'))) !== 'string';
}
