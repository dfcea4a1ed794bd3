/** Reads the environment once, at the start: a frozen object of typed settings, or one error with the list of all problems. */

import { parseAllowList } from '../kernel/address.ts';
import { isRedirectTarget } from '../kernel/redirect-uri.ts';
import { engineTlsProblems } from './engine-tls.ts';
import { withNewNames } from './renamed-settings.ts';
import type { SettingName, Settings } from './settings.ts';
import { settingDefinitions } from './settings.ts';
import type { SettingDefinition } from './table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingsReading {
  readonly settings: Settings;
  /** What production would refuse, and what works otherwise. Never holds a secret's value. */
  readonly warnings: readonly string[];
}

/** A bad environment: every problem at once, each naming its variable and never its value where it is a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** What HAIP demands and this server doesn't have: switching it on would promise what isn't there. */
const HAIP_NOT_BUILT = [
  'client attestation',
  'key attestation',
  'encryption of credential requests and responses',
  'signed metadata',
  'refresh tokens',
  'mso_mdoc',
  'wallet-initiated issuance',
  'the 401 dialect of the authorization challenge',
];

const WELL_KNOWN_SECRETS = new Set([
  'changeme',
  'changeit',
  'changethis',
  'secret',
  'secretkey',
  'supersecret',
  'mysecret',
  'topsecret',
  'password',
  'passw0rd',
  'admin',
  'administrator',
  'default',
  'example',
  'test',
  'testtest',
  'root',
  'apikey',
  'yourapikey',
  'your256bitsecret',
  'yoursecret',
  'yoursecrethere',
  'justadefaultsecret',
  'replaceme',
  'replacethis',
  '12345678',
  '123456789012',
  '1234567890123456',
  '0123456789abcdef',
  '0123456789abcdef0123456789abcdef',
]);

/** Fewer different characters than this is a pattern, not a secret. */
const FEWEST_DIFFERENT_CHARACTERS = 6;

/** Outside production a backend on the same machine works without a setting. */
const LOOPBACK: readonly string[] = Object.freeze(['127.0.0.0/8', '::1/128']);

/** Of a production whose brokers ask for no login. */
export const KAFKA_WITHOUT_LOGIN =
  'KAFKA_USERNAME is not set, nor a client certificate: every client that reaches the brokers can read and write all events';

/** This server speaks no TLS itself. */
const HTTPS_WITHOUT_PROXY =
  'PUBLIC_URL is https, so a proxy ends TLS, but TRUST_PROXY names none: limits count all clients behind it as one';

const METRICS_DISTANCE = 6000;
const MOST_TRIES = 20;
const MOST_PAUSE = 604800;

interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
  readonly production: boolean;
}

type RawValue = string | number | boolean | readonly string[] | undefined;

/**
 * Reads all settings. Unknown variables are ignored; an empty one counts as not set.
 * @param given variables by name, such as `process.env`
 * @throws SettingsError with every problem
 */
export function readSettings(given: Environment): SettingsReading {
  const { env, ...renamed } = withNewNames(given);
  const findings: Findings = { ...renamed, production: env.NODE_ENV === 'production' };
  const values: Record<string, RawValue> = {};
  for (const [name, definition] of Object.entries(settingDefinitions)) {
    values[name] = readValue(name as SettingName, definition, env[name], findings);
  }
  // A default for PUBLIC_URL needs the port, so it is no text of the table.
  values.PUBLIC_URL ??= `http://localhost:${String(values.PORT)}`;
  values.METRICS_PORT ??= metricsPort(Number(values.PORT));
  if (!isSet(env.OUTBOUND_ALLOW) && !findings.production) values.OUTBOUND_ALLOW = LOOPBACK;
  checkLists(values, findings);
  checkTogether(values, findings);
  if (findings.problems.length > 0) throw new SettingsError(findings.problems);
  return { settings: Object.freeze(values) as unknown as Settings, warnings: findings.warnings };
}

/** Nobody would find the one beside a port that was free at the moment. */
function metricsPort(port: number): number {
  return port === 0 || port + METRICS_DISTANCE > 65535 ? 0 : port + METRICS_DISTANCE;
}

function readValue(
  name: SettingName,
  definition: SettingDefinition,
  given: string | undefined,
  findings: Findings,
): RawValue {
  if (given === '' && definition.type === 'secret') complain(findings, `${name} is set but empty`);
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

function readInteger(name: string, definition: SettingDefinition, text: string, findings: Findings): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = definition;
  if (!(value >= min && value <= max)) {
    findings.problems.push(`${name} must be a whole number from ${min} to ${max}`);
    return min;
  }
  return value;
}

