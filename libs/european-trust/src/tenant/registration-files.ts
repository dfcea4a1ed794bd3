/** Registration certificates in files of the tenant: `registration-certificates/<id>.jwt`, one for each intended use. */
import { join } from 'node:path';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import { createFileReader, createFolderReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

/** Below the folder of the tenant. */
export const REGISTRATION_FOLDER = 'registration-certificates';
export const REGISTRATION_ENDING = '.jwt';

export interface RegistrationFiles {
  /** The text of the file; undefined without one. */
  of(tenant: string, id: string): string | undefined;
  /** Ids, sorted. */
  ids(tenant: string): readonly string[];
}

export function createRegistrationFiles({
  settings,
  edits,
}: {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly edits?: FolderEdits;
}): RegistrationFiles {
  const reader = createFileReader((text) => text.trim(), edits);
  const names = createFolderReader(REGISTRATION_ENDING, edits);
  const folderOf = (tenant: string): string => join(tenantFolder(settings.CONFIG_FOLDER, tenant), REGISTRATION_FOLDER);
  return {
    of: (tenant, id) => {
      if (!ID_PATTERN.test(id)) return undefined;
      const content = reader.read(join(folderOf(tenant), `${id}${REGISTRATION_ENDING}`));
      // A file that can't be read is there all the same: what is in it is not a certificate.
      return content?.ok === false ? '' : content?.value;
    },
    ids: (tenant) => names(folderOf(tenant)).filter((id) => ID_PATTERN.test(id)),
  };
}
