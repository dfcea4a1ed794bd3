/**
 * The console: what people who manage the server see in a browser. Its files come from the build of the package
 * `@countersign/console`. Every path below `/console` without a file returns its page, which decides what to show.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@countersign/shared/http/message';
import type { Log } from '@countersign/shared/kernel/log';
import { PAGE_CONTENT_TYPE } from '@countersign/shared/pages/page';
import { notFound } from '../request/parameters.ts';
import { siteTypes } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';

/** No external script or style, no request to another host, and no other page's frame around it. */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface ConsoleOptions {
  readonly settings: { readonly CONSOLE: 'on' | 'off'; readonly PUBLIC_URL: string };
  readonly log: Log;
  /** Users may sign in with the organisation's identity provider. */
  readonly organisation: boolean;
  /** The folder in which the build left the files. */
  readonly folder?: string;
}

export interface ConsoleSite {
  readonly page: Operation;
  readonly file: Operation;
}

/** @returns undefined if the console is off, or was not built */
export function consoleSite(options: ConsoleOptions): ConsoleSite | undefined {
  const { settings, log, organisation, folder = siteFolder() } = options;
  if (settings.CONSOLE === 'off') return undefined;
  if (!existsSync(join(folder, 'index.html'))) {
    log.warn('the console is missing: run npm run build to create it, or set CONSOLE=off if you do not want it', {});
    return undefined;
  }
  const base = new URL(settings.PUBLIC_URL).pathname.replace(/\/$/, '');
  const files = assets(join(folder, 'assets'));
  return {
    page: constantDocument({
      text: pageFor(readFileSync(join(folder, 'index.html'), 'utf8'), base, organisation),
      contentType: PAGE_CONTENT_TYPE,
      headers: { 'content-security-policy': CONSOLE_POLICY, 'cross-origin-opener-policy': 'same-origin' },
    }),
    file: async (request) => {
      const file = files.get(request.params.file ?? '');
      if (file === undefined) throw notFound();
      return file(request);
    },
  };
}

/** The operation of a console that is off: there is nothing at its addresses. */
export const noConsole: Operation = async () => {
  throw notFound();
};

/** The console's files, each read at its first request. */
function assets(folder: string): ReadonlyMap<string, Operation> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names.map((name) => {
      const contentType = siteTypes[extname(name)] ?? 'application/octet-stream';
      return [name, constantDocument(() => ({ text: readFileSync(join(folder, name)), contentType }))];
    }),
  );
}

/** The page with this server's addresses. The build's addresses are relative, and pages have different depths. */
function pageFor(html: string, base: string, organisation: boolean): string {
  return html
    .replaceAll('"./', `"${base}/console/`)
    .replace('data-base=""', `data-base="${base}"`)
    .replace('data-organisation="false"', `data-organisation="${organisation}"`);
}

function siteFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@countersign/console/package.json'))), 'site');
}
