/** The settings of a service that runs as a process of its own. */
import type { ServiceName } from '../bus/catalogue.ts';
import { type Environment, readSettings, SettingsError, type SettingsReading } from '../read-settings.ts';
import type { SettingName } from '../settings.ts';

const DEFAULT_PORTS: Readonly<Record<ServiceName, string>> = {
  gateway: '3000',
  issuer: '3001',
  verifier: '3002',
  status: '3003',
  'webhook-dispatcher': '3004',
};

/** What one process makes for itself and several must share. */
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
 * @throws SettingsError with every problem, also with what separate services need and one process doesn't
 */
export function readServiceSettings(name: ServiceName, env: Environment): SettingsReading {
  const missing = NEEDED.filter((setting) => env[setting] === undefined || env[setting] === '').map(
    (setting) => `${setting} is needed where the services are processes of their own`,
  );
  const PORT = env.PORT === undefined || env.PORT === '' ? DEFAULT_PORTS[name] : env.PORT;
  try {
    const reading = readSettings({ ...env, PORT });
    const problems = [...missing, ...addressProblems(reading.settings)];
    if (problems.length > 0) throw new SettingsError(problems);
    return reading;
  } catch (error) {
    if (!(error instanceof SettingsError) || missing.length === 0) throw error;
    throw new SettingsError([...new Set([...missing, ...error.problems])]);
  }
}

function addressProblems(settings: SettingsReading['settings']): readonly string[] {
  const names = ['ISSUER_URL', 'VERIFIER_URL', 'STATUS_URL', 'DISPATCHER_URL'] as const;
  const wrong = names.filter((name) => settings[name].length === 0 || !settings[name].every(isOrigin));
  const brokers = settings.KAFKA_BROKERS.every((broker) =>
    /^[A-Za-z0-9._-]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/.test(broker),
  );
  return [
    ...wrong.map((name) => `${name} must be http or https addresses without a path, separated by commas`),
    ...(brokers ? [] : ['KAFKA_BROKERS must be host:port, several separated by commas']),
    ...(/^mongodb(\+srv)?:\/\//.test(settings.MONGODB_URL ?? 'mongodb://')
      ? []
      : ['MONGODB_URL must begin with mongodb:// or mongodb+srv://']),
    ...(/^rediss?:\/\//.test(settings.REDIS_URL ?? 'redis://')
      ? []
      : ['REDIS_URL must begin with redis:// or rediss://']),
  ];
}

function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, '');
}
