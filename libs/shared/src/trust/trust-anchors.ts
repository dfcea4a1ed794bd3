/**
 * Trust anchors of a tenant by purpose. An anchor of one purpose never counts for another, and nothing is inherited from another
 * tenant.
 */
import type { X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '../crypto/keys.ts';
import { pemCertificates } from '../crypto/x509.ts';
import { isObject, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { createFileReader, createFolderReader, tenantFolder } from '../kernel/versioned-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { TrustAnchor, TrustPurpose } from './trust-anchor.ts';

export type TrustAnchors = (tenant: string, purpose: TrustPurpose) => Promise<readonly TrustAnchor[]>;

export interface TrustDependencies {
  readonly keys: Pick<KeyRing, 'anchors'>;
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly log: Log;
}

/** Folders below that of the tenant. Issuers are read from `trust/` itself too. */
const FOLDERS: Readonly<Record<TrustPurpose, readonly string[]>> = {
  issuers: ['trust', 'trust/issuers'],
  'wallet-providers': ['trust/wallet-providers'],
};

/**
 * Creates the reader: `trust/<purpose>/*.pem`, and for issuers the tenant's own chains. Files are checked at each use and parsed
 * once per version; a broken file is no anchor.
 */
export function createTrustAnchors({ keys, settings, log }: TrustDependencies): TrustAnchors {
  const names = createFolderReader('.pem');
  const certificates = createFileReader(parseAnchors);
  const limits = createFileReader(parseLimits);
  const reported = new Map<string, string>();

  const report = (file: string, version: string): void => {
    if (reported.get(file) === version) return;
    reported.set(file, version);
    log.warn('Trust file ignored', { file, detail: 'It can not be read, or is not what belongs there' });
  };

  const ofFile = (purpose: TrustPurpose, folder: string, name: string): readonly TrustAnchor[] => {
    const path = join(folder, `${name}.pem`);
    const content = certificates.read(path);
    const limit = purpose === 'issuers' ? limits.read(join(folder, `${name}.json`)) : undefined;
    if (content?.ok === false) report(path, content.version);
    // An unreadable limit must not count as no limit.
    if (limit?.ok === false) report(join(folder, `${name}.json`), limit.version);
    if (content?.ok !== true || limit?.ok === false) return [];
    const vcts = limit === undefined ? 'any' : limit.value;
    return content.value.map((certificate) => ({ certificate, vcts }));
  };

  return async (tenant, purpose) => {
    const folders = FOLDERS[purpose].map((name) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), name));
    const own = purpose === 'issuers' ? await keys.anchors(tenant) : [];
    return [
      ...own.map((certificate) => ({ certificate, vcts: 'any' as const })),
      ...folders.flatMap((folder) => names(folder).flatMap((name) => ofFile(purpose, folder, name))),
    ];
  };
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

/** `{"vct": [...]}`. @throws Error for anything else */
export function parseLimits(text: string): readonly string[] {
  const value = parseJson(text);
  const vct = isObject(value) ? value.vct : undefined;
  if (!Array.isArray(vct) || !vct.every((one): one is string => typeof one === 'string')) {
    throw new Error('vct must be a list of types');
  }
  return vct;
}

/** The folder whose anchors decide, as a fact of a refusal: below the setting's name, so that no path of the machine leaves it. */
export function trustPlace(tenant: string, purpose: TrustPurpose): string {
  return `${tenantFolder('CONFIG_FOLDER', tenant)}/trust/${purpose}`;
}
