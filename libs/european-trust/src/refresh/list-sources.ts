/**
 * A tenant's list sources: `trust/lists/<name>.json` with the signers' certificates in `<name>.pem`, and sources
 * written through the API.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { cachedUntilEdit } from '@countersign/shared/kernel/cached-until-edit';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import type { Log } from '@countersign/shared/kernel/log';
import { createFileReader, createFolderReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { AcceptedList, Journal } from '@countersign/shared/model/tenant/trust-lists';
import type { Settings } from '@countersign/shared/settings/settings';
import type { ListSettings, ListSource } from '../lists/list-source.ts';
import { parseSource, type WrittenSource } from '../lists/written-source.ts';

export interface TenantSource extends WrittenSource {
  readonly source: ListSource;
  readonly settings: ListSettings;
  /** Where the source was written; absent for a list that another list points to. */
  readonly origin?: 'file' | 'api';
  /** Id of the source whose list points to this one. */
  readonly pointedBy?: string;
}

export interface SourceDependencies {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly edits?: FolderEdits;
  readonly log: Log;
}

/** A tenant's sources. An unreadable file is skipped, and logged once per version. */
export type ListSources = (tenant: string) => Promise<readonly TenantSource[]>;

export const LIST_FOLDER = 'trust/lists';

export function createListSources(
  { settings, edits, log }: SourceDependencies,
  stored?: { of(tenant: string): Promise<readonly TenantSource[]> },
): ListSources {
  const names = createFolderReader('.json', edits);
  const descriptions = createFileReader(parseSource, edits);
  const signers = createFileReader(pemCertificates, edits);
  const reported = new Map<string, string>();

  const report = (file: string, version: string): void => {
    if (reported.get(file) === version) return;
    reported.set(file, version);
    log.warn('Source of a trust list ignored', { file, detail: 'It cannot be read, or has the wrong content' });
  };

  const ofFile = (folder: string, id: string): readonly TenantSource[] => {
    const [file, pem] = [join(folder, `${id}.json`), join(folder, `${id}.pem`)];
    const description = descriptions.read(file);
    const certificates = signers.read(pem);
    if (description?.ok === false) report(file, description.version);
    if (certificates?.ok === false) report(pem, certificates.version);
    if (description?.ok !== true || certificates?.ok === false) return [];
    const pins = (certificates?.value ?? []).map(({ raw }) => raw.toString('base64'));
    return [{ ...description.value, source: { ...description.value.source, id, signers: pins }, origin: 'file' }];
  };

  const ofFiles = cachedUntilEdit(edits, (tenant) => {
    const folder = join(tenantFolder(settings.CONFIG_FOLDER, tenant), LIST_FOLDER);
    return names(folder).flatMap((name) => ofFile(folder, name));
  });
  return async (tenant) => {
    const written = (await stored?.of(tenant)) ?? [];
    const files = ofFiles(tenant);
    if (written.length === 0) return files;
    // A source from the API overrides a file with the same id.
    return [...written, ...files.filter(({ source }) => !written.some((one) => one.source.id === source.id))];
  };
}

/** Needed for each presentation. */
const conditions = new WeakMap<TenantSource, string>();

/** A hash of the conditions for accepting a list: under different conditions it is verified again. */
export function conditionsOf(from: TenantSource): string {
  const known = conditions.get(from);
  if (known !== undefined) return known;
  const { source, settings } = from;
  const { profile, signers, url, journal, territory } = source;
  const {
    serialisation,
    strictSignerName,
    acceptSelfPointer,
    nationalExpired,
    brainpool,
    acceptNewOj,
    expiredAnchor,
    lotePivots,
  } = settings;
  const deciding = {
    source: {
      url,
      type: profile.type,
      services: [...profile.services],
      signers: [...signers].sort(),
      journal,
      territory,
    },
    settings: {
      serialisation,
      strictSignerName,
      acceptSelfPointer,
      nationalExpired,
      brainpool,
      // Included only if set, so that lists accepted before these settings existed stay valid.
      ...(acceptNewOj === 'report' ? {} : { acceptNewOj }),
      ...(lotePivots === 'off' ? {} : { lotePivots }),
      ...(expiredAnchor === 'drop' ? {} : { expiredAnchor }),
    },
  };
  const made = createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
  conditions.set(from, made);
  return made;
}

/**
 * A newer publication that may replace the configured one: the last that an accepted list announced with its signers.
 */
export function announcedJournal(
  { settings }: Pick<TenantSource, 'settings'>,
  { newJournal, acceptedJournal }: Pick<AcceptedList, 'newJournal' | 'acceptedJournal'>,
): Journal | undefined {
  if (settings.acceptNewOj !== 'accept') return undefined;
  return newJournal !== undefined && newJournal.signers.length > 0 ? newJournal : acceptedJournal;
}
