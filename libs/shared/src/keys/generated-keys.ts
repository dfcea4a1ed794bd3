/** Generated keys: what a generation of a tenant's CA or leaf is made of, and how it signs. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '../crypto/certificates.ts';
import { generateKeyPair } from '../crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import { localSign } from '../crypto/jwt.ts';
import type { GeneratedKeyPurpose, Sign } from '../crypto/keys.ts';
import type { CertificateHost } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import { keyStatesAt, type NextGeneration, nextGeneration } from '../model/keys/key-states.ts';
import { type KeyDocument, keyDocuments } from '../model/keys-documents.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import type { NewKey, Signers } from './signer.ts';
import { signerAway } from './signer-away.ts';
import type { Vaults } from './vault.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LEAF_LIFETIME = 365 * DAY;
const CA_LIFETIME = 3650 * DAY;

export interface GeneratedKeysOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly signers: Signers;
  readonly host: CertificateHost;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

type MadeDocument = Omit<KeyDocument, 'rev'>;

/** A key pair with the way to its private key: sealed for the store, or held by a signer. */
interface MadePair extends Pick<KeyDocument, 'sealed' | 'heldBy'> {
  readonly publicKey: KeyObject;
  readonly sign: Sign;
}

/** Makes the next generation of a leaf, under the tenant's CA. Not inserted yet. */
export async function makeLeaf(
  options: GeneratedKeysOptions,
  { tenant, purpose }: { readonly tenant: string; readonly purpose: GeneratedKeyPurpose },
  { generation, usedFrom }: NextGeneration,
): Promise<MadeDocument> {
  const validity = validityFrom(options.clock(), LEAF_LIFETIME);
  const authority = await currentAuthority(options, tenant, validity.notAfter);
  const named = { tenant, purpose, generation };
  const pair = await makePair(options, named);
  const { publicKey } = pair;
  const certificate = await createLeaf({ ...validity, ...options, tenant, publicKey, authority });
  return { ...documentOf(options, named, pair), certificate, notAfter: validity.notAfter, usedFrom };
}

/** How a generation signs. @throws ProtocolError `server_error` where the sealed key can not be opened */
export async function signWith(
  { vaults, signers }: Pick<GeneratedKeysOptions, 'vaults' | 'signers'>,
  { id, tenant, kid, sealed, sealedBy, heldBy }: KeyDocument,
): Promise<Sign> {
  if (heldBy === undefined) {
    const vault = await vaults.of(tenant, sealedBy);
    const privateKey = createPrivateKey(vault.open(sealed, `key/${id}`));
    if (jwkThumbprint(publicJwkOf(privateKey)) !== kid)
      throw new Error(`The certificate of key ${id} is for another key`);
    return localSign(privateKey);
  }
  const signer = signers.byName.get(heldBy.signer);
  if (signer !== undefined) return (input) => signer.sign(heldBy.reference, input);
  return () => Promise.reject(signerAway(heldBy.signer, 'not_configured'));
}

/** All generations of a purpose, latest first. */
export async function allGenerations(
  store: Store,
  tenant: string,
  purpose: KeyDocument['purpose'],
): Promise<readonly KeyDocument[]> {
  const query = { index: 'purpose', equal: [purpose], order: 'descending', limit: PAGE } as const;
  const documents: KeyDocument[] = [];
  for await (const page of ofTenant(store, tenant).pages(keyDocuments, query)) documents.push(...page);
  return documents;
}

const PAGE = 100;

export function certificateOf(document: KeyDocument): X509Certificate {
  if (document.certificate === undefined) throw new Error(`Key ${document.id} has no certificate`);
  return new X509Certificate(document.certificate);
}

/**
 * The tenant's active CA; a later one, at once, where it would end before the leaf. Inserted if absent: of several replicas one
 * wins, and the others read again.
 */
async function currentAuthority(
  options: GeneratedKeysOptions,
  tenant: string,
  leafEnd: number,
): Promise<{ readonly certificate: string; readonly sign: Sign }> {
  for (;;) {
    const all = (await allGenerations(options.store, tenant, 'ca')).toReversed();
    const states = keyStatesAt(all, options.clock());
    const lasting = all.filter(({ notAfter = 0 }) => notAfter >= leafEnd);
    const usable = lasting.find((one) => states[all.indexOf(one)] === 'active') ?? lasting.at(-1);
    if (usable !== undefined) {
      return { certificate: usable.certificate ?? '', sign: await signWith(options, usable) };
    }
    const due = nextGeneration(all.at(-1), options.clock(), true);
    if (due !== undefined) await insertAuthority(options, tenant, due);
  }
}

/** @returns undefined where another replica has inserted it */
export async function insertAuthority(
  options: GeneratedKeysOptions,
  tenant: string,
  next: NextGeneration,
): Promise<KeyDocument | undefined> {
  const document = await makeAuthority(options, tenant, next);
  const inserted = await ofTenant(options.store, tenant).insert(keyDocuments, document);
  const detail = `ca, generation ${next.generation}`;
  if (inserted !== undefined) options.log.info('Signing key made', { tenant, detail });
  return inserted;
}

async function makeAuthority(
  options: GeneratedKeysOptions,
  tenant: string,
  { generation, usedFrom }: NextGeneration,
): Promise<MadeDocument> {
  const named = { tenant, purpose: 'ca', generation } as const;
  const pair = await makePair(options, named);
  const validity = validityFrom(options.clock(), CA_LIFETIME);
  const certificate = await createAuthority({ ...validity, ...options, tenant, keys: pair });
  return { ...documentOf(options, named, pair), certificate, notAfter: validity.notAfter, usedFrom };
}

async function makePair({ vaults, signers }: GeneratedKeysOptions, named: NewKey): Promise<MadePair> {
  const signer = signers.forNewKeys;
  if (signer !== undefined) {
    const { reference, publicKey } = await signer.createKey(named);
    const sign: Sign = (input) => signer.sign(reference, input);
    return { publicKey, sign, sealed: '', heldBy: { signer: signer.name, reference } };
  }
  const { privateKey, publicKey } = generateKeyPair();
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const vault = await vaults.of(named.tenant);
  return { publicKey, sign: localSign(privateKey), sealed: vault.seal(pem, `key/${idOf(named)}`) };
}

function documentOf(
  { clock }: GeneratedKeysOptions,
  named: NewKey,
  { publicKey, sealed, heldBy }: MadePair,
): MadeDocument {
  return {
    id: idOf(named),
    ...named,
    sealed,
    ...(heldBy === undefined ? {} : { heldBy }),
    kid: jwkThumbprint(publicJwkOf(publicKey)),
    createdAt: clock(),
  };
}

function idOf({ tenant, purpose, generation }: NewKey): string {
  return `${tenant}/${purpose}/${generation}`;
}

/** Begins at the full hour, because clocks of wallets may run behind. Certificates hold whole seconds only. */
function validityFrom(now: number, lifetime: number): { readonly notBefore: number; readonly notAfter: number } {
  const notBefore = Math.floor(now / HOUR) * HOUR - HOUR;
  return { notBefore, notAfter: notBefore + lifetime };
}
