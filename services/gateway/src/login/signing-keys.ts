/**
 * Keys that sign ID tokens: generations of an RSA key, which every application supports, and a P-256 key, sealed in the
 * store. A new key is published for some time before it signs, and the previous one until its tokens have expired.
 */
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { generateKeyPair as generateP256 } from '@countersign/shared/crypto/generate-key';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import { type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { type KeyDocument, keyDocuments } from '@countersign/shared/model/keys/key-documents';
import {
  activeAt,
  erasePrivateKey,
  keyStatesAt,
  type NextGeneration,
  nextGeneration,
  READ_AT_LEAST_EVERY,
} from '@countersign/shared/model/keys/key-states';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';

/** Milliseconds that a generation signs. */
const RENEW_AFTER = 90 * 24 * 3_600_000;
const PAGE = 100;
const RSA_BITS = 2048;

export interface SigningKeys {
  /** Private keys as JWK, the current signing keys first. The same array while nothing changes. */
  of(tenant: string): Promise<readonly JsonObject[]>;
  /** Adds a generation, which signs after a while. */
  rotate(tenant: string): Promise<void>;
}

type Parts = Pick<Platform, 'store' | 'vaults' | 'clock' | 'log'>;

export function createSigningKeys(parts: Parts): SigningKeys {
  const { clock } = parts;
  const cached = new Map<string, Known>();
  return {
    of: async (tenant) => {
      const known = cached.get(tenant);
      const now = clock();
      if (known !== undefined && Math.abs(now - known.readAt) < READ_AT_LEAST_EVERY && now < known.until)
        return known.keys;
      const read = await readKeys(parts, tenant);
      const same = known !== undefined && JSON.stringify(known.keys) === JSON.stringify(read.keys);
      cached.set(tenant, same ? { ...read, keys: known.keys } : read);
      return same ? known.keys : read.keys;
    },
    rotate: async (tenant) => {
      const all = await generationsOf(parts, tenant);
      const next = nextGeneration(all.at(-1), clock());
      if (next !== undefined) await insertGeneration(parts, tenant, next);
      cached.delete(tenant);
    },
  };
}

interface Known {
  readonly readAt: number;
  /** Milliseconds: another key signs after this time. */
  readonly until: number;
  readonly keys: readonly JsonObject[];
}

async function readKeys(parts: Parts, tenant: string): Promise<Known> {
  const now = parts.clock();
  let all = await generationsOf(parts, tenant);
  const last = all.at(-1);
  if (last === undefined || now - (last.usedFrom ?? last.createdAt) > RENEW_AFTER) {
    const next = nextGeneration(last, now);
    if (next !== undefined) await insertGeneration(parts, tenant, next);
    all = await generationsOf(parts, tenant);
  }
  const states = keyStatesAt(all, now);
  const active = activeAt(all, now);
  const shown = [active, ...all.keys()].filter((at, place) => place === 0 || at !== active);
  const vault = await parts.vaults.of(tenant);
  const keys: JsonObject[] = [];
  for (const at of shown) {
    const document = all[at];
    if (document === undefined || document.sealed === '' || states[at] === 'retired') continue;
    const opened = parseJson(vault.open(document.sealed, `key/${document.id}`));
    keys.push(...(opened as readonly Json[] as readonly JsonObject[]));
  }
  const starts = all.map(({ usedFrom = 0 }) => usedFrom).filter((from) => from > now);
  return { readAt: now, until: Math.min(...starts, Number.POSITIVE_INFINITY), keys };
}

/** Oldest first. Private keys that are obsolete are erased. */
async function generationsOf({ store, clock }: Parts, tenant: string): Promise<readonly KeyDocument[]> {
  const own = ofTenant(store, tenant);
  const found: KeyDocument[] = [];
  const query = { index: 'purpose', equal: ['login'], limit: PAGE } as const;
  for await (const page of own.pages(keyDocuments, query)) found.push(...page);
  return Promise.all(
    found.map(async (document, at) => {
      const erased = erasePrivateKey(document, found[at + 1], clock());
      return erased === document ? document : ((await own.replace(keyDocuments, erased)) ?? erased);
    }),
  );
}

/** Inserted if absent: of several replicas one wins. */
async function insertGeneration(
  { store, vaults, clock, log }: Parts,
  tenant: string,
  { generation, usedFrom }: NextGeneration,
): Promise<void> {
  const id = `${tenant}/login/${generation}`;
  const pairs = [await jwkOfRsa(), jwkOf(generateP256().privateKey, 'ES256')];
  const sealed = (await vaults.of(tenant)).seal(JSON.stringify(pairs), `key/${id}`);
  const document = { id, tenant, purpose: 'login', generation, sealed, createdAt: clock(), usedFrom } as const;
  const inserted = await ofTenant(store, tenant).insert<KeyDocument>(keyDocuments, document);
  if (inserted !== undefined) log.info('Signing key created', { tenant, detail: `login, generation ${generation}` });
}

const generate = promisify(generateKeyPair);

async function jwkOfRsa(): Promise<JsonObject> {
  // Through DER, as each fresh key of Node 20.
  const { privateKey } = await generate('rsa', {
    modulusLength: RSA_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return jwkOf(createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' }), 'RS256');
}

function jwkOf(key: KeyObject, alg: 'RS256' | 'ES256'): JsonObject {
  const jwk = key.export({ format: 'jwk' }) as JsonObject;
  const kid = alg === 'ES256' ? { kid: jwkThumbprint(publicJwkOf(key)) } : {};
  // The library identifies an RSA key by its thumbprint.
  return { ...jwk, ...kid, use: 'sig', alg };
}
