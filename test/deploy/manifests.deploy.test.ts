/**
 * Errors in the deployment files: none as they are, and one for each deliberate error that an API server would accept,
 * or report only at the start of a pod. Each is inserted into a copy of the deployed files.
 */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Deployment, findings, OVERLAYS, readDeployment, schemaFindings } from './deployment.ts';
import { readFacts } from './facts.ts';
import { type Container, containerOf, type Manifest, ofKind, type Spec } from './manifest.ts';
import { deploymentTools } from './tools.ts';

const facts = readFacts();
let read: Promise<Deployment> | undefined;

/** Undefined if the test was skipped. */
async function deployment(t: TestContext): Promise<Deployment | undefined> {
  const tools = await deploymentTools(t);
  if (tools === undefined) return undefined;
  read ??= readDeployment(tools);
  return structuredClone(await read);
}

test('nothing is wrong with the deployment files', async (t) => {
  const tools = await deploymentTools(t);
  const files = await deployment(t);
  if (tools === undefined || files === undefined) return;
  assert.deepEqual(findings(files, facts), []);
  for (const list of [...OVERLAYS.map((overlay) => files.overlays[overlay]), files.afterRestore]) {
    assert.deepEqual(await schemaFindings(tools, list), []);
  }
});

test('the facts are read from the code', () => {
  assert.deepEqual(facts.calls.issuer, ['status', 'verifier']);
  assert.deepEqual(facts.calls['webhook-dispatcher'], []);
  assert.deepEqual(facts.outbound, ['status', 'issuer', 'verifier', 'webhook-dispatcher']);
  assert.ok(facts.dispatched.includes('countersign.presentation-results'));
  assert.equal(facts.configured.includes('webhook-dispatcher'), false);
});

/** A manifest of the production overlay. */
function manifest(files: Deployment, kind: string, name: string): Manifest {
  const found = files.overlays.production.find((one) => one.kind === kind && one.metadata.name.startsWith(name));
  assert.ok(found, `${kind}/${name}`);
  return found;
}

function container(files: Deployment, name: string): Container {
  return containerOf(manifest(files, 'Deployment', name));
}

function policy(files: Deployment, name: string): Spec {
  return manifest(files, 'NetworkPolicy', name).spec;
}

/** The values of the settings' ConfigMap, to be changed. */
function settings(files: Deployment): Record<string, string> {
  return (manifest(files, 'ConfigMap', 'settings-').data ?? {}) as Record<string, string>;
}

function without(list: { name: string }[] | undefined, name: string): void {
  const index = list?.findIndex((one) => one.name === name) ?? -1;
  assert.ok(index >= 0, name);
  list?.splice(index, 1);
}

function remove(files: Deployment, kind: string, name: string): void {
  const list = files.overlays.production;
  list.splice(list.indexOf(manifest(files, kind, name)), 1);
}

