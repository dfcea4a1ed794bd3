/** The certificates that a tenant obtains through ACME: `acme.json` in its folder. */
import { join } from 'node:path';
import { acmeSchema, type WrittenAcmeCertificate } from '@countersign/shared/configuration-documents/acme-file';
import { compileSchema } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { Log } from '@countersign/shared/kernel/log';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Settings } from '@countersign/shared/settings/settings';

/** Below the tenant's folder. */
export const ACME_FILE = 'acme.json';

export type AcmeCertificate = WrittenAcmeCertificate &
  Required<Pick<WrittenAcmeCertificate, 'set' | 'purpose' | 'key'>>;

/** An unreadable file has no certificates; it is logged once per version. */
export type AcmeCertificates = (tenant: string) => readonly AcmeCertificate[];

export function createAcmeCertificates({
  settings,
  edits,
  log,
}: {
  readonly settings: Pick<Settings, 'CONFIG_FOLDER'>;
  readonly edits?: FolderEdits;
  readonly log: Log;
}): AcmeCertificates {
  const reader = createFileReader((text) => readAcmeFile(parseJson(text)), edits);
  const reported = new Map<string, string>();
  return (tenant) => {
    const content = reader.read(join(tenantFolder(settings.CONFIG_FOLDER, tenant), ACME_FILE));
    if (content === undefined) return [];
    if (content.ok && content.value.errors.length === 0) return content.value.certificates;
    if (reported.get(tenant) !== content.version) {
      reported.set(tenant, content.version);
      const [first] = content.ok ? content.value.errors : [{ pointer: '', detail: 'It is not JSON' }];
      log.error('acme.json is ignored: no certificate is renewed', { tenant, ...first });
    }
    return [];
  };
}

/** The authorities' directories, each once. */
export function directoriesOf(certificates: readonly Pick<AcmeCertificate, 'directory'>[]): readonly string[] {
  return [...new Set(certificates.map(({ directory }) => directory))];
}

export interface ReadAcmeFile {
  readonly certificates: readonly AcmeCertificate[];
  readonly errors: readonly FieldError[];
}

const validate = compileSchema(acmeSchema);

/** The content of the file, and what is wrong with it. */
export function readAcmeFile(value: Json): ReadAcmeFile {
  const errors = validate(value);
  if (errors.length > 0 || !isObject(value)) return { certificates: [], errors };
  const written = (value as JsonObject & { readonly certificates: readonly WrittenAcmeCertificate[] }).certificates;
  const certificates = written.map((one) => ({ set: 'default', purpose: 'request', key: 'new', ...one }) as const);
  return { certificates, errors: repeated(certificates) };
}

/** Two certificates for the same keys would replace each other. */
function repeated(certificates: readonly AcmeCertificate[]): readonly FieldError[] {
  const names = certificates.map(({ set, purpose }) => `${set}/${purpose}`);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ pointer: `/certificates/${index}`, detail: `There is already a certificate for ${name}` }],
  );
}
