/**
 * Images that replace those from registries: a Debian with Node under the name in the Dockerfile, and the engines under
 * the names that docker-compose.yml asks for. They prove the build steps and the wiring, not the images whose names
 * they have.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../cluster/cluster-processes.ts';
import { provisionKafka } from '../engines/kafka.ts';
import { provisionMongoWire } from '../engines/mongo-wire.ts';
import { runCommand } from '../engines/provision.ts';
import { provisionRedis } from '../engines/redis.ts';
import { imagesFolder, type Programs } from './programs.ts';

const ENGINES = 'localhost/engines';
/** The machine's certificates, because a registry may be behind a proxy with its own CA. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

export interface NodeBinary {
  readonly file: string;
  /** The package npm of the machine. */
  readonly npm: string;
}

async function isThere({ buildah }: Programs, image: string): Promise<boolean> {
  return buildah(['inspect', '--type', 'image', image]).then(
    () => true,
    () => false,
  );
}

/** Creates the Dockerfile's base if it is missing. @param image the name in the Dockerfile */
export async function makeNodeImage(programs: Programs, image: string): Promise<void> {
  if (await isThere(programs, image)) return;
  const { buildah } = programs;
  const system = await debian();
  const { file, npm } = await nodeBinary(image, join(imagesFolder(), 'node'));
  const container = (await buildah(['from', 'scratch'])).trim();
  const mount = (await buildah(['mount', container])).trim();
  await runCommand('cp', ['-a', `${system}/.`, mount]);
  await cp(file, join(mount, 'usr/local/bin/node'));
  await mkdir(join(mount, 'usr/local/lib/node_modules'), { recursive: true });
  await runCommand('cp', ['-a', npm, join(mount, 'usr/local/lib/node_modules/npm')]);
  await runCommand('ln', ['-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(mount, 'usr/local/bin/npm')]);
  if (existsSync(CERTIFICATES)) await cp(CERTIFICATES, join(mount, CERTIFICATES), { dereference: true });
  const variables = ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile'].flatMap((name) => [
    '--env',
    `${name}=${CERTIFICATES}`,
  ]);
  await buildah(['config', ...variables, container]);
  await buildah(['commit', '-q', '--rm', container, image]);
}

/** A Debian as its installer creates it, cached for the next time. */
async function debian(): Promise<string> {
  const folder = join(imagesFolder(), 'bookworm');
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(dirname(part), { recursive: true });
  await runCommand('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', part]);
  await rename(part, folder);
  return folder;
}

/** The Node of exactly the image's version, from the npm registry. */
async function nodeBinary(image: string, folder: string): Promise<NodeBinary> {
  const version = /:(\d+\.\d+\.\d+)-/.exec(image)?.[1];
  if (version === undefined) throw new Error(`${image} names no version`);
  const name = `node-${process.platform}-${process.arch}`;
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await mkdir(folder, { recursive: true });
  await runCommand('npm', ['install', ...options, `${name}@${version}`]);
  const npm = dirname(dirname(await realpath((await runCommand('which', ['npm'])).trim())));
  return { file: join(folder, 'node_modules', name, 'bin', 'node'), npm };
}

/** Adds Java and Python to the base. */
async function makeEnginesImage(programs: Programs, nodeImage: string): Promise<void> {
  if (await isThere(programs, ENGINES)) return;
  const { buildah } = programs;
  const container = (await buildah(['from', '--pull=never', nodeImage])).trim();
  const install = 'apt-get -q update && apt-get -q -y --no-install-recommends install python3 openjdk-17-jre-headless';
  await buildah(['run', container, '--', 'sh', '-c', install]);
  await buildah(['commit', '-q', '--rm', container, ENGINES]);
}

/** What the driver of MongoDB needs of node_modules. */
const DRIVER = [
  'mongodb',
  'bson',
  'mongodb-connection-string-url',
  'whatwg-url',
  'webidl-conversions',
  'tr46',
  'punycode',
  '@mongodb-js',
  'sparse-bitfield',
  'memory-pager',
];

/** Creates the engines' images. @param names `kafka`, `mongo`, `valkey` -> the image in docker-compose.yml */
export async function makeEngineImages(
  programs: Programs,
  options: { readonly nodeImage: string; readonly names: Readonly<Record<string, string>>; readonly work: string },
): Promise<void> {
  await makeEnginesImage(programs, options.nodeImage);
  const context = join(options.work, 'engines');
  await cp(join(ROOT, 'test', 'images', 'stand-ins'), context, { recursive: true });
  const [kafka, mongo, redis] = await Promise.all([provisionKafka(), provisionMongoWire('python'), provisionRedis()]);
  const jars = dirname(kafka.classPath.split(':')[0] ?? '');
  await cp(jars, join(context, 'kafka-jars'), { recursive: true });
  await cp(mongo.env.PYTHONPATH ?? '', join(context, 'secantusdb'), { recursive: true });
  await cp(redis, join(context, 'valkey-server'));
  const installed = await readdir(join(ROOT, 'node_modules'));
  for (const name of DRIVER.filter((one) => installed.includes(one))) {
    await cp(join(ROOT, 'node_modules', name), join(context, 'node_modules', name), { recursive: true });
  }
  for (const [name, image] of Object.entries(options.names)) {
    const what = ['--target', name, '-t', image];
    await programs.buildah(['build', '-q', '--pull=never', '--format', 'docker', ...what, context]);
  }
}
