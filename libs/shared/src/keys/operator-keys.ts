/**
 * The operator's keys and chains: `keys/<purpose>.key.pem` and `.chain.pem` in the configuration folder, otherwise the
 * sets in the store.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jwkThumbprint } from '../crypto/jwk.ts';
import type { KeyPurpose, SigningAlgorithm, SigningKey } from '../crypto/keys.ts';
import { algorithmOf, localSign, signingJwkOf } from '../crypto/signing-algorithm.ts';
import { notAfter, pemCertificates, x5cElement } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoTime } from '../kernel/clock.ts';
import { tenantFolder } from '../kernel/versioned-file.ts';
import { DEFAULT_SET } from '../model/keys/key-documents.ts';
import { whyUnusable } from './chain-rules.ts';
import { certificateEnded } from './key-set-errors.ts';
import type { StoredSets } from './stored-sets.ts';

/** Milliseconds between two checks of the files. */
const LOOK_EVERY = 1000;

export interface OperatorKeysOptions {
  readonly configFolder: string;
  readonly clock: Clock;
  /** Keys with certificates that came through the API, if there are no files. */
  readonly stored?: Pick<StoredSets, 'inUse'>;
}

/** An operator's key or chain can't be used. The message has the file's name and nothing from the key. */
export class OperatorKeyError extends Error {
  override readonly name = 'OperatorKeyError';
}

/** The operator's key for a tenant and purpose, or for a named key set; undefined if nothing was provided. */
export type FindOperatorKey = (tenant: string, purpose: KeyPurpose, set?: string) => Promise<SigningKey | undefined>;

/** Names of sets are folders: `keys/<set>/<purpose>.key.pem`. */
export const KEY_SET = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The named sets of keys that a tenant has in files, sorted. */
export function keySets(configFolder: string, tenant: string): readonly string[] {
  const folder = join(tenantFolder(configFolder, tenant), 'keys');
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return found.flatMap(({ name }) => (KEY_SET.test(name) ? [name] : [])).sort();
}

interface CachedKey {
  readonly lookedAt: number;
  /** Times and sizes of both files. */
  readonly mark: string;
  /** The key in them. */
  readonly file: SigningKey | undefined;
  /** The same key, or the store's. */
  readonly key: SigningKey | undefined;
}

/**
 * Creates the reader. It checks the files at most once per second and reads them again when they have changed. The
 * promise rejects with OperatorKeyError for material that wallets and verifiers would not accept.
 */
export function createOperatorKeys(options: OperatorKeysOptions): FindOperatorKey {
  const cached = new Map<string, CachedKey>();
  return async (tenant, purpose, set) => {
    const now = options.clock();
    const name = `${tenant}/${set ?? ''}/${purpose}`;
    const known = cached.get(name);
    if (known === undefined || now - known.lookedAt >= LOOK_EVERY || (set !== undefined && known.key === undefined)) {
      const files = filesOf(options.configFolder, tenant, { purpose, set });
      const mark = `${await markOf(files.key)} ${await markOf(files.chain)}`;
      const file = known?.mark === mark ? known.file : await load(files, options);
      const key = file ?? (await options.stored?.inUse(tenant, { set: set ?? DEFAULT_SET, purpose }));
      cached.set(name, { lookedAt: now, mark, file, key });
    }
    const { key, file } = cached.get(name) ?? {};
    if (key !== undefined && key.notAfter < now) {
      if (file === undefined) throw certificateEnded({ set: set ?? DEFAULT_SET, purpose }, key.notAfter);
      const { chain } = filesOf(options.configFolder, tenant, { purpose, set });
      refuse(chain, `its leaf expired on ${isoTime(key.notAfter)}`);
    }
    return key;
  };
}

interface Files {
  readonly key: string;
  readonly chain: string;
  readonly purpose: KeyPurpose;
}

interface KeyPlace {
  readonly purpose: KeyPurpose;
  readonly set: string | undefined;
}

function filesOf(configFolder: string, tenant: string, { purpose, set = '' }: KeyPlace): Files {
  const folder = join(tenantFolder(configFolder, tenant), 'keys', set);
  return {
    key: join(folder, `${purpose}.key.pem`),
    chain: join(folder, `${purpose}.chain.pem`),
    purpose,
  };
}

async function markOf(file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs}/${size}/${ino}`;
  } catch (error) {
    if (isMissing(error)) return 'none';
    throw error;
  }
}

async function load(files: Files, options: OperatorKeysOptions): Promise<SigningKey | undefined> {
  const [keyText, chainText] = await Promise.all([read(files.key), read(files.chain)]);
  if (keyText === undefined && chainText === undefined) return undefined;
  if (keyText === undefined) refuse(files.key, 'it is missing, but there is a chain');
  if (chainText === undefined) refuse(files.chain, 'it is missing, but there is a key');
  const { privateKey, alg } = readKey(files.key, keyText);
  const chain = readChain(files.chain, chainText);
  const [leaf] = chain;
  const why = whyUnusable(chain, files.purpose, options.clock());
  if (leaf === undefined || why !== undefined) refuse(files.chain, why ?? 'it is empty');
  if (!leaf.checkPrivateKey(privateKey)) refuse(files.key, "it does not belong to the chain's leaf");
  const publicJwk = signingJwkOf(privateKey);
  return {
    kid: jwkThumbprint(publicJwk),
    alg,
    sign: localSign(privateKey),
    publicJwk,
    x5c: chain.map(x5cElement),
    notAfter: notAfter(leaf),
  };
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function readKey(file: string, text: string): { readonly privateKey: KeyObject; readonly alg: SigningAlgorithm } {
  if (!text.includes('-----BEGIN PRIVATE KEY-----')) refuse(file, 'it is not an unencrypted PKCS#8 private key in PEM');
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(text);
  } catch {
    refuse(file, 'it is not a PKCS#8 private key in PEM');
  }
  const alg = algorithmOf(privateKey);
  if (alg === undefined) refuse(file, 'it is not a P-256, P-384 or Ed25519 key');
  return { privateKey, alg };
}

function readChain(file: string, text: string): readonly X509Certificate[] {
  try {
    return pemCertificates(text);
  } catch {
    refuse(file, 'it contains a certificate that cannot be read');
  }
}

function refuse(file: string, why: string): never {
  throw new OperatorKeyError(`${file} cannot be used: ${why}`);
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
