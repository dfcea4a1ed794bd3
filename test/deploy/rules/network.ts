/** Network policies: exactly the existing connections are allowed. */
import { isPublicAddress } from '@countersign/shared/kernel/address';
import type { EngineKind, Facts } from '../facts.ts';
import { called, type Manifest, ofKind, type Peer, type PolicyRule, selects, workloads } from '../manifest.ts';

const enginePorts: Readonly<Record<EngineKind, number>> = { mongodb: 27017, kafka: 9092, redis: 6379 };

/** Jobs, with what they use. */
const jobs: Readonly<Record<string, readonly EngineKind[]>> = {
  provision: ['kafka', 'mongodb'],
  'after-restore': ['mongodb'],
};

/** Some of each network that must not be reached as if it were the internet. */
const PRIVATE = ['10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.1', '192.168.0.1'];
const OTHERS = ['0.0.0.1', '192.0.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'];

export function networkFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  const policies = ofKind(manifests, 'NetworkPolicy');
  return [
    ...defaultFindings(policies, workloads(manifests)),
    ...pairFindings(manifests, facts),
    ...outsideFindings(manifests, facts),
    ...engineFindings(manifests, facts),
    ...internetFindings(manifests, facts),
  ];
}

/** Services, and the existing jobs. */
function names(manifests: readonly Manifest[], { services }: Facts): readonly string[] {
  return [...services, ...ofKind(manifests, 'Job').map(({ metadata }) => metadata.name)];
}

type Direction = 'ingress' | 'egress';

/** The rules of one direction that apply to the pods of a workload. */
function rulesFor(manifests: readonly Manifest[], name: string, direction: Direction): readonly PolicyRule[] {
  const workload = workloads(manifests).find(({ metadata }) => metadata.name === name);
  if (workload === undefined) return [];
  const { labels } = workload.spec.template.metadata;
  return ofKind(manifests, 'NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, labels))
    .flatMap(({ spec }) => spec[direction] ?? []);
}

function defaultFindings(policies: readonly Manifest[], pods: readonly Manifest[]): readonly string[] {
  const denies = policies.some(
    ({ spec }) =>
      Object.keys(spec.podSelector).length === 0 &&
      ['Ingress', 'Egress'].every((type) => spec.policyTypes.includes(type)) &&
      spec.ingress === undefined &&
      spec.egress === undefined,
  );
  const unnamed = pods.filter(
    ({ metadata }) => !rulesFor([...policies, ...pods], metadata.name, 'egress').some(isNames),
  );
  const open = policies.filter(({ spec }) =>
    [...(spec.ingress ?? []), ...(spec.egress ?? [])].some(
      (rule) => (rule.ports ?? []).length === 0 || (rule.from ?? rule.to ?? []).length === 0,
    ),
  );
  return [
    ...(denies ? [] : ['No NetworkPolicy denies what is not allowed']),
    ...unnamed.map((pod) => `${called(pod)}: may not ask for names (DNS)`),
    ...open.map((policy) => `${called(policy)}: a rule names no peer or no port, and so allows all`),
  ];
}

function isNames({ to = [], ports = [] }: PolicyRule): boolean {
  const labels = { 'kubernetes.io/metadata.name': 'kube-system' };
  const there = to.some(
    ({ namespaceSelector }) => namespaceSelector !== undefined && selects(namespaceSelector, labels),
  );
  return there && ['UDP', 'TCP'].every((protocol) => ports.some((one) => one.port === 53 && one.protocol === protocol));
}

/** Whether a rule allows a service's pods, at its port. */
function allows(rule: PolicyRule, peers: readonly Peer[], labels: Record<string, string>, ports: unknown[]): boolean {
  const named = peers.some(
    ({ podSelector, namespaceSelector, ipBlock }) =>
      podSelector !== undefined &&
      namespaceSelector === undefined &&
      ipBlock === undefined &&
      selects(podSelector, labels),
  );
  return named && (rule.ports ?? []).some(({ port }) => ports.includes(port));
}

function pairFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  const { services, calls, ports } = facts;
  const labelsOf = (name: string) =>
    workloads(manifests).find(({ metadata }) => metadata.name === name)?.spec.template.metadata.labels ?? {};
  const found: string[] = [];
  for (const caller of names(manifests, facts)) {
    for (const callee of services.filter((one) => one !== caller)) {
      const way = [ports[callee], 'http'];
      const out = rulesFor(manifests, caller, 'egress').some((rule) =>
        allows(rule, rule.to ?? [], labelsOf(callee), way),
      );
      const inward = rulesFor(manifests, callee, 'ingress').some((rule) =>
        allows(rule, rule.from ?? [], labelsOf(caller), way),
      );
      const wanted = services.some((one) => one === caller && calls[one].includes(callee));
      if (out !== wanted)
        found.push(`${caller} ${wanted ? 'calls' : 'does not call'} ${callee}: its egress says otherwise`);
      if (inward !== wanted) {
        found.push(
          `${caller} ${wanted ? 'calls' : 'does not call'} ${callee}: the ingress of ${callee} says otherwise`,
        );
      }
    }
  }
  return found;
}

