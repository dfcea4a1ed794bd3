/** Generated keys: the contents of a tenant's CA or leaf certificate, and how each generation signs. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { generateKeyPair } from '../crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { GeneratedKeyPurpose, Sign } from '../crypto/keys.ts';
import { localSign } from '../crypto/signing-algorithm.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { keyStatesAt, type NextGeneration, nextGeneration } from '../model/keys/key-states.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import {
  type Authority,
  authorityFor,
  authorityValidity,
  type CertificateOptions,
  certifyAuthority,
  certifyLeaf,
  leafValidity,
  namesOtherIssuer,
  type SigningAuthority,
} from './key-certificates.ts';
import type { NewKey, Signers } from './signer.ts';
import { signerAway } from './signer-away.ts';
import type { Vaults } from './vault.ts';

export interface GeneratedKeysOptions extends CertificateOptions {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly signers: Signers;
  readonly clock: Clock;
  readonly log: Log;
}

export type MadeDocument = Omit<KeyDocument, 'rev'>;

/** A key pair whose private key is encrypted for the store, or in a signer. */
interface MadePair extends Pick<KeyDocument, 'sealed' | 'heldBy'> {
  readonly publicKey: KeyObject;
  readonly sign: Sign;
}

/** Creates the next generation of a leaf, under the tenant's CA for its purpose. Not inserted yet. */
export async function makeLeaf(
  options: GeneratedKeysOptions,
  { tenant, purpose }: { readonly tenant: string; readonly purpose: GeneratedKeyPurpose },
  { generation, usedFrom }: NextGeneration,
): Promise<MadeDocument> {
  const validity = leafValidity(purpose, options.clock());
  const authority = await currentAuthority(options, { tenant, purpose: authorityFor(purpose) }, validity.notAfter);
  const named = { tenant, purpose, generation };
  const pair = await makePair(options, named);
  const { publicKey } = pair;
  const certificate = await certifyLeaf(options, named, { ...validity, publicKey, authority });
  return { ...documentOf(options, named, pair), certificate, notAfter: validity.notAfter, usedFrom };
}

/** How a generation signs. @throws ProtocolError `server_error` if the encrypted key cannot be opened */
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

/** A CA of a tenant. */
export interface AuthorityPurpose {
  readonly tenant: string;
  readonly purpose: Authority;
}

/**
 * The tenant's active CA, or a later one, immediately, if it would expire before the leaf or has a different issuer
 * name. Inserted if absent: of several replicas one wins, and the others read again.
 */
async function currentAuthority(
  options: GeneratedKeysOptions,
  of: AuthorityPurpose,
  leafEnd: number,
): Promise<SigningAuthority> {
  for (;;) {
    const all = (await allGenerations(options.store, of.tenant, of.purpose)).toReversed();
    const states = keyStatesAt(all, options.clock());
    const lasting = all.filter((one) => (one.notAfter ?? 0) >= leafEnd && !namesOtherIssuer(options, one));
    const usable = lasting.find((one) => states[all.indexOf(one)] === 'active') ?? lasting.at(-1);
    const due = usable === undefined ? nextGeneration(all.at(-1), options.clock(), true) : undefined;
    const authority = due === undefined ? usable : await insertAuthority(options, of, due, all.at(-1));
    if (authority !== undefined) {
      return { certificate: authority.certificate ?? '', sign: await signWith(options, authority) };
    }
  }
}

/** @param before the last generation @returns undefined if another replica has inserted it */
export async function insertAuthority(
  options: GeneratedKeysOptions,
  of: AuthorityPurpose,
  { generation, usedFrom }: NextGeneration,
  before: KeyDocument | undefined,
): Promise<KeyDocument | undefined> {
  const named = { ...of, generation };
  const pair = await makePair(options, named);
  const validity = authorityValidity(options.clock());
  const certificate = await certifyAuthority(options, named, { ...validity, keys: pair, before });
  const document = { ...documentOf(options, named, pair), certificate, notAfter: validity.notAfter, usedFrom };
  const inserted = await ofTenant(options.store, of.tenant).insert(keyDocuments, document);
  const detail = `${of.purpose}, generation ${generation}`;
  if (inserted !== undefined) options.log.info('Signing key created', { tenant: of.tenant, detail });
  return inserted;
}

/** Creates a key pair: in the process, encrypted for the store, or in the signer for new keys. */
export async function makePair(
  { vaults, signers }: Pick<GeneratedKeysOptions, 'vaults' | 'signers'>,
  named: NewKey,
): Promise<MadePair> {
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

/** The document of a new key, without a certificate. */
export function documentOf(
  { clock }: Pick<GeneratedKeysOptions, 'clock'>,
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
