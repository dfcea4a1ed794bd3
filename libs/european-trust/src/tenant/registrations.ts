/** A tenant's registration certificates. Those from the API override files with the same id. */
import type { RegistrationFiles, RegistrationForms } from './registration-files.ts';
import type { StoredRegistrations } from './stored-registrations.ts';

/** As it was written; nothing is checked. */
export interface TenantRegistration extends RegistrationForms {
  readonly id: string;
  readonly source: 'file' | 'api';
  /** Set for a certificate written through the API, milliseconds. */
  readonly createdAt?: number;
}

export interface Registrations {
  /** As they were at most a second ago. */
  of(tenant: string, id: string): Promise<TenantRegistration | undefined>;
  /** As they are now, sorted by id. */
  list(tenant: string): Promise<readonly TenantRegistration[]>;
}

export function createRegistrations(
  files: RegistrationFiles,
  stored: Pick<StoredRegistrations, 'of' | 'now'>,
): Registrations {
  const ofFile = (tenant: string, id: string): TenantRegistration | undefined => {
    const forms = files.of(tenant, id);
    return forms === undefined ? undefined : { id, ...forms, source: 'file' };
  };
  return {
    of: async (tenant, id) => {
      const written = (await stored.of(tenant)).get(id);
      return written === undefined ? ofFile(tenant, id) : { ...written, source: 'api' };
    },
    list: async (tenant) => {
      const written = await stored.now(tenant);
      const ids = [...new Set([...files.ids(tenant), ...written.keys()])].sort();
      return ids.flatMap((id): readonly TenantRegistration[] => {
        const one = written.get(id);
        if (one !== undefined) return [{ ...one, source: 'api' }];
        const file = ofFile(tenant, id);
        return file === undefined ? [] : [file];
      });
    },
  };
}
