/** The brand of a tenant on pages: name, logo and accent colour of its display. */
import { join } from 'node:path';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { credentialIssuer } from '../kernel/identifiers.ts';
import { isObject, type JsonObject, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import { createFileReader, tenantFolder } from '../kernel/versioned-file.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import type { Language } from './accept-language.ts';
import type { Brand } from './page.ts';
import { isHexColor } from './page-colors.ts';

/** The brand of a tenant in a language. Never rejects: unreadable parts are left out. */
export type BrandOf = (tenant: string, language: Language) => Promise<Brand>;

/** Milliseconds. A page must not wait for a store that does not respond: it may be the page that reports the outage. */
const MAX_WAIT = 1000;

export interface BrandParts {
  readonly settings: { readonly CONFIG_FOLDER: string; readonly PUBLIC_URL: string };
  readonly log: Log;
  readonly edits?: FolderEdits;
}

/**
 * Reads the tenant's display: `display.json`, otherwise the display written through the API. Without either, the name
 * is the host of PUBLIC_URL.
 * @param written a tenant's entries that were written through the API
 */
export function createBrandOf(
  { settings: { CONFIG_FOLDER, PUBLIC_URL }, log, edits }: BrandParts,
  written: (tenant: string) => Promise<readonly JsonObject[] | undefined>,
): BrandOf {
  const reader = createFileReader((text) => {
    const value = parseJson(text);
    return Array.isArray(value) ? value.filter(isObject) : [];
  }, edits);
  const entriesOf = async (tenant: string): Promise<readonly JsonObject[]> => {
    const content = reader.read(join(tenantFolder(CONFIG_FOLDER, tenant), 'display.json'));
    if (content !== undefined) return content.ok ? content.value : [];
    try {
      return (await withTimeout(written(tenant), MAX_WAIT, () => new Error('The store does not respond'))) ?? [];
    } catch (error) {
      log.warn("page without its tenant's display", { tenant, ...errorFields(error) });
      return [];
    }
  };
  return async (tenant, language) => {
    const entry = inLanguage(await entriesOf(tenant), language);
    return brand(entry ?? {}, PUBLIC_URL, credentialIssuer(PUBLIC_URL, tenant));
  };
}

/** The entry of a display array in this language, otherwise in English, otherwise the first one. */
export function inLanguage(display: readonly JsonObject[], language: Language): JsonObject | undefined {
  const of = (wanted: Language): JsonObject | undefined =>
    display.find(({ locale }) => typeof locale === 'string' && locale.toLowerCase().split('-', 1)[0] === wanted);
  return of(language) ?? of('en') ?? display[0];
}

function brand(entry: JsonObject, publicUrl: string, issuer: string): Brand {
  const { name, accent_color: accent } = entry;
  const logo = isObject(entry.logo) ? entry.logo : {};
  const src = ownImage(logo.uri ?? logo.url, publicUrl, issuer);
  return {
    name: typeof name === 'string' && name !== '' ? name : new URL(publicUrl).host,
    ...(src === undefined ? {} : { logo: { src, alt: typeof logo.alt_text === 'string' ? logo.alt_text : '' } }),
    ...(isHexColor(accent) ? { accent } : {}),
  };
}

/** An image of another host is not shown: that host would learn who views the page. */
function ownImage(uri: unknown, publicUrl: string, issuer: string): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const address = uri.replaceAll('<PUBLIC_URL>', issuer);
  if (/^data:image\/(?:png|jpeg|webp|gif|svg\+xml)[;,]/.test(address)) return address;
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin === new URL(publicUrl).origin ? pathname : undefined;
}
