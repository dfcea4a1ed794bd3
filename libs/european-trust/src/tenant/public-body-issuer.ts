/** Tenants that issue attestations as a public body: their signing certificates must state why (ETSI TS 119 412-6, 8.3). */
import { X509Certificate } from 'node:crypto';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { CATEGORY_NAMESPACE, PUBLIC_BODY_CATEGORY, publicBodyStatement } from '../lists/public-body-statement.ts';
import { certifiedKey, type Signers } from './certified-key.ts';

/** A credential configuration, and the key that signs what it issues. */
export interface SignedConfiguration {
  readonly configuration: { readonly claims?: JsonObject };
  readonly purpose: KeyPurpose;
  readonly set: string | undefined;
}

/**
 * Whether all signers of what is issued as a public body state it.
 * @returns undefined if nothing is issued as a public body
 */
export async function areStated(
  keys: Signers,
  tenant: string,
  issued: readonly SignedConfiguration[],
): Promise<boolean | undefined> {
  const asPublicBody = issued.filter(({ configuration }) => issuesAsPublicBody(configuration));
  if (asPublicBody.length === 0) return undefined;
  const signers = await Promise.all(asPublicBody.map((one) => certifiedKey(keys, tenant, one)));
  return signers.every((key) => key !== undefined && statesPublicBody(key));
}

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
