/**
 * The programs that read deployment files: the project's small Go program, which uses the libraries of kustomize and
 * Docker Compose, and two Python packages with the Kubernetes schemas and rules for Dockerfiles. All are pinned by
 * checksum and stored in the engines' cache.
 */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { findPython, installOnce, installWheels, pinnedFile, runCommand, versioned } from '../engines/provision.ts';

export interface DeploymentTools {
  /** The reader: `kustomize FOLDER`, `compose FILE ENV_FILE`, `yaml FILE`; JSON on its output. */
  readonly reader: string;
  readonly hadolint: string;
  readonly python: { readonly file: string; readonly env: NodeJS.ProcessEnv };
}

const READER = ['main.go', 'go.mod', 'go.sum'].map((name) => join('deployment-files', name));
const CHECKS = 'deployment-checks.txt';

/** Fetches missing ones into the cache. @throws Error without Go or without Python 3.11 */
export async function provisionDeploymentTools(): Promise<DeploymentTools> {
  const [reader, checks] = await Promise.all([provisionReader(), provisionChecks()]);
  return { reader, ...checks };
}

async function provisionReader(): Promise<string> {
  const folder = await installOnce(versioned('deployment-files', READER), async (part) => {
    const source = join(part, 'source');
    await cp(dirname(pinnedFile(READER[0] ?? '')), source, { recursive: true });
    // Only modules from go.sum, and with the installed Go.
    const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly -trimpath -buildvcs=false', GOTOOLCHAIN: 'local' };
    const args = ['build', '-ldflags=-s -w', '-o', join(part, 'deployment-files'), '.'];
    await runCommand('go', args, { cwd: source, env });
  });
  return join(folder, 'deployment-files');
}

async function provisionChecks(): Promise<Pick<DeploymentTools, 'hadolint' | 'python'>> {
  const python = await findPython();
  const folder = await installOnce(versioned(`deployment-checks-${python.tag}`, [CHECKS]), (part) =>
    installWheels(python, CHECKS, part),
  );
  const env = { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
  return { hadolint: join(folder, 'bin', 'hadolint'), python: { file: python.file, env } };
}

let provisioned: Promise<DeploymentTools | Error> | undefined;

/** The tools. If they are unavailable the test is skipped; on a build server it fails. */
export async function deploymentTools(t: TestContext): Promise<DeploymentTools | undefined> {
  provisioned ??= provisionDeploymentTools().catch((error: unknown) => error as Error);
  const tools = await provisioned;
  if (!(tools instanceof Error)) return tools;
  if (process.env.CI === 'true') throw tools;
  t.skip(tools.message);
  return undefined;
}

const execute = promisify(execFile);
/** Bytes. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Reads deployment files as JSON. @throws Error with the message of the reader */
export async function readFiles(tools: DeploymentTools, args: readonly string[]): Promise<unknown> {
  // Variables of the tests' environment must not replace values that the files lack.
  const { stdout } = await execute(tools.reader, args, { env: {}, maxBuffer: MAX_OUTPUT });
  return JSON.parse(stdout);
}
