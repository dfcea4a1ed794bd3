/** `display.json`: the name and the images of a tenant's issuer. */
import { join } from 'node:path';
import { withPublicUrl } from '@countersign/shared/flow-config/listed';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import { checkDisplay, withImageUris } from '../protocol/display.ts';
import { displayFindings, type ImageContext } from '../protocol/display-findings.ts';

/** Display information of a tenant's issuer. */
export type IssuerDisplay = (
  tenant: string,
  issuer: string,
) => { readonly display: readonly JsonObject[]; readonly version: string };

export interface DisplayCheck {
  /** Where there are none the file is used. */
  readonly errors: readonly FieldError[];
  /** Mistakes of a file that is used nevertheless. */
  readonly findings: readonly FieldError[];
}

/** Checks the text of a `display.json`. @throws ProtocolError `invalid_request` where it is not JSON */
export function checkIssuerDisplay(text: string, context: ImageContext): DisplayCheck {
  const value = withPublicUrl(parseJson(text), context.issuer);
  const errors = checkDisplay(value, '');
  return { errors, findings: errors.length > 0 ? [] : displayFindings(value, '', context, ['accent_color']) };
}

/** `config/display.json`, with `<PUBLIC_URL>` replaced; the host of PUBLIC_URL where there is no usable file. */
export function createDisplay({ settings, log, edits }: Pick<Platform, 'settings' | 'log' | 'edits'>): IssuerDisplay {
  const reader = createFileReader((text) => {
    const [error] = checkDisplay(parseJson(text), '');
    if (error !== undefined) throw new Error(`${error.pointer}: ${error.detail}`);
    return text;
  }, edits);
  const reported = new Map<string, string>();
  return (tenant, issuer) => {
    const file = join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'display.json');
    const content = reader.read(file);
    if (content?.ok) {
      const display = withImageUris(parseJson(content.value.replaceAll('<PUBLIC_URL>', issuer)));
      if (display !== undefined) return { display, version: content.version };
    }
    if (content?.ok === false && reported.get(file) !== content.version) {
      reported.set(file, content.version);
      const detail = content.error instanceof Error ? content.error.message : 'It can not be read';
      log.warn('display.json ignored', { tenant, file, detail });
    }
    return { display: [{ name: new URL(settings.PUBLIC_URL).host, locale: 'en' }], version: 'host' };
  };
}
