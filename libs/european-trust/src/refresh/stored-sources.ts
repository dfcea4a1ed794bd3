/** Sources of trust lists that were written through the API: one document a tenant, which each process reads again after a second. */
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { createSealedEntries, type SealedEntries } from '@countersign/shared/keys/sealed-entries';
import type { SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import { readSource } from '../lists/written-source.ts';
import type { TenantSource } from './list-sources.ts';

/** As it was written: what the two files of a list would have. */
export interface StoredSource {
  readonly id: string;
  /** Certificates of the signers. */
  readonly pem: string;
  readonly source: JsonObject;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** `of` reads sources, by the key `id`. */
export type StoredSources = Omit<SealedEntries<StoredSource, readonly TenantSource[]>, 'now'>;

export function createStoredSources(parts: SealedSettingParts): StoredSources {
  return createSealedEntries(parts, {
    kind: 'trust',
    id: 'lists',
    keyOf: ({ id }) => id,
    sizeOf: ({ pem, source }: StoredSource) => pem.length + JSON.stringify(source).length,
    room: 512 * 1024,
    read: (entries) => entries.map(sourceOf),
    full: (count) =>
      new ProtocolError('conflict', 'The tenant has no room for more trust lists', {
        reason: 'trust_lists_full',
        facts: { count },
      }),
  });
}

/** The source that a stored one describes. @throws Error if it was never checked */
export function sourceOf({ id, pem, source }: Omit<StoredSource, 'createdAt'>): TenantSource {
  const written = readSource(source);
  const signers = pemCertificates(pem).map(({ raw }) => raw.toString('base64'));
  return { ...written, source: { ...written.source, id, signers }, origin: 'api' };
}
