/** Generated keys: the current generation of a tenant's CA and leaves, renewed by inserting the next generation. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '../crypto/certificates.ts';
import { generateKeyPair } from '../crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { GeneratedKeyPurpose } from '../crypto/keys.ts';
import { type CertificateHost, coversHost } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import { type KeyDocument, keyDocuments } from '../model/keys-documents.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import type { Vaults } from './vault.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RENEW_BEFORE = 30 * DAY;
const LEAF_LIFETIME = 365 * DAY;
const CA_LIFETIME = 3650 * DAY;

export interface GeneratedKeysOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly host: CertificateHost;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface GeneratedKeys {
  /** The document of the generation to sign with now; created where there is none, or where the last one is due. */
  current(tenant: string, purpose: GeneratedKeyPurpose): Promise<KeyDocument>;
}

/** True until 30 days before the end. */
export function isUsable(end: number, now: number): boolean {
  return end - now > RENEW_BEFORE;
}

/** Creates the access to generated keys. */
export function createGeneratedKeys(options: GeneratedKeysOptions): GeneratedKeys {
  return {
    current: (tenant, purpose) =>
      currentGeneration(options, tenant, purpose, {
        usable: (document) => isUsable(document.notAfter ?? 0, options.clock()) && isForHost(document, options.host),
        make: (generation) => makeLeaf(options, tenant, purpose, generation),
      }),
  };
}

/** The address of the service may have changed since the leaf was made. */
function isForHost(document: KeyDocument, host: CertificateHost): boolean {
  return document.certificate !== undefined && coversHost(new X509Certificate(document.certificate), host);
}

/**
 * Returns the last generation where it is usable; else inserts the next one if absent. Of several replicas one wins; the
 * others read again and use the winner's.
 */
async function currentGeneration(
  options: GeneratedKeysOptions,
  tenant: string,
  purpose: KeyDocument['purpose'],
  rules: {
    readonly usable: (document: KeyDocument) => boolean;
    readonly make: (generation: number) => Promise<Omit<KeyDocument, 'rev'>>;
  },
): Promise<KeyDocument> {
  const own = ofTenant(options.store, tenant);
  for (;;) {
    const query = { index: 'purpose', equal: [purpose], order: 'descending', limit: 1 } as const;
    const [last] = (await own.find(keyDocuments, query)).documents;
    if (last !== undefined && rules.usable(last)) return last;
    const generation = (last?.generation ?? 0) + 1;
    const inserted = await own.insert(keyDocuments, await rules.make(generation));
    if (inserted !== undefined) {
      options.log.info('Signing key made', { tenant, detail: `${purpose}, generation ${generation}` });
      return inserted;
    }
  }
}

async function makeLeaf(
  options: GeneratedKeysOptions,
  tenant: string,
  purpose: GeneratedKeyPurpose,
  generation: number,
): Promise<Omit<KeyDocument, 'rev'>> {
  const validity = validityFrom(options.clock(), LEAF_LIFETIME);
  const authority = await currentAuthority(options, tenant, validity.notAfter);
  const keys = generateKeyPair();
  const certificate = await createLeaf({
    ...validity,
    tenant,
    publicKey: keys.publicKey,
    host: options.host,
    authority,
    random: options.random,
  });
  return keyDocument(options, tenant, purpose, generation, { ...keys, certificate, notAfter: validity.notAfter });
}

/** The tenant's CA; the next one where the last would end before the leaf. */
async function currentAuthority(
  options: GeneratedKeysOptions,
  tenant: string,
  leafEnd: number,
): Promise<{ readonly certificate: string; readonly privateKey: KeyObject }> {
  const document = await currentGeneration(options, tenant, 'ca', {
    usable: ({ notAfter }) => (notAfter ?? 0) >= leafEnd,
    make: async (generation) => {
      const keys = generateKeyPair();
      const validity = validityFrom(options.clock(), CA_LIFETIME);
      const certificate = await createAuthority({
        ...validity,
        keys,
        tenant,
        host: options.host,
        random: options.random,
      });
      return keyDocument(options, tenant, 'ca', generation, { ...keys, certificate, notAfter: validity.notAfter });
    },
  });
  const vault = await options.vaults.of(tenant);
  const privateKey = createPrivateKey(vault.open(document.sealed, `key/${document.id}`));
  return { certificate: document.certificate ?? '', privateKey };
}

async function keyDocument(
  options: GeneratedKeysOptions,
  tenant: string,
  purpose: KeyDocument['purpose'],
  generation: number,
  made: { readonly privateKey: KeyObject; readonly certificate: string; readonly notAfter: number },
): Promise<Omit<KeyDocument, 'rev'>> {
  const id = `${tenant}/${purpose}/${generation}`;
  const vault = await options.vaults.of(tenant);
  const pem = made.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    id,
    tenant,
    purpose,
    generation,
    sealed: vault.seal(pem.toString(), `key/${id}`),
    kid: jwkThumbprint(publicJwkOf(made.privateKey)),
    certificate: made.certificate,
    notAfter: made.notAfter,
    createdAt: options.clock(),
  };
}

/** Begins at the full hour, because clocks of wallets may run behind. Certificates hold whole seconds only. */
function validityFrom(now: number, lifetime: number): { readonly notBefore: number; readonly notAfter: number } {
  const notBefore = Math.floor(now / HOUR) * HOUR - HOUR;
  return { notBefore, notAfter: notBefore + lifetime };
}