function readChoice(name: string, choices: readonly string[], text: string, findings: Findings): string {
  if (!choices.includes(text)) findings.problems.push(`${name} must be one of: ${choices.join(', ')}`);
  return text;
}

/** An identifier that wallets compare as text: no query, no fragment, no trailing slash, plain path segments. */
function readUrl(name: string, text: string, findings: Findings): string {
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
    findings.problems.push(`${name} has a path that is not made of plain segments`);
  }
  return url.origin + path;
}

function checkSecret(name: string, definition: SettingDefinition, text: string, findings: Findings): void {
  const bytes = Buffer.byteLength(text);
  const least = definition.minBytes ?? 0;
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  if (WELL_KNOWN_SECRETS.has(plain)) complain(findings, `${name} is a well-known value: make a random one`);
  else if (bytes < least) complain(findings, `${name} is too short: at least ${least} bytes are needed`);
  else if (new Set(text).size < FEWEST_DIFFERENT_CHARACTERS) {
    complain(findings, `${name} is too simple: make a random one`);
  }
  if (name.startsWith('MASTER_KEY') && !is32BytesBase64url(text)) {
    findings.problems.push(`${name} must be 32 bytes in base64url (43 characters)`);
  }
}

function is32BytesBase64url(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && Buffer.from(text, 'base64url').length === 32;
}

function checkLists(values: Record<string, RawValue>, { problems }: Findings): void {
  const { bad } = parseAllowList(values.OUTBOUND_ALLOW as readonly string[]);
  if (bad.length > 0) {
    problems.push(`OUTBOUND_ALLOW takes host, host:port, addresses and networks, not: ${bad.join(', ')}`);
  }
  const unknown = (values.REDIRECT_ALLOW as readonly string[]).filter((entry) => !isRedirectTarget(entry));
  if (unknown.length > 0) problems.push(`REDIRECT_ALLOW takes host, host:port and scheme:, not: ${unknown.join(', ')}`);
  const pauses = values.WEBHOOK_SCHEDULE as readonly string[];
  const fit = (pause: string): boolean => /^\d{1,6}$/.test(pause) && Number(pause) <= MOST_PAUSE;
  if (pauses.length < 1 || pauses.length > MOST_TRIES || !pauses.every(fit)) {
    problems.push(`WEBHOOK_SCHEDULE must be 1 to ${MOST_TRIES} pauses of 0 to ${MOST_PAUSE} seconds`);
  }
}

/** Production refuses it; elsewhere it is a warning. */
function complain(findings: Findings, text: string): void {
  (findings.production ? findings.problems : findings.warnings).push(text);
}

function checkTogether(values: Record<string, RawValue>, findings: Findings): void {
  const { problems, production } = findings;
  problems.push(...engineTlsProblems(values));
  if (values.HAIP === true) {
    problems.push(`HAIP=true needs what is not built yet: ${HAIP_NOT_BUILT.join(', ')}`);
  }
  if ((values.AUTH_CLIENT_SECRET === undefined) !== (values.JWT_SECRET === undefined)) {
    complain(findings, 'AUTH_CLIENT_SECRET and JWT_SECRET are needed together; variant B is off');
  }
  const publicUrl = String(values.PUBLIC_URL);
  const isHttps = publicUrl.startsWith('https:');
  if (!isHttps && production) problems.push('PUBLIC_URL must be https in production');
  if (isHttps && (values.TRUST_PROXY as readonly string[]).length === 0) findings.warnings.push(HTTPS_WITHOUT_PROXY);
  if (!production) return;
  if (values.MASTER_KEY === undefined) problems.push('MASTER_KEY is needed in production');
  checkKafka(values, findings);
  const variantA = values.AUTH_API_KEY !== undefined;
  const variantB = values.AUTH_CLIENT_SECRET !== undefined && values.JWT_SECRET !== undefined;
  if (!variantA && !variantB) {
    problems.push(
      'AUTH_API_KEY (variant A), or AUTH_CLIENT_SECRET and JWT_SECRET (variant B), are needed in production',
    );
  }
}

/** A network of its own may be all that guards a broker, so this ends no start; but its operator has to know. */
function checkKafka(values: Record<string, RawValue>, { warnings }: Findings): void {
  const brokers = values.KAFKA_BROKERS as readonly string[];
  if (brokers.length === 0 || values.KAFKA_USERNAME !== undefined || values.KAFKA_TLS_CERT !== undefined) return;
  warnings.push(KAFKA_WITHOUT_LOGIN);
}
