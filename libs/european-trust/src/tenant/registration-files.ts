/**
 * Registration certificates in a tenant's files: `registration-certificates/<id>.jwt`, one per intended use, with
 * `<id>.cwt` if the registrar also issues that form.
 */
import { join } from 'node:path';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import {
  createFileReader,
  createFolderReader,
  type FileContent,
  tenantFolder,
} from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

/** Below the tenant's folder. */
export const REGISTRATION_FOLDER = 'registration-certificates';
export const REGISTRATION_ENDING = '.jwt';
/** The bytes of the CWT. */
export const CWT_ENDING = '.cwt';

/** The forms of one certificate, as written. */
export interface RegistrationForms {
  /** Compact JWT. */
  readonly jwt: string;
  /** Base64url of the CWT. */
  readonly cwt?: string;
}

export interface RegistrationFiles {
  /** Undefined without a JWT: a CWT without its JWT is not read. */
  of(tenant: string, id: string): RegistrationForms | undefined;
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
  const jwts = createFileReader((text) => text.trim(), edits);
  const cwts = createFileReader((text) => text, edits, 'base64url');
  const names = createFolderReader(REGISTRATION_ENDING, edits);
  const folderOf = (tenant: string): string => join(tenantFolder(settings.CONFIG_FOLDER, tenant), REGISTRATION_FOLDER);
  return {
    of: (tenant, id) => {
      if (!ID_PATTERN.test(id)) return undefined;
      const path = join(folderOf(tenant), id);
      const jwt = textOf(jwts.read(`${path}${REGISTRATION_ENDING}`));
      const cwt = textOf(cwts.read(`${path}${CWT_ENDING}`));
      if (jwt === undefined) return undefined;
      return cwt === undefined ? { jwt } : { jwt, cwt };
    },
    ids: (tenant) => names(folderOf(tenant)).filter((id) => ID_PATTERN.test(id)),
  };
}

/** An unreadable file still exists, so its content is an invalid certificate. */
function textOf(content: FileContent<string> | undefined): string | undefined {
  return content?.ok === false ? '' : content?.value;
}
