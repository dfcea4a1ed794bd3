/**
 * Third-party programs that read the API description: two linters and two makers of clients. They are pinned by checksum
 * and kept in the cache of the engines, outside of `node_modules`.
 */
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { installJars, jarsOf } from '../engines/jars.ts';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';

const PACKAGES = ['package.json', 'package-lock.json'].map((name) => join('openapi-tools', name));
const JARS = { pom: 'openapi-clients-pom.xml', sums: 'openapi-clients-jars.sha256' };

/** Compiled to test/dist/openapi. */
export const root = resolve(import.meta.dirname, '../../..');
/** The checked-in description. */
export const DESCRIPTION = join(root, 'docs/reference/http-api.yaml');
export const samples = join(root, 'test', 'openapi', 'samples');

/** Linters and openapi-typescript. @returns a folder with `node_modules` */
export function provisionNodeTools(): Promise<string> {
  return installOnce(versioned('openapi-tools', PACKAGES), async (part) => {
    for (const file of PACKAGES) await copyFile(pinnedFile(file), join(part, file.slice('openapi-tools/'.length)));
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: part });
  });
}

export interface ClientJars {
  /** The program that generates clients. */
  readonly generator: string;
  /** The dependencies of its Java clients. */
  readonly classPath: string;
}

/** openapi-generator. @throws Error without Java and Maven */
export async function provisionClientJars(): Promise<ClientJars> {
  await runCommand('javac', ['-version']);
  const jars = jarsOf(await installJars('openapi-clients', JARS));
  const generator = jars.find((jar) => jar.includes('openapi-generator-cli'));
  if (generator === undefined) throw new Error('openapi-generator is not among the jars');
  return { generator, classPath: jars.filter((jar) => jar !== generator).join(':') };
}

/** The fetched programs. If they can't be fetched the test is skipped; on a build server it fails. */
export async function orSkip<T>(t: TestContext, provision: () => Promise<T>): Promise<T | undefined> {
  try {
    return await provision();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: programs that read the API description: ${why}\n`);
    t.skip(why);
    return undefined;
  }
}

/** A sample backend that was compiled. */
export interface SampleBackend {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

interface Place {
  readonly folder: string;
  /** Folder with `node_modules`. */
  readonly tools: string;
}

/** Types by openapi-typescript, calls by openapi-fetch. */
export async function buildWithOpenApiTypescript({ folder, tools }: Place): Promise<SampleBackend> {
  const modules = join(tools, 'node_modules');
  await place(folder, join(samples, 'openapi-fetch.ts'), 'backend.ts');
  const cli = join(modules, 'openapi-typescript', 'bin', 'cli.js');
  await runCommand(process.execPath, [cli, DESCRIPTION, '-o', 'http-api.d.ts'], { cwd: folder });
  await compile({ folder, tools });
  return { command: process.execPath, args: [join(folder, 'dist', 'backend.js')] };
}

/** A client of openapi-generator for browsers and Node. */
export async function buildWithTypescriptFetch(
  { folder, tools }: Place,
  { generator }: ClientJars,
): Promise<SampleBackend> {
  await place(folder, join(samples, 'typescript-fetch.ts'), 'backend.ts');
  await generate(generator, 'typescript-fetch', join(folder, 'client'));
  await compile({ folder, tools });
  return { command: process.execPath, args: [join(folder, 'dist', 'backend.js')] };
}

/** A client in Java that needs Java's own HTTP client only. */
export async function buildWithJava(folder: string, { generator, classPath }: ClientJars): Promise<SampleBackend> {
  await place(folder, join(samples, 'Backend.java'), 'Backend.java');
  await generate(generator, 'java', join(folder, 'client'));
  const classes = join(folder, 'classes');
  const sources = join(folder, 'client', 'src', 'main', 'java');
  const args = ['-nowarn', '-encoding', 'UTF-8', '-d', classes, '-cp', classPath, '-sourcepath', sources];
  await runCommand('javac', [...args, join(folder, 'Backend.java')]);
  return { command: 'java', args: ['-Dfile.encoding=UTF-8', '-cp', `${classes}:${classPath}`, 'Backend'] };
}

export async function place(folder: string, sample: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(sample, join(folder, name));
}

/** Runs the commands of docs/how-to/clients.md, from the folder of the repository, into another folder. */
export async function generate(generator: string, name: string, folder: string): Promise<void> {
  const lines = (await readFile(join(root, 'docs/how-to/clients.md'), 'utf8')).split('\n');
  const line = lines.find((text) => text.includes(`generate -i docs/reference/http-api.yaml -g ${name} `));
  if (line === undefined) throw new Error(`docs/how-to/clients.md has no command for ${name}`);
  const args = line.trim().split(' ').slice('java -jar file'.split(' ').length, -1);
  await runCommand('java', ['-jar', generator, ...args, folder], { cwd: root });
}

/** All of it strictly, generated code too. */
async function compile({ folder, tools }: Place): Promise<void> {
  const modules = join(tools, 'node_modules');
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
    outDir: 'dist',
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await symlink(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await runCommand(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '-p', folder]);
}
