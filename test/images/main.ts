/**
 * `npm run check-images`: builds the image and brings docker-compose.yml up, really, even without access to an image
 * registry. Runs the demo against it, kills containers, removes it. For a Debian that may be changed: it installs
 * packages, with --yes, and needs root. Keeps its base images in `~/.cache/countersign/images`; --clean removes them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT, SERVICES } from '../cluster/cluster-processes.ts';
import { readDeployment, withEnvFile } from '../deploy/deployment.ts';
import { provisionDeploymentTools } from '../deploy/tools.ts';
import { freePort } from '../support/child-server.ts';
import { makeEngineImages, makeNodeImage } from './base-images.ts';
import { imagesFolder, installPackages, missingPackages, openPrograms, type Programs } from './programs.ts';

const ENGINES = ['kafka', 'mongo', 'valkey'] as const;
const PATIENCE = 120_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const begun = Date.now();

/** Runs one step and prints its duration. */
async function step<T>(title: string, run: () => Promise<T>): Promise<T> {
  say(`> ${title}`);
  const start = Date.now();
  const result = await run();
  say(`  ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await holds().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error(`It did not come to pass that ${what}`);
}

interface Project {
  readonly programs: Programs;
  readonly run: (args: readonly string[]) => Promise<string>;
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Address of the gateway, on the machine's loopback. */
  readonly url: string;
}

function containerOf(service: string): string {
  return `countersign_${service}_1`;
}

async function main(): Promise<void> {
  if (process.argv.includes('--clean')) return rmSync(imagesFolder(), { recursive: true, force: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('It needs root on Debian');
  const missing = missingPackages();
  if (missing.length > 0) {
    const what = `apt-get install --no-install-recommends ${missing.join(' ')}`;
    if (!process.argv.includes('--yes')) throw new Error(`It would run: ${what}\nGive --yes to let it`);
    await step(what, async () => installPackages(missing));
  }
  const work = mkdtempSync(join(tmpdir(), 'countersign-images-'));
  const programs = await openPrograms(work);
  try {
    await check(programs, work);
    say(`all of it in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  } finally {
    await programs.podman(['rm', '--all', '--force', '--volumes']).catch(() => undefined);
    await programs.podman(['volume', 'prune', '--force']).catch(() => undefined);
    await programs.podman(['network', 'prune', '--force']).catch(() => undefined);
    // The last container may still be on its way out.
    rmSync(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

async function check(programs: Programs, work: string): Promise<void> {
  const { compose } = await readDeployment(await provisionDeploymentTools());
  const nodeImage = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
  const image = compose.services.gateway?.image ?? '';
  const names = Object.fromEntries(ENGINES.map((name) => [name, compose.services[name]?.image ?? '']));
  await step(`stand-in for ${nodeImage}`, () => makeNodeImage(programs, nodeImage));
  const build = ['build', '-q', '--pull=never', '--layers', '--format', 'docker', '-t', image, ROOT];
  await step(`buildah build -t ${image}`, () => programs.buildah(build));
  await reportSize(programs, image, nodeImage);
  await step('stand-ins for the engines', () => makeEngineImages(programs, { nodeImage, names, work }));
  await withEnvFile([], async (file) => {
    const port = await freePort();
    // The demo runs in the dispatcher's network, and its wallet needs an address that reaches the gateway from there.
    const changed = readFileSync(file, 'utf8').replace(/^PUBLIC_URL=.*$/m, 'PUBLIC_URL=http://gateway:3000');
    writeFileSync(file, `${changed}PUBLISH_PORT=${port}\n`);
    const lines = changed.split('\n').map((line) => /^([A-Z_]+)=(.*)$/.exec(line));
    const env = Object.fromEntries(lines.flatMap((match) => (match === null ? [] : [[match[1], match[2]]])));
    const options = ['-f', join(ROOT, 'docker-compose.yml'), '--env-file', file];
    const run = (args: readonly string[]) => programs.compose([...options, ...args]);
    const project: Project = { programs, run, image, env, url: `http://127.0.0.1:${port}` };
    try {
      await checkProject(project);
    } catch (error) {
      await showLogs(project);
      throw error;
    } finally {
      await step('docker compose down', () => run(['down', '--volumes', '--timeout', '20']));
    }
  });
  await checkNothingLeft(programs, [image, ...Object.values(names)]);
}

/** In megabytes: Countersign's part, and the base's. */
async function reportSize({ podman }: Programs, image: string, base: string): Promise<void> {
  const sizes = await Promise.all(
    [image, base].map(async (name) => Number(await podman(['image', 'inspect', name, '--format', '{{.Size}}']))),
  );
  const [all = 0, below = 0] = sizes.map((bytes) => bytes / 1e6);
  say(`  ${(all - below).toFixed(1)} MB of our own on a base of ${below.toFixed(0)} MB`);
}

async function checkProject(project: Project): Promise<void> {
  const { programs, run, url } = project;
  // In the order of depends_on, for which this podman can't wait.
  const up = (services: readonly string[]) => run(['up', '-d', '--no-build', '--no-deps', ...services]);
  await step('docker compose up: engines', () => up(ENGINES));
  await step('the engines are healthy', () => checkHealth(programs, ENGINES));
  await step('docker compose up: provision', async () => {
    await up(['provision']);
    const code = (await programs.podman(['wait', containerOf('provision')])).trim();
    if (code !== '0') throw new Error(`provision ended with ${code}`);
  });
  await step('docker compose up: services', () => up(SERVICES));
  await step('the gateway is ready, on loopback', () => until('it is ready', () => isReady(url)));
  await step('the services are healthy', () => checkHealth(programs, SERVICES));
  await step('what may not be done', () => checkClosed(project));
  await step('demo', () => runDemo(project));
  await step("the operator's commands", () => checkCommands(programs));
  await step('the issuer is killed, and comes back', () => killAndReturn(project, 'issuer'));
  await step('demo', () => runDemo(project));
  await step('Kafka is killed, and comes back', () => killAndReturn(project, 'kafka'));
  await step('Valkey is killed, and comes back', () => killAndReturn(project, 'valkey'));
  // For a few seconds earlier proofs can't be distinguished from replays, so wallets need another nonce.
  await step('demo', () => until('wallets are served', () => runDemo(project).then(() => true)));
  await step('provision again, while the services run', () =>
    programs.podman(['start', '--attach', containerOf('provision')]),
  );
  await step('each service ends by SIGTERM', () => stopAll(programs));
  await step('after-restore, with the services stopped', async () => {
    const report = await run(['run', '--rm', '-T', '--no-deps', 'provision', 'after-restore', '--yes']);
    if (!/^closed: default\/1$/m.test(report) || !/^done: the services may start$/m.test(report))
      throw new Error(report);
  });
  await step('the services start again', async () => {
    for (const service of SERVICES) await programs.podman(['start', containerOf(service)]);
    await until('all is well', () => isReady(url));
  });
  await step('demo', () => until('wallets are served', () => runDemo(project).then(() => true)));
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health`);
  const { status } = (await answer.json()) as { status: string };
  return answer.ok && status === 'ok';
}

/** By hand, because their timers need systemd. */
async function checkHealth({ podman }: Programs, services: readonly string[]): Promise<void> {
  for (const service of services) {
    await until(`${service} is healthy`, () => podman(['healthcheck', 'run', containerOf(service)]).then(() => true));
  }
}

async function checkClosed({ programs }: Project): Promise<void> {
  const refused = async (what: string, service: string, script: string): Promise<void> => {
    const done = await programs.podman(['exec', containerOf(service), 'node', '-e', script]).then(
      () => true,
      () => false,
    );
    if (done) throw new Error(`${service}: ${what}`);
  };
  const uid = await programs.podman(['exec', containerOf('issuer'), 'id', '-u']);
  if (uid.trim() !== '10001') throw new Error(`issuer: runs as ${uid}`);
  await refused('writes to its root', 'issuer', "fs.writeFileSync('/app/x', '')");
  await refused('writes to its data', 'issuer', "fs.writeFileSync('/data/x', '')");
  // An address reserved for documentation: no host responds, but a missing route is reported immediately.
  const connect = (code: string) =>
    `net.connect(443, '192.0.2.1').on('error', (e) => process.exit(e.code === '${code}' ? 1 : 0)).setTimeout(3000, () => process.exit(0))`;
  await refused('has a way out', 'issuer', connect('ENETUNREACH'));
  const ports = (await programs.podman(['ps', '--format', '{{.Names}} {{.Ports}}'])).trim().split('\n');
  const published = ports.filter((line) => line.includes('->')).map((line) => line.trim());
  if (published.length !== 1 || !published[0]?.startsWith(`${containerOf('gateway')} 127.0.0.1:`)) {
    throw new Error(`Published: ${published.join('; ')}`);
  }
}

/** In a container that runs a service: it has the environment. */
async function checkCommands({ podman }: Programs): Promise<void> {
  const run = (...args: readonly string[]): Promise<string> =>
    podman(['exec', containerOf('webhook-dispatcher'), 'node', '/app/run.mjs', ...args]);
  const letters = await run('dead-letters', 'list');
  if (letters !== '') throw new Error(`Dead letters: ${letters}`);
  const secret = await run('webhook-secret', 'default');
  if (!/^whsec_\S{44}\s*$/.test(secret)) throw new Error('webhook-secret shows none');
  // Its exit code reaches the caller.
  const refused = await run('dead-letters', 'show').then(
    () => false,
    () => true,
  );
  if (!refused) throw new Error('dead-letters takes any word');
}

/** In the dispatcher's network, because loopback, where the demo's backend listens, is then the same for both. */
async function runDemo({ programs, image, env }: Project): Promise<void> {
  const secrets = ['AUTH_API_KEY', 'AUTH_CLIENT_SECRET'].flatMap((name) => ['-e', `${name}=${env[name]}`]);
  const network = ['--network', `container:${containerOf('webhook-dispatcher')}`];
  const demo = ['test/dist/demo/demo.js', '--url', 'http://gateway:3000'];
  const files = ['-v', `${ROOT}:/work:ro`, '-w', '/work', '--user', '0', '--entrypoint', 'node'];
  const output = await programs.podman(['run', '--rm', ...network, ...files, ...secrets, image, ...demo]);
  if (!output.includes('credentials are verified')) throw new Error(output);
}

/** A kill by the machine, not by the engine, so the restart policy starts it again. */
async function killAndReturn({ programs, url }: Project, service: string): Promise<void> {
  const { podman } = programs;
  const pidOf = async () => Number(await podman(['inspect', containerOf(service), '--format', '{{.State.Pid}}']));
  const before = await pidOf();
  // 0 would be this process and its whole group.
  if (!(before > 1)) throw new Error(`${service} does not run`);
  process.kill(before, 'SIGKILL');
  await until(`${service} runs again`, async () => {
    const now = await pidOf();
    return now !== 0 && now !== before;
  });
  await until(`${service} is healthy again`, () =>
    podman(['healthcheck', 'run', containerOf(service)]).then(() => true),
  );
  await until('all is well', () => isReady(url));
}

async function stopAll({ podman }: Programs): Promise<void> {
  await Promise.all(SERVICES.map((service) => podman(['stop', '--time', '20', containerOf(service)])));
  for (const service of SERVICES) {
    const code = (await podman(['inspect', containerOf(service), '--format', '{{.State.ExitCode}}'])).trim();
    if (code !== '0') throw new Error(`${service} ended with ${code}`);
  }
}

async function showLogs({ programs }: Project): Promise<void> {
  for (const service of [...SERVICES, 'provision', ...ENGINES]) {
    const lines = await programs.podman(['logs', '--tail', '8', containerOf(service)]).catch(() => '');
    process.stderr.write(`--- ${service}\n${lines}`);
  }
}

async function checkNothingLeft({ podman }: Programs, images: readonly string[]): Promise<void> {
  const left = await Promise.all([
    podman(['ps', '--all', '--quiet']),
    podman(['volume', 'ls', '--quiet']),
    podman(['network', 'ls', '--quiet', '--filter', 'label=io.podman.compose.project=countersign']),
  ]);
  if (left.join('').trim() !== '') throw new Error(`Left behind: ${left.join(' ')}`);
  await podman(['rmi', '--force', ...images]);
  await podman(['image', 'prune', '--force']);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
