/** Errors in the files themselves, as reported by kustomize, the Kubernetes schemas, Docker Compose and hadolint. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';
import {
  dockerfileFindings,
  findings,
  readCompose,
  readDeployment,
  schemaFindings,
  withEnvFile,
} from './deployment.ts';
import { readFacts } from './facts.ts';
import type { ComposeProject } from './manifest.ts';
import { deploymentTools } from './tools.ts';

/** A copy of the deployment files, which is removed at the end of the test. */
function copy(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'countersign-deployment-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of ['docker-compose.yml', 'Dockerfile', 'deploy']) {
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  }
  return root;
}

/** Replaces text that must be there. */
function change(root: string, file: string, from: string, to: string): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${file}: ${from}`);
  writeFileSync(path, text.replace(from, to));
}

const gateway = 'deploy/k8s/base/gateway.yaml';

test('a field that does not exist and a value of the wrong type are found by the schemas', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const root = copy(t);
  change(root, gateway, 'topologySpreadConstraints:', 'topologySpreadConstraint:');
  change(root, 'deploy/k8s/base/status.yaml', 'containerPort: 3003', 'containerPort: "three"');
  change(root, 'deploy/k8s/overlays/production/autoscaling.yaml', 'maxReplicas: 10', 'maxReplicaCount: 10');
  const { overlays } = await readDeployment(tools, root);
  const found = (await schemaFindings(tools, overlays.production)).join('\n');
  assert.match(found, /deployment\/gateway.*'topologySpreadConstraint' was unexpected/);
  assert.match(found, /deployment\/status.*'three' is not of type 'integer'/);
  assert.match(found, /horizontalpodautoscaler\/gateway/);
});

test('a file of the configuration that is missing stops kustomize', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const root = copy(t);
  rmSync(join(root, 'deploy/k8s/config/files/issuance/pid.json'));
  await assert.rejects(readDeployment(tools, root), /issuance\/pid\.json/);
});

test('a ConfigMap of another name is found', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const root = copy(t);
  change(root, 'deploy/k8s/base/pod.yaml', 'name: settings', 'name: setting');
  const deployment = await readDeployment(tools, root);
  assert.match(findings(deployment, readFacts()).join('\n'), /there is no ConfigMap setting\b/);
});

test('Docker Compose refuses an unknown key, and a start without any one of the secrets', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const root = copy(t);
  await withEnvFile([], async (file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const names = lines.flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
    assert.equal(names.length, 9);
    for (const name of names.filter((one) => one !== 'NODE_ENV')) {
      writeFileSync(file, lines.filter((line) => !line.startsWith(`${name}=`)).join('\n'));
      await assert.rejects(
        readCompose(tools, file, root),
        new RegExp(`${name} is missing a value: run npm run make-env`),
      );
    }
    writeFileSync(file, lines.join('\n'));
    change(root, 'docker-compose.yml', 'read_only: true', 'readonly: true');
    await assert.rejects(readCompose(tools, file, root), /additional properties 'readonly' not allowed/);
  });
});

/** The changes to the project, and the expected errors. */
const mistakes: Readonly<Record<string, readonly [(project: ComposeProject) => unknown, RegExp]>> = {
  'a service that can be written to': [
    ({ services }) => Object.assign(services.issuer ?? {}, { read_only: false }),
    /issuer: the root file system must be read-only/,
  ],
  'a port of its own': [
    ({ services }) => Object.assign(services.kafka ?? {}, { ports: [{ target: 9092 }] }),
    /kafka: publishes 9092/,
  ],
  'a port for everybody': [
    ({ services }) => Object.assign(services.gateway ?? {}, { ports: [{ target: 3000, host_ip: '0.0.0.0' }] }),
    /gateway: publishes 3000/,
  ],
  'an engine on an open network': [
    ({ services }) => Object.assign(services.mongo ?? {}, { networks: { outbound: null } }),
    /mongo: the network outbound leads out/,
  ],
  'a service without a way to its webhooks': [
    ({ services }) => delete services['webhook-dispatcher']?.networks?.outbound,
    /webhook-dispatcher: a network that leads out: false/,
  ],
  'a setting that does not exist': [
    ({ services }) => Object.assign(services.status?.environment ?? {}, { MONGO_URL: 'x' }),
    /status: there is no setting MONGO_URL/,
  ],
  'a proxy on this machine that is not trusted': [
    ({ services }) => Object.assign(services.gateway?.environment ?? {}, { TRUST_PROXY: '' }),
    /gateway: TRUST_PROXY is , a proxy on this machine comes from 172\.30\.83\.1/,
  ],
  'a proxy of another address than the network has': [
    ({ networks }) => Object.assign(networks.edge ?? {}, { ipam: { config: [{ gateway: '172.30.84.1' }] } }),
    /gateway: TRUST_PROXY is 172\.30\.83\.1, a proxy on this machine comes from 172\.30\.84\.1/,
  ],
  'a secret that is missing': [
    ({ services }) => delete services.status?.environment?.MASTER_KEY,
    /status: MASTER_KEY is needed/,
  ],
  'a service that does not wait': [
    ({ services }) => delete services.issuer?.depends_on?.provision,
    /issuer: starts before indexes and topics are made/,
  ],
  'a broker that no service waits for': [
    ({ services }) => delete services.provision?.depends_on?.kafka,
    /does not wait until kafka is healthy/,
  ],
  'a cache that evicts': [
    ({ services }) => Object.assign(services.valkey ?? {}, { command: ['valkey-server'] }),
    /valkey: may evict/,
  ],
  'no restart': [({ services }) => delete (services.status as { restart?: string }).restart, /status: restart is/],
  'no health check': [
    ({ services }) => delete (services.mongo as { healthcheck?: object }).healthcheck,
    /mongo: has no health check/,
  ],
  'an engine of any version': [
    ({ services }) => Object.assign(services.mongo ?? {}, { image: 'mongo:latest' }),
    /mongo: mongo:latest names no exact version/,
  ],
  'an image of another version': [
    ({ services }) => Object.assign(services.issuer ?? {}, { image: 'countersign:1.0.0' }),
    /issuer: the image is countersign:1.0.0/,
  ],
};

test('mistakes that Docker Compose takes are found', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const deployment = await readDeployment(tools);
  const facts = readFacts();
  for (const [name, [make, finding]] of Object.entries(mistakes)) {
    const changed = structuredClone(deployment);
    make(changed.compose);
    assert.match(findings(changed, facts).join('\n'), finding, name);
  }
});

test('hadolint finds nothing in the Dockerfile, and finds a base without a version', async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  assert.equal(await dockerfileFindings(tools), '');
  const file = join(copy(t), 'Dockerfile');
  writeFileSync(file, 'FROM node:latest\nCMD node x.mjs\n');
  assert.match(await dockerfileFindings(tools, file), /DL3007[\s\S]*DL3025/);
});
