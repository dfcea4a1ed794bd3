/** The settings of a service that runs as a separate process. */
import type { ServiceName } from '../kernel/service-name.ts';
import { type Environment, isReadBy, readSettings, SettingsError, type SettingsReading } from './read-settings.ts';
import { type SettingName, settingDefinitions } from './settings.ts';

/** Default PORT of each service. */
export const DEFAULT_PORTS: Readonly<Record<ServiceName, string>> = {
  gateway: '3000',
  issuer: '3001',
  verifier: '3002',
  status: '3003',
  'webhook-dispatcher': '3004',
};

/** Settings that separate processes must share; a single process generates or does without them. */
const NEEDED: readonly SettingName[] = [
  'PUBLIC_URL',
  'MASTER_KEY',
  'INTERNAL_SECRET',
  'MONGODB_URL',
  'KAFKA_BROKERS',
  'REDIS_URL',
];

/**
 * Reads the settings of one service; PORT defaults to the port of the service.
 * @throws SettingsError with every problem, missing settings of separate services included
 */
export function readServiceSettings(name: ServiceName, env: Environment): SettingsReading {
  const needed = NEEDED.filter((setting) => isReadBy(settingDefinitions[setting], name));
  const missing = needed
    .filter((setting) => !isSet(env[setting]))
    .map((setting) => `${setting} is required when the services run as separate processes`);
  const problems = [...missing, ...addressProblems(env)];
  const PORT = isSet(env.PORT) ? env.PORT : DEFAULT_PORTS[name];
  try {
    const reading = readSettings({ ...env, PORT }, name);
    if (problems.length > 0) throw new SettingsError(problems);
    return reading;
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError([...new Set([...problems, ...error.problems])]);
  }
}

/** Checks the environment rather than the settings that were read, so that all problems are reported together. */
function addressProblems(env: Environment): readonly string[] {
  const names = ['ISSUER_URL', 'VERIFIER_URL', 'STATUS_URL', 'DISPATCHER_URL'] as const;
  const wrong = names.filter((name) => isSet(env[name]) && !isListOf(env[name], isOrigin));
  const begins = (name: SettingName, pattern: RegExp): boolean => !isSet(env[name]) || pattern.test(env[name] ?? '');
  return [
    ...wrong.map((name) => `${name} must be http or https addresses without a path, separated by commas`),
    ...(isSet(env.KAFKA_BROKERS) && !isListOf(env.KAFKA_BROKERS, isBroker)
      ? ['KAFKA_BROKERS must be host:port, several separated by commas']
      : []),
    ...(begins('MONGODB_URL', /^mongodb(\+srv)?:\/\//)
      ? []
      : ['MONGODB_URL must start with mongodb:// or mongodb+srv://']),
    ...(begins('REDIS_URL', /^rediss?:\/\//) ? [] : ['REDIS_URL must start with redis:// or rediss://']),
  ];
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function isListOf(text: string | undefined, isItem: (item: string) => boolean): boolean {
  const items = (text ?? '').split(',').map((item) => item.trim());
  const given = items.filter((item) => item !== '');
  return given.length > 0 && given.every(isItem);
}

function isBroker(text: string): boolean {
  return /^[A-Za-z0-9._-]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/.test(text);
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, '');
}
