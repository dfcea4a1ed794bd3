/** The vaults of all tenants: data keys in the store, wrapped by the master key. */
import { createSecretKey } from 'node:crypto';
import { deriveKey, KEY_BYTES, openBytes, sealBytes } from '../crypto/envelope.ts';
import { hmacSha256 } from '../crypto/hmac-sha256.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Random } from '../kernel/random.ts';
import { dataKeyId, ERASED_KEY, KEPT_GENERATION, type KeyDocument, keyDocuments } from '../model/keys/key-documents.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Store } from '../store/port.ts';
import type { Vault, Vaults } from './vault.ts';

export interface VaultsOptions {
  readonly store: Store;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** The master key before the last rotation: opens data keys, which are immediately wrapped again with `masterKey`. */
  readonly previousMasterKey?: Buffer;
  readonly random: Random;
  readonly clock: Clock;
}

/** The configured master key doesn't open the tenant's data key. Contains no part of a key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/**
 * Creates the vaults over a store. The promise of `of` rejects with MasterKeyError if neither MASTER_KEY nor
 * MASTER_KEY_PREVIOUS opens the tenant's data key.
 * @throws MasterKeyError for a master key that isn't 32 bytes long
 */
export function createVaults(options: VaultsOptions): Vaults {
  checkLength(options.masterKey, 'MASTER_KEY');
  if (options.previousMasterKey !== undefined) checkLength(options.previousMasterKey, 'MASTER_KEY_PREVIOUS');
  const vaults = new Map<string, Promise<Vault>>();
  return {
    of: (tenant, generation = 1) => {
      const name = `${tenant}/${generation}`;
      const known = vaults.get(name);
      if (known !== undefined) return known;
      const vault = dataKeyOf(options, tenant, generation).then((key) => createVault(key, options.random));
      vaults.set(name, vault);
      vault.catch(() => vaults.delete(name));
      return vault;
    },
  };
}

function createVault(dataKey: Buffer, random: Random): Vault {
  const root = createSecretKey(deriveKey(dataKey, 'seal'));
  // A key for each context keeps the number of values under one key far from the limit of random IVs.
  const keyOf = (context: string): Buffer => hmacSha256(root, context);
  // Cached: purposes are few and used in every request, and deriving a key costs more than most uses of it.
  const derived = new Map<string, Buffer>();
  return {
    seal: (text, context) => sealBytes(keyOf(context), Buffer.from(text), context, random).toString('base64url'),
    open: (sealed, context) => {
      const plain = openBytes(keyOf(context), Buffer.from(sealed, 'base64url'), context);
      if (plain !== undefined) return plain.toString('utf8');
      throw new ProtocolError('server_error', 'A stored value could not be read', {
        reason: 'stored_value_unreadable',
        detail: 'a sealed value was changed, or belongs to another field, tenant or key',
      });
    },
    derive: (purpose) => {
      const key = derived.get(purpose) ?? deriveKey(dataKey, `derive/${purpose}`);
      derived.set(purpose, key);
      return key;
    },
  };
}

async function dataKeyOf(options: VaultsOptions, tenant: string, generation: number): Promise<Buffer> {
  const own = ofTenant(options.store, tenant);
  const stored = await own.get(keyDocuments, dataKeyId(tenant, generation));
  const document =
    stored?.sealed === ERASED_KEY
      ? await own.get(keyDocuments, dataKeyId(tenant, KEPT_GENERATION))
      : (stored ?? (await insertDataKey(options, tenant, generation)));
  if (document === undefined) {
    throw new ProtocolError('gone', 'The tenant is erased', { reason: 'tenant_erased' });
  }
  const { masterKey, previousMasterKey } = options;
  const key = unwrap(masterKey, document);
  if (key !== undefined) return key;
  const old = previousMasterKey === undefined ? undefined : unwrap(previousMasterKey, document);
  if (old === undefined) {
    throw new MasterKeyError(
      `The data key of tenant ${tenant} is wrapped by a different master key: set MASTER_KEY to that key, or MASTER_KEY_PREVIOUS if MASTER_KEY was replaced`,
    );
  }
  // If the revision has changed, another replica has already wrapped the same data key again.
  await own.replace(keyDocuments, { ...document, sealed: wrap(options, tenant, old) });
  return old;
}

/** Inserts a key if absent: of several replicas one wins, and all use the winner's key. */
async function insertDataKey(options: VaultsOptions, tenant: string, generation: number): Promise<KeyDocument> {
  const id = dataKeyId(tenant, generation);
  const own = ofTenant(options.store, tenant);
  const inserted = await own.insert(keyDocuments, {
    id,
    tenant,
    purpose: 'data',
    generation,
    sealed: wrap(options, tenant, options.random(KEY_BYTES)),
    createdAt: options.clock(),
  });
  const document = inserted ?? (await own.get(keyDocuments, id));
  if (document === undefined)
    throw new Error(`The data key of tenant ${tenant} was removed while it was being created`);
  return document;
}

/** `<master key id>.<envelope>` */
function wrap(options: VaultsOptions, tenant: string, dataKey: Buffer): string {
  const envelope = sealBytes(wrappingKey(options.masterKey), dataKey, wrapContext(tenant), options.random);
  return `${masterKeyId(options.masterKey)}.${envelope.toString('base64url')}`;
}

function unwrap(masterKey: Buffer, document: KeyDocument): Buffer | undefined {
  const [id, envelope = ''] = document.sealed.split('.');
  if (id !== masterKeyId(masterKey)) return undefined;
  const bytes = Buffer.from(envelope, 'base64url');
  const dataKey = openBytes(wrappingKey(masterKey), bytes, wrapContext(document.tenant));
  if (dataKey !== undefined) return dataKey;
  throw new MasterKeyError(
    `The data key of tenant ${document.tenant} was wrapped by this MASTER_KEY, but its document was changed later`,
  );
}

function wrapContext(tenant: string): string {
  return `data-key/${tenant}`;
}

function wrappingKey(masterKey: Buffer): Buffer {
  return deriveKey(masterKey, 'wrap');
}

/** An id of a master key that reveals nothing about it: 8 derived bytes. */
function masterKeyId(masterKey: Buffer): string {
  return deriveKey(masterKey, 'master-key-id').subarray(0, 8).toString('base64url');
}

function checkLength(key: Buffer, setting: string): void {
  if (key.length !== KEY_BYTES) throw new MasterKeyError(`${setting} must be ${KEY_BYTES} bytes`);
}
