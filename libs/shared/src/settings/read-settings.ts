/** Reads the environment once, at the start: a frozen object of typed settings, or one error with the list of all problems. */

import type { ServiceName } from '../kernel/service-name.ts';
import { checkSecret } from './check-secret.ts';
import { checkLists, checkTogether } from './check-settings.ts';
import { mistypedSettings } from './mistyped-settings.ts';
import { applyRenamedSettings } from './renamed-settings.ts';
import type { SettingName, Settings } from './settings.ts';
import { settingDefinitions } from './settings.ts';
import { addProductionFinding, type RawValue, type SettingsFindings } from './settings-findings.ts';
import type { SettingDefinition } from './table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingsReading {
  readonly settings: Settings;
  /**
   * Warnings that don't stop the start: values that production would refuse, old names, missing protections. No
   * secret's value.
   */
  readonly warnings: readonly string[];
}

/** A bad environment: every problem together, each with its variable, and its value unless it is secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Default of OUTBOUND_ALLOW outside production: a backend on the same machine works without a setting. */
const LOOPBACK: readonly string[] = Object.freeze(['127.0.0.0/8', '::1/128']);

const METRICS_DISTANCE = 6000;

/**
 * Reads all settings. Unknown variables are ignored, with a warning if their name is almost a setting's; an empty one
 * is treated as not set.
 * @param given variables by name, such as `process.env`
 * @param service reads only what this separate service needs; absent: everything
 * @throws SettingsError with every problem
 */
export function readSettings(given: Environment, service?: ServiceName): SettingsReading {
  const { env, ...renamed } = applyRenamedSettings(given);
  const findings: SettingsFindings = { ...renamed, production: env.NODE_ENV === 'production', given: env, service };
  findings.warnings.push(...mistypedSettings(env, Object.keys(settingDefinitions)));
  const values: Record<string, RawValue> = {};
  for (const [name, definition] of Object.entries(settingDefinitions)) {
    const read = isReadBy(definition, service) ? env[name] : undefined;
    values[name] = readValue(name as SettingName, definition, read, findings);
  }
  // PUBLIC_URL's default depends on PORT, so it can't be in the table.
  values.PUBLIC_URL ??= `http://localhost:${String(values.PORT)}`;
  values.METRICS_PORT ??= metricsPort(Number(values.PORT));
  values.TRACE ??= findings.production ? 'failures' : 'all';
  values.CONSOLE ??= findings.production ? 'off' : 'on';
  if (!isSet(env.OUTBOUND_ALLOW) && !findings.production) values.OUTBOUND_ALLOW = LOOPBACK;
  checkLists(values, findings);
  checkTogether(values, findings);
  if (findings.problems.length > 0) throw new SettingsError(findings.problems);
  return { settings: Object.freeze(values) as unknown as Settings, warnings: findings.warnings };
}

/** Whether a service reads a setting; without a service everything is read. */
export function isReadBy({ readBy }: SettingDefinition, service: ServiceName | undefined): boolean {
  return service === undefined || readBy === undefined || readBy.includes(service);
}

/** Where PORT is 0 (any free port), the metrics port is 0 too: no port could be derived from it. */
function metricsPort(port: number): number {
  return port === 0 || port + METRICS_DISTANCE > 65535 ? 0 : port + METRICS_DISTANCE;
}

function readValue(
  name: SettingName,
  definition: SettingDefinition,
  given: string | undefined,
  findings: SettingsFindings,
): RawValue {
  if (given === '' && definition.type === 'secret') addProductionFinding(findings, `${name} is set but empty`);
  const text = isSet(given) ? given : definition.default;
  if (text === undefined) return definition.type === 'list' ? Object.freeze([]) : undefined;
  switch (definition.type) {
    case 'integer':
      return readInteger(name, definition, text, findings);
    case 'choice':
      return readChoice(name, definition.choices ?? [], text, findings);
    case 'switch':
      return readChoice(name, ['true', 'false'], text.toLowerCase(), findings) === 'true';
    case 'list':
      return Object.freeze(
        text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      );
    case 'url':
      return readUrl(name, text, findings);
    case 'secret':
      checkSecret(name, definition, text, findings);
      return text;
    case 'connection':
    case 'text':
      return text;
  }
}

function isSet(given: string | undefined): given is string {
  return given !== undefined && given !== '';
}

function readInteger(name: string, definition: SettingDefinition, text: string, findings: SettingsFindings): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = definition;
  if (!(value >= min && value <= max)) {
    findings.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return min;
  }
  return value;
}

function readChoice(name: string, choices: readonly string[], text: string, findings: SettingsFindings): string {
  if (!choices.includes(text)) findings.problems.push(`${name} must be one of: ${choices.join(', ')}`);
  return text;
}

/** An identifier that wallets compare as a string: no query, no fragment, no trailing slash, plain path segments. */
function readUrl(name: string, text: string, findings: SettingsFindings): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    findings.problems.push(`${name} must be an http or https URL`);
    return text;
  }
  if (text.includes('?') || text.includes('#') || url.username !== '' || url.password !== '') {
    findings.problems.push(`${name} must not have a query, a fragment or a user name`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (path !== '' && !/^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)+$/.test(path)) {
    findings.problems.push(`${name} has a path with segments that are not plain`);
  }
  return url.origin + path;
}
