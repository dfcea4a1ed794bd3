/** docker-compose.yml: the same services with the same settings, as restricted as possible. */
import type { Facts } from '../facts.ts';
import type { ComposeProject, ComposeService } from '../manifest.ts';
import { startProblems, unreadFindings } from './settings.ts';

const STARTS_AFTER = 'service_completed_successfully';
const engines: Readonly<Record<string, string>> = { mongodb: 'mongo', kafka: 'kafka', redis: 'valkey' };

export function composeFindings(project: ComposeProject, facts: Facts): readonly string[] {
  const found = [...facts.services, 'provision'].flatMap((name) => {
    const service = project.services[name];
    return service === undefined ? [`${name} is missing`] : serviceFindings(name, service, project, facts);
  });
  for (const [name, { ports = [], healthcheck, restart }] of Object.entries(project.services)) {
    const published = ports.filter(
      ({ host_ip, target }) => name !== 'gateway' || host_ip !== '127.0.0.1' || target !== 3000,
    );
    found.push(...published.map(({ target }) => `${name}: publishes ${target}`));
    if (healthcheck?.test === undefined && name !== 'provision') found.push(`${name}: has no health check`);
    if (restart !== (name === 'provision' ? 'on-failure' : 'unless-stopped'))
      found.push(`${name}: restart is ${restart}`);
  }
  for (const name of Object.values(engines)) {
    const nets = Object.keys(project.services[name]?.networks ?? {});
    const open = nets.filter((net) => project.networks[net]?.internal !== true);
    found.push(...open.map((net) => `${name}: the network ${net} leads out`));
    const condition = project.services.provision?.depends_on?.[name]?.condition;
    if (condition !== 'service_healthy') found.push(`provision: does not wait until ${name} is healthy`);
  }
  if (!project.services.valkey?.command?.join(' ').includes('--maxmemory-policy noeviction')) {
    found.push('valkey: may evict what guards against replay');
  }
  found.push(...proxyFindings(project));
  return found.map((text) => `docker-compose.yml: ${text}`);
}

/** Connections from a proxy on this machine come from Docker's own address on the network with outside access. */
function proxyFindings({ services, networks }: ComposeProject): readonly string[] {
  const { environment = {}, networks: own = {} } = services.gateway ?? {};
  const open = Object.keys(own).filter((name) => networks[name]?.internal !== true);
  const ends = open.flatMap((name) => (networks[name]?.ipam?.config ?? []).map(({ gateway }) => gateway));
  const trusted = environment.TRUST_PROXY ?? '';
  if (open.length === 1 && ends.length === 1 && ends[0] === trusted) return [];
  return [`gateway: TRUST_PROXY is ${trusted}, a proxy on this machine comes from ${ends.join()}`];
}

function serviceFindings(
  name: string,
  service: ComposeService,
  project: ComposeProject,
  facts: Facts,
): readonly string[] {
  const found: string[] = [];
  const expect = (holds: boolean, text: string): void => void (holds || found.push(`${name}: ${text}`));
  const { environment = {}, networks = {}, volumes = [] } = service;
  const values = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, value ?? '']));
  for (const key of Object.keys(values)) expect(facts.settings.has(key), `there is no setting ${key}`);
  const own = facts.services.find((one) => one === name);
  found.push(...unreadFindings(Object.keys(values), own).map((text) => `${name}: ${text}`));
  // HOST is set by the image.
  for (const problem of startProblems(own ?? 'gateway', { HOST: '0.0.0.0', ...values })) expect(false, problem);
  expect(service.command?.join(' ') === name, `runs ${service.command?.join(' ')}`);
  expect(service.read_only === true, 'the root file system must be read-only');
  expect(service.cap_drop?.join() === 'ALL', 'all capabilities must be dropped');
  expect(service.security_opt?.includes('no-new-privileges:true') === true, 'no-new-privileges is missing');
  const open = Object.keys(networks).some((net) => project.networks[net]?.internal !== true);
  // The gateway's port is published, which an internal network can't.
  const needed = name === 'gateway' || facts.outbound.some((one) => one === name);
  expect(open === needed, `a network that leads out: ${open}`);
  const configured = facts.configured.some((one) => one === name);
  expect(volumes.some(({ target }) => target === '/config') === configured, '/config: read and mounted differ');
  expect(seconds(service.stop_grace_period) >= 20, 'is killed before it has ended by itself');
  if (own !== undefined) {
    const { condition } = service.depends_on?.provision ?? {};
    expect(condition === STARTS_AFTER, 'starts before indexes and topics are made');
    for (const [setting, callee] of addresses) {
      expect(values[setting] === `http://${callee}:${facts.ports[callee]}`, `${setting} is ${values[setting]}`);
    }
  }
  return found;
}

const addresses = [
  ['ISSUER_URL', 'issuer'],
  ['VERIFIER_URL', 'verifier'],
  ['STATUS_URL', 'status'],
  ['DISPATCHER_URL', 'webhook-dispatcher'],
] as const;

function seconds(text = '10s'): number {
  return Number(/^(\d+)s$/.exec(text)?.[1] ?? Number.NaN);
}