/** From other namespaces: the ingress controller reaches the gateway, the monitoring reaches the metrics. */
function outsideFindings(manifests: readonly Manifest[], { services }: Facts): readonly string[] {
  return services.flatMap((service) => {
    const rules = rulesFor(manifests, service, 'ingress').filter(({ from = [] }) =>
      from.some(({ namespaceSelector }) => namespaceSelector !== undefined),
    );
    const reached = (port: string): boolean => rules.some(({ ports = [] }) => ports.some((one) => one.port === port));
    const strange = rules
      .flatMap(({ ports = [] }) => ports)
      .filter(({ port }) => !['http', 'metrics'].includes(`${port}`));
    const anywhere = rulesFor(manifests, service, 'ingress').some(({ from = [] }) =>
      from.some(({ ipBlock }) => ipBlock),
    );
    return [
      ...(reached('metrics') ? [] : [`${service}: the monitoring can not reach its metrics`]),
      ...(reached('http') === (service === 'gateway') ? [] : [`${service}: its http port from other namespaces`]),
      ...strange.map(({ port }) => `${service}: port ${port} from other namespaces`),
      ...(anywhere ? [`${service}: reachable by address`] : []),
    ];
  });
}

function engineFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  const { services, engines } = facts;
  const wantedBy = (name: string): readonly EngineKind[] =>
    services.some((one) => one === name) ? engines[name as keyof typeof engines] : (jobs[name] ?? []);
  return names(manifests, facts).flatMap((name) =>
    (Object.keys(enginePorts) as EngineKind[]).flatMap((engine) => {
      const allowed = rulesFor(manifests, name, 'egress').some(({ to = [], ports = [] }) => {
        const elsewhere = to.some(({ namespaceSelector, ipBlock }) => namespaceSelector ?? ipBlock);
        return elsewhere && ports.some(({ port }) => port === enginePorts[engine]);
      });
      const wanted = wantedBy(name).includes(engine);
      return allowed === wanted
        ? []
        : [`${name} ${wanted ? 'needs' : 'does not use'} ${engine}: its egress says otherwise`];
    }),
  );
}

function internetFindings(manifests: readonly Manifest[], facts: Facts): readonly string[] {
  const { services, outbound } = facts;
  return names(manifests, facts).flatMap((name) => {
    const rules = rulesFor(manifests, name, 'egress').filter(({ to = [] }) => to.some(({ ipBlock }) => ipBlock));
    const wanted = services.some((one) => one === name && outbound.includes(one));
    if (rules.length === 0) return wanted ? [`${name} talks to the internet: its egress says otherwise`] : [];
    if (!wanted) return [`${name} does not talk to the internet: its egress says otherwise`];
    const ports = rules.flatMap(({ ports = [] }) => ports).filter(({ port }) => !isOpen(name, port));
    const blocks = rules.flatMap(({ to = [] }) => to).flatMap(({ ipBlock }) => ipBlock ?? []);
    return [
      ...ports.map(({ port }) => `${name}: port ${port} to the internet`),
      ...blocks.flatMap((block) => privateFindings(name, block)),
    ];
  });
}

/** https; the verifier fetches revocation lists too, which authorities serve without TLS. */
function isOpen(service: string, port: string | number | undefined): boolean {
  return port === 443 || (port === 80 && service === 'verifier');
}

function privateFindings(name: string, { cidr, except = [] }: { cidr: string; except?: string[] }): readonly string[] {
  if (cidr !== '0.0.0.0/0') return cidr === '2000::/3' ? [] : [`${name}: the internet is not ${cidr}`];
  return [...PRIVATE, ...OTHERS]
    .filter((address) => !isPublicAddress(address) && !except.some((network) => contains(network, address)))
    .map((address) => `${name}: reaches ${address} as if it were public`);
}

function contains(network: string, address: string): boolean {
  const [base = '', bits = '32'] = network.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(base) / size) === Math.floor(number(address) / size);
}

function number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
