/** A tenant's registrar: `registrar.json` in its folder, with the register's certificates in `registrar.pem`. */
import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { registrarSchema, type WrittenRegistrar } from '@countersign/shared/configuration-documents/registrar-file';
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { type Json, parseJson } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

/** Below the tenant's folder. */
export const REGISTRAR_FILES = ['registrar.json', 'registrar.pem'] as const;

export interface TenantRegistrar {
  readonly written: WrittenRegistrar;
  readonly anchors: readonly X509Certificate[];
}

/** Undefined without a registrar. An unreadable file is skipped, and logged once per version. */
export type TenantRegistrars = (tenant: string) => TenantRegistrar | undefined;

const validate = compileSchema(registrarSchema);

/** What is wrong with the file. */
export function registrarFindings(value: Json): readonly FieldError[] {
  return validate(value);
}

/** @throws Error for anything but a registrar */
export function parseRegistrar(text: string): WrittenRegistrar {
  const value = parseJson(text);
  const [first] = registrarFindings(value);
  if (first !== undefined) throw new Error(`${first.pointer}: ${first.detail}`);
  return value as unknown as WrittenRegistrar;
}

export function createTenantRegistrars({
  settings,
  edits,
  log,
}: {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly edits?: FolderEdits;
  readonly log: Log;
}): TenantRegistrars {
  const descriptions = createFileReader(parseRegistrar, edits);
  const certificates = createFileReader(pemCertificates, edits);
  const reported = new Map<string, string>();
  return (tenant) => {
    const [json, pem] = REGISTRAR_FILES.map((name) => join(tenantFolder(settings.CONFIG_FOLDER, tenant), name));
    const written = descriptions.read(json ?? '');
    const anchors = certificates.read(pem ?? '');
    for (const content of [written, anchors]) {
      if (content?.ok !== false || reported.get(tenant) === content.version) continue;
      reported.set(tenant, content.version);
      log.error("A tenant's registrar is ignored, because its files cannot be read", { tenant });
    }
    if (written?.ok !== true || anchors?.ok === false) return undefined;
    return { written: written.value, anchors: anchors?.value ?? [] };
  };
}
