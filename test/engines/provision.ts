/**
 * The engines' cache, outside the working tree, and how engines are installed there: once, whole, and with known
 * content.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the source: the compiled file is in `test/dist/engines`. */
const PINNED = resolve(fileURLToPath(import.meta.url), '..', '..', '..', 'engines', 'pinned');

export function pinnedFile(name: string): string {
  return join(PINNED, name);
}

/** `COUNTERSIGN_ENGINES`, otherwise `~/.cache/countersign/engines`. */
export function enginesFolder(): string {
  const given = process.env.COUNTERSIGN_ENGINES;
  return given === undefined || given === '' ? join(homedir(), '.cache', 'countersign', 'engines') : resolve(given);
}

/** `name` with a few characters that change when one of the pinned files does. */
export function versioned(name: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(pinnedFile(file)));
  return `${name}-${hash.digest('hex').slice(0, 8)}`;
}

/**
 * A folder in the cache, filled by `fill` if it is missing. It appears whole or not at all, even if several processes
 * fill it at the same time.
 * @returns its path
 */
export async function installOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(enginesFolder(), name);
  if (existsSync(folder)) return folder;
  const part = `${folder}.${randomUUID()}.part`;
  await mkdir(part, { recursive: true });
  try {
    await fill(part);
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return folder;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Shows the output instead of keeping it. */
  readonly show?: boolean;
}

/**
 * Runs a command to its end.
 * @returns its output, both streams
 * @throws Error with the end of its output if it can't be run or fails
 */
export function runCommand(file: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
  const { cwd, env, show = false } = options;
  return new Promise((resolvePromise, reject) => {
    const stdio = show ? ('inherit' as const) : ('pipe' as const);
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', stdio, stdio] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(new Error(`${file} can not be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolvePromise(output);
      else reject(new Error(`${file} failed (${code})\n${output.slice(-2000)}`));
    });
  });
}

export interface Python {
  readonly file: string;
  /** For example `cpython-311`: compiled packages need their exact version. */
  readonly tag: string;
}

const NAMES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python'];
const PROBE =
  'import sys, pip; assert sys.version_info >= (3, 11); print(sys.executable, sys.implementation.cache_tag, sep="\\n")';

/** A Python 3.11 or later with pip. @throws Error if there is none */
export async function findPython(): Promise<Python> {
  for (const name of NAMES) {
    const answer = await runCommand(name, ['-c', PROBE]).catch(() => '');
    const [file, tag] = answer.trim().split('\n');
    if (file !== undefined && file !== '' && tag !== undefined) return { file, tag };
  }
  throw new Error('Python 3.11 or later with pip is needed');
}

/** Installs wheels of a requirements file into a folder; each must have a hash of the file. */
export async function installWheels(python: Python, requirements: string, folder: string): Promise<void> {
  const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-warn-script-location', '--no-deps'];
  const hashed = ['--require-hashes', '--only-binary', ':all:', '-r', pinnedFile(requirements)];
  const env = { PIP_ROOT_USER_ACTION: 'ignore' };
  await runCommand(python.file, ['-m', 'pip', 'install', ...options, '--target', folder, ...hashed], { env });
}
