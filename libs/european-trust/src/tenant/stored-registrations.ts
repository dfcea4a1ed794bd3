/** Registration certificates that were written through the API: one document a tenant, which each process reads again after a second. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createSealedEntries, type SealedEntries } from '@countersign/shared/keys/sealed-entries';
import type { SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import type { RegistrationForms } from './registration-files.ts';

/** As it was written. */
export interface WrittenRegistration extends RegistrationForms {
  readonly id: string;
  /** Milliseconds. */
  readonly createdAt: number;
}

/** `of` reads certificates by id. */
export type StoredRegistrations = SealedEntries<WrittenRegistration, ReadonlyMap<string, WrittenRegistration>>;

export function createStoredRegistrations(parts: SealedSettingParts): StoredRegistrations {
  return createSealedEntries(parts, {
    kind: 'registration',
    id: 'certificates',
    keyOf: ({ id }) => id,
    sizeOf: ({ jwt, cwt = '' }: WrittenRegistration) => jwt.length + cwt.length,
    room: 1024 * 1024,
    read: (entries): ReadonlyMap<string, WrittenRegistration> => new Map(entries.map((entry) => [entry.id, entry])),
    full: (count) =>
      new ProtocolError('conflict', 'The tenant has no room for more registration certificates', {
        reason: 'registration_certificates_full',
        facts: { count },
      }),
  });
}
