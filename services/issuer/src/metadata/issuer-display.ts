/** The name and the images of a tenant's issuer: from `display.json`, otherwise from the API. */
import { join } from 'node:path';
import { withPublicUrl } from '@countersign/shared/flow-config/listed';
import type { WrittenDisplay } from '@countersign/shared/flow-config/stored-display';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { createFileReader, tenantFolder } from '@countersign/shared/kernel/versioned-file';
import type { Platform } from '@countersign/shared/runtime/service';
import { checkDisplay, withImageUris } from '../configuration/display/display.ts';
import { displayFindings, type ImageContext } from '../configuration/display/display-findings.ts';

export interface IssuerDisplay {
  /** Display information of a tenant's issuer, with `<PUBLIC_URL>` replaced. Default: PUBLIC_URL's host. */
  of(tenant: string, issuer: string, written: Pick<WrittenDisplay, 'entries'>): readonly JsonObject[];
  /** Display from the tenant's file, which takes precedence over what the API wrote; undefined without a file. */
  fileOf(tenant: string): readonly JsonObject[] | undefined;
}

export interface DisplayCheck {
  /** The file is used only if this is empty. */
  readonly errors: readonly FieldError[];
  /** Errors in a file that is used nevertheless. */
  readonly findings: readonly FieldError[];
}

/** Checks the text of a `display.json`. @throws ProtocolError `invalid_request` if it is not JSON */
export function checkIssuerDisplay(text: string, context: ImageContext): DisplayCheck {
  const value = withPublicUrl(parseJson(text), context.issuer);
  const errors = checkDisplay(value, '');
  return { errors, findings: errors.length > 0 ? [] : displayFindings(value, '', context, ['accent_color']) };
}

/** The same for entries that the API writes: pointers start at the body, and members only for files are refused. */
export function checkIssuerEntries(entries: Json | undefined, context: ImageContext): readonly FieldError[] {
  const value = entries === undefined ? entries : withPublicUrl(entries, context.issuer);
  const errors = checkDisplay(value, '/entries');
  return errors.length > 0 ? errors : displayFindings(value, '/entries', context, ['accent_color']);
}

export function createDisplay({ settings, log, edits }: Pick<Platform, 'settings' | 'log' | 'edits'>): IssuerDisplay {
  const reader = createFileReader((text) => {
    const [error] = checkDisplay(parseJson(text), '');
    if (error !== undefined) throw new Error(`${error.pointer}: ${error.detail}`);
    return text;
  }, edits);
  const reported = new Map<string, string>();
  const pathOf = (tenant: string): string => join(tenantFolder(settings.CONFIG_FOLDER, tenant), 'display.json');
  const textOf = (tenant: string, { entries }: Pick<WrittenDisplay, 'entries'>) => {
    const file = pathOf(tenant);
    const content = reader.read(file);
    if (content?.ok) return content.value;
    if (content !== undefined && reported.get(file) !== content.version) {
      reported.set(file, content.version);
      const detail = content.error instanceof Error ? content.error.message : 'It cannot be read';
      log.warn('display.json ignored', { tenant, file, detail });
    }
    return content !== undefined || entries === undefined ? undefined : JSON.stringify(entries);
  };
  return {
    of: (tenant, issuer, written) => {
      const text = textOf(tenant, written);
      const display =
        text === undefined ? undefined : withImageUris(parseJson(text.replaceAll('<PUBLIC_URL>', issuer)));
      return display ?? [{ name: new URL(settings.PUBLIC_URL).host, locale: 'en' }];
    },
    fileOf: (tenant) => {
      const content = reader.read(pathOf(tenant));
      if (content === undefined) return undefined;
      const entries = content.ok ? parseJson(content.value) : [];
      return Array.isArray(entries) ? entries.filter(isObject) : [];
    },
  };
}
