/**
 * A tenant's trust anchors by purpose. An anchor for one purpose is never used for another, and nothing is inherited
 * from another tenant.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '../crypto/keys.ts';
import { cachedUntilEdit } from '../kernel/cached-until-edit.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { DEFAULT_TENANT } from '../kernel/identifiers.ts';
import type { Log } from '../kernel/log.ts';
import { createTenantFolders } from '../kernel/tenant-folders.ts';
import { createFileReader, createFolderReader, tenantFolder } from '../kernel/versioned-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { ListedAnchors } from './listed-anchors.ts';
import type { StoredAnchors } from './stored-anchors.ts';
import {
  type CredentialFormat,
  credentialFormats,
  OWN_LIMITS,
  type TrustAnchor,
  type TrustPurpose,
  UNLIMITED,
} from './trust-anchor.ts';
import { parseAnchors, parseCertificates, parseLimits } from './trust-files.ts';

/** @param formats those for which the tenant's own anchors are read; default all */
export type TrustAnchors = (
  tenant: string,
  purpose: TrustPurpose,
  formats?: readonly CredentialFormat[],
) => Promise<readonly TrustAnchor[]>;

export interface TrustDependencies {
  readonly keys: Pick<KeyRing, 'anchors'>;
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly log: Log;
  /** Edits of the configuration folder; absent: each read asks the file system. */
  readonly edits?: FolderEdits;
}

/** Folders below the tenant's. Issuers are also read from `trust/` itself. */
const FOLDERS: Readonly<Record<TrustPurpose, readonly string[]>> = {
  issuers: ['trust', 'trust/issuers'],
  'wallet-providers': ['trust/wallet-providers'],
  'access-authorities': ['trust/access-authorities'],
  'registration-providers': ['trust/registration-providers'],
  'registration-status': ['trust/registration-status'],
};

/**
 * Creates the reader: `trust/<purpose>/*.pem`, anchors written through the API, and for issuers the tenant's own
 * chains. Listed anchors are added for other purposes. Listed issuers are found through the presented chain. Files are
 * parsed once per version, and a broken file is ignored.
 */
export function createTrustAnchors(
  { keys, settings, log, edits }: TrustDependencies,
  stored: Pick<StoredAnchors, 'of'>,
  listed?: Pick<ListedAnchors, 'all'>,
): TrustAnchors {
  const names = createFolderReader('.pem', edits);
  const certificates = createFileReader(parseAnchors, edits);
  const pinned = createFileReader(parseCertificates, edits);
  const limits = createFileReader(parseLimits, edits);
  const reported = new Map<string, string>();

  const report = (file: string, version: string): void => {
    if (reported.get(file) === version) return;
    reported.set(file, version);
    log.warn('Trust file ignored', { file, detail: 'It cannot be read, or has the wrong content' });
  };

  const ofFile = (purpose: TrustPurpose, folder: string, name: string): readonly TrustAnchor[] => {
    const path = join(folder, `${name}.pem`);
    const limit = purpose === 'issuers' ? limits.read(join(folder, `${name}.json`)) : undefined;
    const isPinned = limit?.ok === true && limit.value.pinned === true;
    const content = (isPinned ? pinned : certificates).read(path);
    if (content?.ok === false) report(path, content.version);
    // An unreadable limit must not mean no limit.
    if (limit?.ok === false) report(join(folder, `${name}.json`), limit.version);
    if (content?.ok !== true || limit?.ok === false) return [];
    const counts = limit === undefined ? UNLIMITED : limit.value;
    return content.value.map((certificate) => ({ certificate, file: name, ...counts }));
  };

  const ofFiles = (purpose: TrustPurpose) =>
    cachedUntilEdit(edits, (tenant) => {
      const folders = FOLDERS[purpose].map((name) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), name));
      return folders.flatMap((folder) => names(folder).flatMap((name) => ofFile(purpose, folder, name)));
    });
  const cached = {
    issuers: ofFiles('issuers'),
    'wallet-providers': ofFiles('wallet-providers'),
    'access-authorities': ofFiles('access-authorities'),
    'registration-providers': ofFiles('registration-providers'),
    'registration-status': ofFiles('registration-status'),
  };

  return async (tenant, purpose, formats = credentialFormats) => {
    const own = purpose === 'issuers' ? await ownAnchors(keys, tenant, formats) : [];
    const ofLists = purpose === 'issuers' ? undefined : await listed?.all(tenant, purpose);
    return [...own, ...cached[purpose](tenant), ...(await stored.of(tenant, purpose)), ...(ofLists ?? [])];
  };
}

/** The tenant's own issuer, for the requested formats. */
async function ownAnchors(
  keys: TrustDependencies['keys'],
  tenant: string,
  formats: readonly CredentialFormat[],
): Promise<readonly TrustAnchor[]> {
  const wanted = credentialFormats.filter((format) => formats.includes(format));
  const found = await Promise.all(
    wanted.map(async (format) => {
      const anchors = await keys.anchors(tenant, format === 'mso_mdoc' ? 'mdoc' : 'credential');
      return anchors.map((certificate) => ({ certificate, own: true as const, ...OWN_LIMITS[format] }));
    }),
  );
  return found.flat();
}

/** Whether the tenant has a folder for anchors of wallet providers, empty or not: the operator then expects attested wallets. */
export function expectsAttestedWallets(configFolder: string, tenant: string): boolean {
  const path = join(tenantFolder(configFolder, tenant), 'trust/wallet-providers');
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Where an anchor for the tenant belongs, as a fact of a refusal: the folder below the setting's name, so that it
 * reveals no path on the machine; for a tenant without files the call that writes one.
 */
export function trustPlace(
  { settings: { CONFIG_FOLDER }, edits }: Pick<TrustDependencies, 'settings' | 'edits'>,
  tenant: string,
  purpose: TrustPurpose,
): string {
  const ofFiles = tenant === DEFAULT_TENANT || createTenantFolders(CONFIG_FOLDER, edits)(tenant);
  return ofFiles ? `${tenantFolder('CONFIG_FOLDER', tenant)}/trust/${purpose}` : `POST /trust/${purpose}`;
}
