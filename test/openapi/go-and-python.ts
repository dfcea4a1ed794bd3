/** Clients in Go and Python, each made by two programs. These and what the clients are built on are pinned by checksum, as in tools.ts. */
import { copyFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findPython,
  installOnce,
  installWheels,
  type Python,
  pinnedFile,
  runCommand,
  versioned,
} from '../engines/provision.ts';
import { DESCRIPTION, generate, place, root, type SampleBackend, samples } from './tools.ts';

const MODULE = ['go.mod', 'go.sum', 'pinned.go'];
const WHEELS = 'openapi-python.txt';
/** What both samples in Python share. */
const FLOW = 'sample_flow.py';

/** Nothing but what go.sum names, and with the Go that is there. */
const GO = { CGO_ENABLED: '0', GOFLAGS: '', GOTOOLCHAIN: 'local', GOWORK: 'off' };

export interface GoTools {
  /** A module with its vendored packages. */
  readonly module: string;
  readonly oapiCodegen: string;
}

/** oapi-codegen, and the packages of both clients. @throws Error without Go */
export async function provisionGoTools(): Promise<GoTools> {
  const files = MODULE.map((name) => join('openapi-go', name));
  const module = await installOnce(versioned('openapi-go', files), async (part) => {
    for (const name of MODULE) await copyFile(pinnedFile(join('openapi-go', name)), join(part, name));
    await runCommand('go', ['mod', 'vendor'], { cwd: part, env: GO });
    const command = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
    await runCommand('go', ['build', '-o', 'oapi-codegen', command], { cwd: part, env: GO });
  });
  return { module, oapiCodegen: join(module, 'oapi-codegen') };
}

/** Types and calls by oapi-codegen. */
export async function buildWithOapiCodegen(folder: string, tools: GoTools): Promise<SampleBackend> {
  await place(join(folder, 'api'), DESCRIPTION, 'http-api.yaml');
  const args = ['-generate', 'types,client', '-package', 'api', '-o', 'api.go', 'http-api.yaml'];
  await runCommand(tools.oapiCodegen, args, { cwd: join(folder, 'api') });
  return compileGo(folder, tools, 'oapi.go');
}

/** A client of openapi-generator in Go. */
export async function buildWithGo(folder: string, tools: GoTools, generator: string): Promise<SampleBackend> {
  await generate(generator, 'go', join(folder, 'openapi'));
  return compileGo(folder, tools, 'generated.go');
}

async function compileGo(folder: string, { module }: GoTools, sample: string): Promise<SampleBackend> {
  for (const name of MODULE) await copyFile(join(module, name), join(folder, name));
  await symlink(join(module, 'vendor'), join(folder, 'vendor'));
  await place(join(folder, 'cmd'), join(samples, sample), 'main.go');
  const command = join(folder, 'backend');
  await runCommand('go', ['build', '-p', '2', '-o', command, './cmd'], { cwd: folder, env: GO });
  return { command, args: [] };
}

export interface PythonTools {
  readonly python: Python;
  /** Packages. */
  readonly folder: string;
}

/** openapi-python-client, and the packages of both clients. @throws Error without Python 3.11 */
export async function provisionPythonTools(): Promise<PythonTools> {
  const python = await findPython();
  const folder = await installOnce(versioned(`openapi-python-${python.tag}`, [WHEELS]), (part) =>
    installWheels(python, WHEELS, part),
  );
  return { python, folder };
}

/** A client of openapi-python-client; what it can't read of the management interface would be missing. */
export async function buildWithPythonClient(folder: string, tools: PythonTools): Promise<SampleBackend> {
  const script = 'import sys; from openapi_python_client.cli import app; sys.argv[0] = "openapi-python-client"; app()';
  const args = ['generate', '--meta', 'none', '--path', DESCRIPTION, '--output-path', join(folder, 'client')];
  await runCommand(tools.python.file, ['-c', script, ...args], { cwd: root, env: pathOf(tools) });
  return runPython(folder, tools, 'python_client.py');
}

/** A client of openapi-generator in Python. */
export async function buildWithPython(folder: string, tools: PythonTools, generator: string): Promise<SampleBackend> {
  await generate(generator, 'python', folder);
  return runPython(folder, tools, 'openapi_generator.py');
}

async function runPython(folder: string, tools: PythonTools, sample: string): Promise<SampleBackend> {
  await place(folder, join(samples, sample), 'backend.py');
  await place(folder, join(samples, FLOW), FLOW);
  return { command: tools.python.file, args: [join(folder, 'backend.py')], env: pathOf(tools) };
}

function pathOf({ folder }: PythonTools): NodeJS.ProcessEnv {
  return { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
}
