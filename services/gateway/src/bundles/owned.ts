/** What belongs to which bundle of a tenant: one encrypted document. */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { sortedMembers } from '@countersign/shared/kernel/sorted-members';
import {
  createSealedSetting,
  type SealedSetting,
  type SealedSettingParts,
} from '@countersign/shared/keys/sealed-setting';
import type { Vault } from '@countersign/shared/keys/vault';

export interface OwnedBundle {
  readonly generation: number;
  /** Milliseconds. */
  readonly appliedAt: number;
  /** Management client that applied it. */
  readonly client: string;
  /** By `<kind>/<id>`: the digest of what was applied, which tells whether somebody has changed it since. */
  readonly objects: Readonly<Record<string, string>>;
}

export interface Owned {
  readonly bundles: Readonly<Record<string, OwnedBundle>>;
}

export type StoredOwned = SealedSetting<Owned, Owned>;

export function createOwned(parts: SealedSettingParts): StoredOwned {
  const read = (owned: Owned): Owned => owned;
  return createSealedSetting(parts, { kind: 'bundles', id: 'bundles', nothing: { bundles: {} }, read });
}

/** The bundle that owns an object. */
export function ownerOf({ bundles }: Owned, key: string): string | undefined {
  return Object.keys(bundles).find((name) => Object.hasOwn(bundles[name]?.objects ?? {}, key));
}

/** A digest of a value that may contain secrets: keyed, so that nobody can guess a secret by it. */
export type Digest = (value: Json) => string;

export function digestWith(vault: Pick<Vault, 'derive'>): Digest {
  const key = vault.derive('configuration-bundles');
  return (value) => hmacSha256(key, JSON.stringify(sortedMembers(value))).toString('base64url');
}

/** An object's name within its tenant. */
export function keyOf({ kind, id }: { readonly kind: string; readonly id?: string | undefined }): string {
  return id === undefined ? kind : `${kind}/${id}`;
}

/** The tenant's bundles for a response, the newest first. */
export function bundlesView({ bundles }: Owned): readonly JsonObject[] {
  return Object.entries(bundles)
    .sort(([, one], [, other]) => other.appliedAt - one.appliedAt)
    .map(([name, { generation, appliedAt, client, objects }]) => ({
      name,
      generation,
      appliedAt: new Date(appliedAt).toISOString(),
      client,
      objects: Object.keys(objects).sort(),
    }));
}
