/**
 * The image's entry with exactly the environment from the Kubernetes manifests and from docker-compose.yml: each
 * service starts, is ready, and ends on SIGTERM. It must not write any file, as on a read-only root file system.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { until } from '@countersign/shared/test/patience';
import { SERVICES } from '../cluster/cluster-processes.ts';
import { freePort } from '../support/child-server.ts';
import { namesIn, removeFromEngines } from '../support/engine-names.ts';
import { readDeployment } from './deployment.ts';
import { entryFolder, imageFolder } from './image-folder.ts';
import { containerOf, type Manifest, ofKind } from './manifest.ts';
import { environmentOf } from './rules/settings.ts';
import { deploymentTools } from './tools.ts';

const engines = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL'] as const;
const absent = engines.filter((name) => process.env[name] === undefined);
const skip = absent.length > 0 && `needs ${absent.join(', ')}`;

/** A folder that is removed at the end of the test. */
function folderOf(t: TestContext, make: () => string): string {
  const folder = make();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

function run(t: TestContext, folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const files = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] };
  const child = spawn(process.execPath, [...PERMISSIONS, join(folder, 'run.mjs'), ...args], { ...files, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output: () => output };
}

const isOld = Number(process.versions.node.split('.')[0]) < 23;
/** Node's own permissions: it may read everything, and write nothing. */
const PERMISSIONS = [isOld ? '--experimental-permission' : '--permission', '--allow-fs-read=*', '--no-warnings'];

/** The volume /config of a pod: the files of its ConfigMap, as the projected volume lays them out. */
function configurationOf(manifests: readonly Manifest[], workload: Manifest, folder: string): void {
  const sources = workload.spec.template.spec.volumes?.flatMap(({ projected }) => projected?.sources ?? []) ?? [];
  for (const { configMap } of sources) {
    const map = ofKind(manifests, 'ConfigMap').find(({ metadata }) => metadata.name === configMap?.name);
    for (const { key, path } of configMap?.items ?? []) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), map?.data?.[key] ?? '');
    }
  }
}

async function isReady(port: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  await answer.body?.cancel();
  return answer.ok;
}

function healthCheck(folder: string, port: string): number | null {
  return spawnSync(process.execPath, [join(folder, 'health.mjs')], { env: { PORT: port } }).status;
}

test('each service starts with the environment of its manifest, after the provisioning job', { skip }, async (t) => {
  const tools = await deploymentTools(t);
  if (tools === undefined) return;
  const { overlays, afterRestore } = await readDeployment(tools);
  const manifests = overlays.production;
  const folder = folderOf(t, imageFolder);
  const configuration = join(folder, 'config');
  // Own names in engines that others use too, free ports, and a stop without load balancers.
  const own = namesIn(`image-${process.pid}-${Date.now().toString(36)}`) as Record<string, string>;
  const given = Object.fromEntries(engines.map((name) => [name, process.env[name] ?? '']));
  const environment = (workload: Manifest) => ({
    ...environmentOf(manifests, workload, true),
    ...given,
    ...own,
    CONFIG_FOLDER: configuration,
    STOP_DELAY: '0',
  });

  const [job] = ofKind(manifests, 'Job');
  assert.ok(job);
  t.after(() => removeFromEngines(environment(job)));
  const provisioning = run(t, folder, containerOf(job).args ?? [], environment(job));
  assert.equal(await provisioning.ended, 0, provisioning.output());

  const deployments = ofKind(manifests, 'Deployment');
  assert.equal(deployments.length, SERVICES.length);
  const started = new Map<ServiceName, { readonly service: Running; readonly port: string }>();
  for (const deployment of deployments) {
    configurationOf(manifests, deployment, configuration);
    const port = String(await freePort());
    const service = run(t, folder, containerOf(deployment).args ?? [], { ...environment(deployment), PORT: port });
    started.set(deployment.metadata.name as ServiceName, { service, port });
  }
  for (const [name, { service, port }] of started) {
    await until(`${name} is ready or ends`, async () => service.child.exitCode !== null || (await isReady(port)));
    assert.equal(service.child.exitCode, null, service.output());
    assert.equal(healthCheck(folder, port), 0, name);
  }
  // As by `kubectl exec deploy/webhook-dispatcher`.
  const dispatcher = deployments.find(({ metadata }) => metadata.name === 'webhook-dispatcher');
  const outputOf = async (args: readonly string[], of: Manifest | undefined): Promise<string> => {
    const command = run(t, folder, args, environment(of ?? assert.fail()));
    assert.equal(await command.ended, 0, command.output());
    return command.output();
  };
  assert.match(await outputOf(['dead-letters', 'list'], dispatcher), /^on MongoDB at .*\n$/);
  assert.match(await outputOf(['webhook-secret', 'default'], dispatcher), /^on MongoDB at .*\nwhsec_\S+\n$/);
  for (const [name, { service, port }] of started) {
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0, `${name}: ${service.output()}`);
    assert.equal(healthCheck(folder, port), 1, name);
    assert.doesNotMatch(service.output(), /ERR_ACCESS_DENIED|EROFS/);
  }
  // As by `kubectl exec -i job/after-restore`.
  const restoring = afterRestore.find(({ kind }) => kind === 'Job') ?? assert.fail();
  const command = [...PERMISSIONS, join(folder, 'run.mjs'), 'after-restore', '--yes', '--audit', '-'];
  for (const [input, status, said] of [
    ['', 1, /^Not finished: nothing came on standard input\n$/],
    ['{"half', 2, /^not an audit record: standard input:1$/m],
    ['\n', 0, /^done: the services may start$/m],
  ] as const) {
    const done = spawnSync(process.execPath, command, { env: environment(restoring), encoding: 'utf8', input });
    assert.deepEqual([done.status, done.stderr], [status, ''], done.stdout);
    assert.match(done.stdout, said);
  }
});

test('a stop during the start is heard', async (t) => {
  const folder = folderOf(t, entryFolder);
  mkdirSync(join(folder, 'bundle'));
  const slow = "process.stdout.write('starting'); await new Promise(() => setInterval(() => undefined, 1000));";
  writeFileSync(join(folder, 'bundle/commands.js'), slow);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const started = run(t, folder, ['provision'], {});
  await until('it starts', async () => started.output() === 'starting');
  started.child.kill('SIGTERM');
  assert.equal(await started.ended, 143);
});
