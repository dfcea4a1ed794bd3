/** Trust anchors of a tenant: its own issuer, and the certificates in its folder `trust/`. Nothing is inherited. */
import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, createFolderReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchor } from './protocol/issuer-trust.ts';

export type TrustAnchors = (tenant: string) => Promise<readonly TrustAnchor[]>;

/** Creates the reader. Files are checked at each use and parsed once per version; a broken file is no anchor. */
export function createTrustAnchors({ keys, settings, log }: Pick<Platform, 'keys' | 'settings' | 'log'>): TrustAnchors {
  const names = createFolderReader('.pem');
  const certificates = createFileReader(parseAnchors);
  const limits = createFileReader(parseLimits);
  const reported = new Map<string, string>();

  const report = (file: string, version: string): void => {
    if (reported.get(file) === version) return;
    reported.set(file, version);
    log.warn('Trust file ignored', { file, detail: 'It can not be read, or is not what belongs there' });
  };

  const ofFile = (folder: string, name: string): readonly TrustAnchor[] => {
    const path = join(folder, `${name}.pem`);
    const content = certificates.read(path);
    const limit = limits.read(join(folder, `${name}.json`));
    if (content?.ok === false) report(path, content.version);
    // An unreadable limit must not count as no limit.
    if (limit?.ok === false) report(join(folder, `${name}.json`), limit.version);
    if (content?.ok !== true || limit?.ok === false) return [];
    const vcts = limit === undefined ? 'any' : limit.value;
    return content.value.map((certificate) => ({ certificate, vcts }));
  };

  return async (tenant) => {
    const folder = join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'trust');
    const own = await keys.anchors(tenant);
    return [
      ...own.map((certificate) => ({ certificate, vcts: 'any' as const })),
      ...names(folder).flatMap((name) => ofFile(folder, name)),
    ];
  };
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
