/**
 * The certificate chains of keys that signed credentials. Generated keys are stored with their chains. The chain of an
 * operator's key is stored when the key signs, because its files may be replaced while its credentials are in use.
 */
import { leafThumbprint, pemChain } from '../crypto/certificate-chain.ts';
import type { SigningKey } from '../crypto/keys.ts';
import { x5cElement } from '../crypto/x509.ts';
import { type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import { certificateOf } from './certificate-of.ts';
import { allGenerations } from './generated-keys.ts';

/** Keeps the chain of an operator's key. May be repeated. @param now milliseconds */
export async function keepChain(
  store: Store,
  tenant: string,
  { x5c }: Pick<SigningKey, 'x5c'>,
  now: number,
): Promise<void> {
  await ofTenant(store, tenant).insert<KeyDocument>(keyDocuments, {
    id: chainId(tenant, leafThumbprint(x5c)),
    tenant,
    purpose: 'chain',
    generation: 1,
    sealed: '',
    certificate: pemChain(x5c),
    createdAt: now,
  });
}

/**
 * Returns the chain in PEM, leaf first.
 * @param thumbprint the leaf's `x5t#S256`
 * @returns undefined if the tenant has signed no credential with that leaf
 */
export async function findChain(store: Store, tenant: string, thumbprint: string): Promise<string | undefined> {
  const kept = await ofTenant(store, tenant).get(keyDocuments, chainId(tenant, thumbprint));
  if (kept !== undefined) return kept.certificate;
  const signers = [
    ...(await allGenerations(store, tenant, 'credential')),
    ...(await allGenerations(store, tenant, 'mdoc')),
  ];
  const chain = signers
    .map((document) => [x5cElement(certificateOf(document))])
    .find((x5c) => leafThumbprint(x5c) === thumbprint);
  return chain === undefined ? undefined : pemChain(chain);
}

function chainId(tenant: string, thumbprint: string): string {
  return `${tenant}/chain/${thumbprint}`;
}
