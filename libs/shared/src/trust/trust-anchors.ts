/**
 * Trust anchors of a tenant by purpose. An anchor of one purpose never counts for another, and nothing is inherited from another
 * tenant.
 */
import type { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '../crypto/keys.ts';
import { pemCertificates } from '../crypto/x509.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { heldUntilEdit } from '../kernel/held-until-edit.ts';
import { isObject, type Json, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { createFileReader, createFolderReader, tenantFolder } from '../kernel/versioned-file.ts';
import type { Settings } from '../settings/settings.ts';
import {
  type AnchorLimits,
  type CredentialFormat,
  credentialFormats,
  OWN_LIMITS,
  type TrustAnchor,
  type TrustPurpose,
  UNLIMITED,
} from './trust-anchor.ts';

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
  /** Of the configuration folder; absent: each read asks the file system. */
  readonly edits?: FolderEdits;
}

/** Folders below that of the tenant. Issuers are read from `trust/` itself too. */
const FOLDERS: Readonly<Record<TrustPurpose, readonly string[]>> = {
  issuers: ['trust', 'trust/issuers'],
  'wallet-providers': ['trust/wallet-providers'],
};

/**
 * Creates the reader: `trust/<purpose>/*.pem`, and for issuers the tenant's own chains. Files are parsed once per version;
 * a broken file is no anchor.
 */
export function createTrustAnchors({ keys, settings, log, edits }: TrustDependencies): TrustAnchors {
  const names = createFolderReader('.pem', edits);
  const certificates = createFileReader(parseAnchors, edits);
  const pinned = createFileReader(parseCertificates, edits);
  const limits = createFileReader(parseLimits, edits);
  const reported = new Map<string, string>();

  const report = (file: string, version: string): void => {
    if (reported.get(file) === version) return;
    reported.set(file, version);
    log.warn('Trust file ignored', { file, detail: 'It can not be read, or is not what belongs there' });
  };

  const ofFile = (purpose: TrustPurpose, folder: string, name: string): readonly TrustAnchor[] => {
    const path = join(folder, `${name}.pem`);
    const limit = purpose === 'issuers' ? limits.read(join(folder, `${name}.json`)) : undefined;
    const isPinned = limit?.ok === true && limit.value.pinned === true;
    const content = (isPinned ? pinned : certificates).read(path);
    if (content?.ok === false) report(path, content.version);
    // An unreadable limit must not count as no limit.
    if (limit?.ok === false) report(join(folder, `${name}.json`), limit.version);
    if (content?.ok !== true || limit?.ok === false) return [];
    const counts = limit === undefined ? UNLIMITED : limit.value;
    return content.value.map((certificate) => ({ certificate, ...counts }));
  };

  const ofFiles = (purpose: TrustPurpose) =>
    heldUntilEdit(edits, (tenant) => {
      const folders = FOLDERS[purpose].map((name) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), name));
      return folders.flatMap((folder) => names(folder).flatMap((name) => ofFile(purpose, folder, name)));
    });
  const held = { issuers: ofFiles('issuers'), 'wallet-providers': ofFiles('wallet-providers') };

  return async (tenant, purpose, formats = credentialFormats) => {
    const own = purpose === 'issuers' ? await ownAnchors(keys, tenant, formats) : [];
    return [...own, ...held[purpose](tenant)];
  };
}

/** The tenant's own issuer, for the formats that are asked for. */
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

/** CA certificates in PEM. @throws Error where there is none, or one that is no CA */
export function parseAnchors(text: string): readonly X509Certificate[] {
  const found = pemCertificates(text);
  if (found.length === 0 || !found.every(({ ca }) => ca)) throw new Error('A trust file holds CA certificates');
  return found;
}

/** Certificates in PEM, of signers that are pinned. @throws Error where there is none */
export function parseCertificates(text: string): readonly X509Certificate[] {
  const found = pemCertificates(text);
  if (found.length === 0) throw new Error('A trust file holds certificates');
  return found;
}

/**
 * `{"vct": [...], "doctype": [...]}`, at least one of them. An anchor that is limited to types of one format counts for none of
 * the other. With `"pinned": true` the certificates are those of signers of the document types that are named.
 * @throws Error for anything else
 */
export function parseLimits(text: string): AnchorLimits {
  const value = parseJson(text);
  const { vct, doctype, pinned = false } = isObject(value) ? value : {};
  if (typeof pinned !== 'boolean') throw new Error('pinned must be true or false');
  if (pinned && (vct !== undefined || doctype === undefined)) {
    throw new Error('pinned certificates need doctype, and no vct: they sign mdocs alone');
  }
  if (vct === undefined && doctype === undefined) throw new Error('vct or doctype must be a list of types');
  const limits = { vcts: typesIn('vct', vct), doctypes: typesIn('doctype', doctype) };
  return pinned ? { ...limits, pinned } : limits;
}

function typesIn(member: string, value: Json | undefined): readonly string[] {
  const types = value ?? [];
  if (!Array.isArray(types) || !types.every((one): one is string => typeof one === 'string')) {
    throw new Error(`${member} must be a list of types`);
  }
  return types;
}

/** The folder whose anchors decide, as a fact of a refusal: below the setting's name, so that no path of the machine leaves it. */
export function trustPlace(tenant: string, purpose: TrustPurpose): string {
  return `${tenantFolder('CONFIG_FOLDER', tenant)}/trust/${purpose}`;
}