/** The changes to the files, and the expected errors. */
const mistakes: Readonly<Record<string, readonly [(files: Deployment) => void, RegExp]>> = {
  'a provisioning job that is in the way of an upgrade': [
    (files) => {
      manifest(files, 'Job', 'provision').spec.ttlSecondsAfterFinished = 3600;
    },
    /Job\/provision: stays for 3600 s after its end/,
  ],
  'an alarm that Prometheus would not take': [
    (files) => {
      Object.assign(manifest(files, 'PrometheusRule', 'countersign').spec, { groups: [{ name: 'countersign' }] });
    },
    /PrometheusRule\/countersign: \/spec\/groups\/0/,
  ],
  'a selector that misses its pods': [
    (files) => {
      manifest(files, 'Deployment', 'issuer').spec.template.metadata.labels = { 'app.kubernetes.io/name': 'isuer' };
    },
    /Deployment\/issuer: its selector misses its own pods/,
  ],
  'a Service that selects nothing': [
    (files) => {
      (manifest(files, 'Service', 'status').spec.selector as Record<string, string>)['app.kubernetes.io/name'] =
        'state';
    },
    /Service\/status: selects no pod/,
  ],
  'a budget without pods': [
    (files) => {
      Object.assign(manifest(files, 'PodDisruptionBudget', 'gateway').spec.selector, {
        matchLabels: { app: 'gateway' },
      });
    },
    /PodDisruptionBudget\/gateway: selects no pod/,
  ],
  'a monitor without targets': [
    (files) => {
      Object.assign(manifest(files, 'ServiceMonitor', 'countersign').spec.selector, { matchLabels: { app: 'x' } });
    },
    /ServiceMonitor\/countersign: does not select Service\/issuer/,
  ],
  'a port of another number': [
    (files) => {
      Object.assign(container(files, 'verifier').ports?.[0] ?? {}, { containerPort: 3000 });
    },
    /Deployment\/verifier: port http is 3000, the code's is 3002/,
  ],
  'a metrics port of another number': [
    (files) => {
      Object.assign(container(files, 'verifier').ports?.[1] ?? {}, { containerPort: 9090 });
    },
    /port metrics is 9090, the code's is 9002/,
  ],
  'a probe of the wrong path': [
    (files) => {
      Object.assign(container(files, 'status').readinessProbe?.httpGet ?? {}, { path: '/health' });
    },
    /readinessProbe must ask for \/health\/ready/,
  ],
  'a probe of a port without that name': [
    (files) => {
      Object.assign(container(files, 'status').livenessProbe?.httpGet ?? {}, { port: 'web' });
    },
    /livenessProbe must ask/,
  ],
  'an ingress to a service that is not the gateway': [
    (files) => {
      const [rule] = manifest(files, 'Ingress', 'gateway').spec.rules;
      Object.assign(rule?.http.paths[0]?.backend.service ?? {}, { name: 'issuer' });
    },
    /Ingress\/gateway: leads to issuer:http/,
  ],
  'an ingress without the well-known documents': [
    (files) => {
      const [rule] = manifest(files, 'Ingress', 'gateway').spec.rules;
      Object.assign(rule?.http.paths[0] ?? {}, { path: '/tenants' });
    },
    /has no path \//,
  ],
  'an address that leads nowhere': [
    (files) => Object.assign(settings(files), { STATUS_URL: 'http://state:3003' }),
    /STATUS_URL=http:\/\/state:3003: there is no such Service/,
  ],
  'a setting that does not exist': [
    (files) => Object.assign(settings(files), { LOG_LEVLE: 'info' }),
    /there is no setting LOG_LEVLE/,
  ],
  'a setting out of its range': [
    (files) => Object.assign(settings(files), { STOP_DELAY: '5s' }),
    /STOP_DELAY must be a whole number/,
  ],
  'no https': [
    (files) => Object.assign(settings(files), { PUBLIC_URL: 'http://issuer.example.com' }),
    /PUBLIC_URL must be https in production/,
  ],
  'another host than that of the ingress': [
    (files) => Object.assign(settings(files), { PUBLIC_URL: 'https://other.example.com' }),
    /the host issuer.example.com is not that of PUBLIC_URL/,
  ],
  'no brokers': [(files) => delete settings(files).KAFKA_BROKERS, /KAFKA_BROKERS is required/],
  'not production': [(files) => delete settings(files).NODE_ENV, /NODE_ENV must be production/],
  'no address to listen on': [(files) => delete settings(files).HOST, /HOST must be 0.0.0.0/],
  'a secret in a ConfigMap': [
    (files) => Object.assign(settings(files), { MASTER_KEY: 'x' }),
    /MASTER_KEY belongs into the secret/,
  ],
  'a pod without a secret that it needs': [
    (files) => without(container(files, 'issuer').env, 'INTERNAL_SECRET'),
    /Deployment\/issuer: INTERNAL_SECRET is required/,
  ],
  'a pod with a secret that it does not read': [
    (files) => container(files, 'verifier').env?.push({ name: 'JWT_SECRET', value: 'x' }),
    /Deployment\/verifier: does not read JWT_SECRET/,
  ],
  'a key that the template lacks': [
    (files) => delete (files.template.stringData as Record<string, string>).MASTER_KEY,
    /secret-template.yaml lacks the key MASTER_KEY/,
  ],
  'a key of the template that nothing uses': [
    (files) => Object.assign(files.template.stringData ?? {}, { API_KEY: '' }),
    /nothing uses API_KEY/,
  ],
  'a value in the template': [
    (files) => Object.assign(files.template.stringData ?? {}, { JWT_SECRET: 'not-so-secret' }),
    /JWT_SECRET has a value/,
  ],
  'a ConfigMap that is not there': [
    (files) => remove(files, 'ConfigMap', 'settings-'),
    /Deployment\/gateway: there is no ConfigMap settings-/,
  ],
  'a key that the ConfigMap lacks': [
    (files) => delete manifest(files, 'ConfigMap', 'configuration-').data?.['issuance.pid.json'],
    /has no key issuance.pid.json/,
  ],
  'a file of the configuration that is not mounted': [
    (files) => Object.assign(manifest(files, 'ConfigMap', 'configuration-').data ?? {}, { 'issuance.new.json': '{}' }),
    /the key issuance.new.json of the ConfigMap configuration-\w+ is not mounted/,
  ],
  'a file in another folder': [
    (files) => {
      const volumes = manifest(files, 'Deployment', 'issuer').spec.template.spec.volumes ?? [];
      const items = volumes.flatMap(({ projected }) => projected?.sources[0]?.configMap?.items ?? []);
      Object.assign(items.find(({ key }) => key === 'issuance.pid.json') ?? {}, { path: 'presentation/pid.json' });
    },
    /the key issuance.pid.json is mounted as presentation\/pid.json/,
  ],
  'a mount without its volume': [
    (files) => without(manifest(files, 'Deployment', 'status').spec.template.spec.volumes, 'tmp'),
    /Deployment\/status: mounts the volume tmp, which it has not/,
  ],
  'a service without its configuration': [
    (files) => without(container(files, 'status').volumeMounts, 'configuration'),
    /Deployment\/status: \/config is read, and not mounted/,
  ],
  'a caller that may not call': [
    (files) => policy(files, 'issuer').egress?.splice(0, 1),
    /issuer calls verifier: its egress says otherwise/,
  ],
  'a callee that does not let in': [
    (files) => policy(files, 'status').ingress?.[0]?.from?.splice(0, 3),
    /verifier calls status: the ingress of status says otherwise/,
  ],
  'a call that no service makes': [
    (files) =>
      policy(files, 'issuer').ingress?.[0]?.from?.push({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'webhook-dispatcher' } },
      }),
    /webhook-dispatcher does not call issuer: the ingress of issuer says otherwise/,
  ],
  'a service that is reachable from outside': [
    (files) => policy(files, 'issuer').ingress?.[0]?.from?.push({ namespaceSelector: {} }),
    /issuer: its http port from other namespaces/,
  ],
  'a port for everybody': [
    (files) => policy(files, 'metrics').ingress?.[0]?.ports?.push({ port: 3001 }),
    /issuer: port 3001 from other namespaces/,
  ],
  'a rule without peers': [
    (files) => policy(files, 'status').ingress?.[0]?.from?.splice(0),
    /NetworkPolicy\/status: a rule names no peer or no port/,
  ],
  'no policy that denies': [(files) => remove(files, 'NetworkPolicy', 'nothing'), /No NetworkPolicy denies/],
  'no names': [(files) => remove(files, 'NetworkPolicy', 'names'), /may not ask for names/],
  'a service that may not reach its engine': [
    (files) => policy(files, 'to-redis').podSelector.matchExpressions?.[0]?.values.splice(0, 1),
    /gateway needs redis/,
  ],
  'a service that may reach an engine that it does not use': [
    (files) => policy(files, 'to-redis').podSelector.matchExpressions?.[0]?.values.push('status'),
    /status does not use redis/,
  ],
  'private addresses as if they were public': [
    (files) => {
      const block = policy(files, 'to-internet').egress?.[0]?.to?.[0]?.ipBlock;
      block?.except?.splice(block.except.indexOf('169.254.0.0/16'), 1);
    },
    /verifier: reaches 169.254.169.254 as if it were public/,
  ],
  'internet for who needs none': [
    (files) => policy(files, 'to-internet').podSelector.matchExpressions?.[0]?.values.push('gateway'),
    /gateway does not talk to the internet/,
  ],
  'another port of the internet': [
    (files) => policy(files, 'to-internet').egress?.[0]?.ports?.push({ port: 25 }),
    /port 25 to the internet/,
  ],
  'a root file system that can be written': [
    (files) => Object.assign(container(files, 'gateway').securityContext ?? {}, { readOnlyRootFilesystem: false }),
    /readOnlyRootFilesystem must be true/,
  ],
  'a pod of root': [
    (files) =>
      Object.assign(manifest(files, 'Job', 'provision').spec.template.spec.securityContext ?? {}, { runAsUser: 0 }),
    /Job\/provision: securityContext.runAsUser must be 10001/,
  ],
  'a CPU limit': [
    (files) => Object.assign(container(files, 'issuer').resources?.limits ?? {}, { cpu: '1' }),
    /Deployment\/issuer: a CPU limit/,
  ],
  'no memory limit': [
    (files) => delete container(files, 'issuer').resources?.limits?.memory,
    /memory must have a limit/,
  ],
  'a kill before the end': [
    (files) =>
      Object.assign(manifest(files, 'Deployment', 'gateway').spec.template.spec, { terminationGracePeriodSeconds: 15 }),
    /Deployment\/gateway: is killed after 15000 ms/,
  ],
  'a rollout that takes replicas away': [
    (files) =>
      Object.assign(manifest(files, 'Deployment', 'gateway').spec.strategy?.rollingUpdate ?? {}, { maxUnavailable: 1 }),
    /a rollout may take replicas away/,
  ],
  'a topic that does not exist': [
    (files) => {
      const [trigger] = manifest(files, 'ScaledObject', 'webhook-dispatcher').spec.triggers;
      Object.assign(trigger?.metadata ?? {}, { topic: 'countersign.presentations' });
    },
    /there is no topic countersign.presentations[\s\S]*the lag of countersign.presentation-results is not looked at/,
  ],
  'another consumer group': [
    (files) => {
      const [trigger] = manifest(files, 'ScaledObject', 'webhook-dispatcher').spec.triggers;
      Object.assign(trigger?.metadata ?? {}, { consumerGroup: 'webhook-dispatcher' });
    },
    /the group of countersign.presentation-results is countersign.webhook-dispatcher/,
  ],
  'more replicas than partitions': [
    (files) => Object.assign(manifest(files, 'ScaledObject', 'webhook-dispatcher').spec, { maxReplicaCount: 13 }),
    /13 replicas share 12 partitions/,
  ],
  'an unknown field of a ScaledObject': [
    (files) => Object.assign(manifest(files, 'ScaledObject', 'webhook-dispatcher').spec, { minReplicas: 2 }),
    /ScaledObject\/webhook-dispatcher: \/spec\/minReplicas unknown field/,
  ],
  'an unknown field of a ServiceMonitor': [
    (files) =>
      Object.assign(manifest(files, 'ServiceMonitor', 'countersign').spec.endpoints[0] ?? {}, { targetport: 'x' }),
    /\/spec\/endpoints\/0\/targetport unknown field/,
  ],
  'an autoscaler without a target': [
    (files) =>
      Object.assign(manifest(files, 'HorizontalPodAutoscaler', 'issuer').spec.scaleTargetRef, { name: 'issuers' }),
    /there is no Deployment issuers[\s\S]*issuer: may have a single replica/,
  ],
  'replicas that an autoscaler decides': [
    (files) => Object.assign(manifest(files, 'Deployment', 'issuer').spec, { replicas: 3 }),
    /replicas are set although/,
  ],
  'a service without a budget': [
    (files) => remove(files, 'PodDisruptionBudget', 'status'),
    /status: has no PodDisruptionBudget/,
  ],
  'an image of another version': [
    (files) => Object.assign(container(files, 'issuer'), { image: 'registry.example.com/countersign:0.0.0' }),
    /Deployment\/issuer: the image is registry.example.com\/countersign:0.0.0/,
  ],
};

describe('a mistake is found', () => {
  for (const [name, [make, finding]] of Object.entries(mistakes)) {
    test(name, async (t) => {
      const files = await deployment(t);
      if (files === undefined) return;
      make(files);
      assert.match(findings(files, facts).join('\n'), finding);
    });
  }
});

test('the small overlay scales nothing and runs one of each', async (t) => {
  const files = await deployment(t);
  if (files === undefined) return;
  const small = files.overlays.small;
  assert.deepEqual([...new Set(ofKind(small, 'Deployment').map(({ spec }) => spec.replicas))], [1]);
  for (const kind of ['HorizontalPodAutoscaler', 'ScaledObject', 'ServiceMonitor', 'Secret']) {
    assert.deepEqual(ofKind(small, kind), []);
  }
});
