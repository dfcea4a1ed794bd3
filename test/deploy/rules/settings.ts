/** The environment of each pod: names of the code's settings, with values that let the service start. */
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { LONGEST_STOP } from '@countersign/shared/runtime/main';
import { KAFKA_WITHOUT_LOGIN, PREVIOUS_KEY_ACCEPTED } from '@countersign/shared/settings/check-settings';
import { isReadBy, SettingsError } from '@countersign/shared/settings/read-settings';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { settingDefinitions } from '@countersign/shared/settings/settings';
import type { Facts } from '../facts.ts';
import { called, containerOf, type Manifest, ofKind, workloads } from '../manifest.ts';
import { WAITS } from './after-restore.ts';

/** A value for a key of the secret that production accepts. */
function secretValue(key: string): string {
  if (key === 'MONGODB_URL') return 'mongodb://mongodb.example:27017';
  if (key === 'REDIS_URL') return 'redis://redis.example:6379';
  return Buffer.from(`${key} 0123456789 abcdefghijklmnopqrst`.slice(0, 32)).toString('base64url');
}

/**
 * What a container's environment would be.
 * @param optional also with the keys of the secret that may be missing
 */
export function environmentOf(
  manifests: readonly Manifest[],
  workload: Manifest,
  optional: boolean,
): Record<string, string> {
  const { env = [], envFrom = [] } = containerOf(workload);
  const maps = envFrom.map(({ configMapRef }) => configMapRef?.name);
  const data = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => maps.includes(metadata.name));
  const environment: Record<string, string> = Object.assign({}, ...data.map((map) => map.data ?? {}));
  for (const { name, value, valueFrom } of env) {
    const reference = valueFrom?.secretKeyRef;
    if (value !== undefined) environment[name] = value;
    else if (reference !== undefined && (optional || reference.optional !== true)) {
      environment[name] = secretValue(reference.key);
    }
  }
  return environment;
}

export function settingFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  return [
    ...workloads(manifests).flatMap((workload) => startFindings(manifests, workload, facts)),
    ...stopFindings(manifests),
    ...hostFindings(manifests),
  ];
}

function startFindings(manifests: readonly Manifest[], workload: Manifest, facts: Facts): readonly string[] {
  const { name } = workload.metadata;
  const service = facts.services.find((one) => one === name);
  const { command = [], args = [] } = containerOf(workload);
  const given = [...command, ...args].join(' ');
  const found: string[] = [];
  if (given !== (name === 'after-restore' ? WAITS.join(' ') : name)) found.push(`${called(workload)}: runs ${given}`);
  const unknown = Object.keys(environmentOf(manifests, workload, true)).filter((one) => !facts.settings.has(one));
  found.push(...unknown.map((one) => `${called(workload)}: there is no setting ${one}`));
  const all = Object.keys(environmentOf(manifests, workload, true));
  found.push(...unreadFindings(all, service).map((text) => `${called(workload)}: ${text}`));
  const shapes: readonly Record<string, string>[] = [
    environmentOf(manifests, workload, true),
    { ...environmentOf(manifests, workload, false), AUTH_API_KEY: secretValue('AUTH_API_KEY') },
  ];
  const problems = new Set(shapes.flatMap((environment) => startProblems(service ?? 'gateway', environment)));
  found.push(...[...problems].map((problem) => `${called(workload)}: ${problem}`));
  return found;
}

/** A pod that is broken into must not give away secrets that it never needed. */
export function unreadFindings(names: readonly string[], service: ServiceName | undefined): readonly string[] {
  return Object.entries(settingDefinitions)
    .filter(([name, definition]) => names.includes(name) && !isReadBy(definition, service))
    .map(([name]) => `does not read ${name}`);
}

/**
 * Warnings that depend on the installation: whether the brokers require a login (network policies and the compose
 * network keep others out), and whether its API key is being changed.
 */
const OF_THE_SITE: ReadonlySet<string> = new Set([KAFKA_WITHOUT_LOGIN, PREVIOUS_KEY_ACCEPTED]);

/** The service's errors for an environment, which must be for production. */
export function startProblems(service: ServiceName, environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    const { settings, warnings } = readServiceSettings(service, environment);
    return [
      ...warnings.filter((warning) => !OF_THE_SITE.has(warning)),
      ...(settings.NODE_ENV === 'production' ? [] : ['NODE_ENV must be production']),
      ...(settings.HOST === '0.0.0.0' ? [] : ['HOST must be 0.0.0.0: no other pod reaches loopback']),
    ];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

function stopFindings(manifests: readonly Manifest[]): readonly string[] {
  return ofKind(manifests, 'Deployment').flatMap((workload) => {
    const delay = Number(environmentOf(manifests, workload, false).STOP_DELAY ?? '500');
    const grace = (workload.spec.template.spec.terminationGracePeriodSeconds ?? 30) * 1000;
    if (grace > delay + LONGEST_STOP) return [];
    return [`${called(workload)}: is killed after ${grace} ms; STOP_DELAY and its end take ${delay + LONGEST_STOP}`];
  });
}

/** Wallets come by the host of PUBLIC_URL. */
function hostFindings(manifests: readonly Manifest[]): readonly string[] {
  const urls = ofKind(manifests, 'ConfigMap').flatMap(({ data }) => data?.PUBLIC_URL ?? []);
  const hosts = urls.map((url) => new URL(url).hostname);
  const ingresses = ofKind(manifests, 'Ingress');
  if (ingresses.length === 0) return ['There is no Ingress'];
  return ingresses.flatMap((ingress) =>
    ingress.spec.rules
      .filter(({ host }) => !hosts.includes(host))
      .map(({ host }) => `${called(ingress)}: the host ${host} is not that of PUBLIC_URL`),
  );
}
