/** Checks every file of the configuration folder as the services read it, and reports errors and warnings per file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readClients } from '@countersign/gateway/authenticate/clients';
import { reservedWords } from '@countersign/gateway/edge/match';
import type { Clock } from '@countersign/shared/kernel/clock';
import { whereJsonBreaks } from '@countersign/shared/kernel/json-place';
import { tenantsByFolder } from '@countersign/shared/kernel/versioned-file';
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { Settings } from '@countersign/shared/settings/settings';
import { sharedPartyKeys } from './check-party-keys.ts';
import { checkTenantFolder } from './check-tenant-folder.ts';
import type { FileFinding } from './file-findings.ts';
import { placeOfPointer } from './json-pointer-place.ts';

export interface ConfigFinding {
  /** Below the configuration folder. */
  readonly file: string;
  /** From 1. A file that isn't JSON has a line only at the place where it stops being JSON. */
  readonly line?: number;
  readonly column?: number;
  /** JSON pointer; empty for the whole file. */
  readonly pointer: string;
  readonly detail: string;
  /** With a warning the configuration still works as written. */
  readonly level: 'error' | 'warning';
}

export interface ConfigReport {
  readonly findings: readonly ConfigFinding[];
  readonly files: number;
  readonly tenants: readonly string[];
}

interface Inspected {
  readonly settings: Settings;
  /** For `secret_env` of clients.json and `clientSecretEnv` of sign-in.json. */
  readonly environment: Environment;
  readonly clock: Clock;
}

/** Reads the whole folder: all tenants, all kinds of files. Changes nothing, and calls no other server. */
export async function checkConfig({ settings, environment, clock }: Inspected): Promise<ConfigReport> {
  const root = settings.CONFIG_FOLDER;
  const tenants = tenantsByFolder(root);
  const reserved = reservedWords();
  const found: FileFinding[] = [];
  for (const tenant of tenants)
    found.push(...(await checkTenantFolder({ settings, tenant, clock, reserved, environment })));
  found.push(...(await sharedPartyKeys({ settings, tenants, clock })));
  const clients = readClients({ settings, environment, reserved });
  found.push(...clients.problems.map((problem) => ({ ...problem, file: join(root, 'clients.json') })));
  return { findings: found.map((finding) => placed(root, finding)).sort(byPlace), files: countFiles(root), tenants };
}

function placed(root: string, { file, pointer, detail, level = 'error' }: FileFinding): ConfigFinding {
  return { file: relative(root, file), ...placeIn(file, pointer), pointer, detail, level };
}

function placeIn(file: string, pointer: string): { readonly line?: number; readonly column?: number } {
  if (!file.toLowerCase().endsWith('.json') || !existsSync(file)) return {};
  try {
    const text = readFileSync(file, 'utf8');
    const { line, column } = whereJsonBreaks(text) ?? placeOfPointer(text, pointer);
    return { line, column };
  } catch {
    return {};
  }
}

function byPlace(a: ConfigFinding, b: ConfigFinding): number {
  return a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

function countFiles(path: string): number {
  if (!existsSync(path)) return 0;
  return readdirSync(path, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).length;
}

/** One line of the report: `file:line:column level pointer detail`. */
export function findingLine({ file, line, column, level, pointer, detail }: ConfigFinding): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place}  ${level}  ${pointer === '' ? '' : `${pointer}  `}${detail}`;
}

/** The numbers of errors and warnings, as text; undefined without any. */
export function countOf(findings: readonly Pick<ConfigFinding, 'level'>[]): string | undefined {
  const errors = findings.filter(({ level }) => level === 'error').length;
  const parts = [plural(errors, 'error'), plural(findings.length - errors, 'warning')].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}

function plural(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
