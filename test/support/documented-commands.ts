/**
 * Commands from a document, run as a reader runs them: in a separate clone, against a server that `npm start` starts.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { freePort } from './child-server.ts';
import { copySamples } from './samples.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

export interface Block {
  /** `server` and `receiver` keep running while the others run. */
  readonly kind: string;
  readonly text: string;
}

export function blocksOf(document: string): readonly Block[] {
  return [...document.matchAll(/^```bash *(\w*)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({ kind, text }));
}

/** A newcomer's clone: the same files, with separate data and configuration. */
export function makeClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-clone-'));
  for (const name of readdirSync(ROOT)) {
    if (['data', 'config', '.env', '.git'].includes(name)) continue;
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  copySamples(folder);
  return folder;
}

/** The files of the clone and of its `config/`, except files that git ignores and the test's log. */
export function filesOf(clone: string): readonly string[] {
  const files = [...readdirSync(clone), ...readdirSync(join(clone, 'config'), { encoding: 'utf8', recursive: true })];
  return files.filter((name) => name !== 'data' && name !== 'receiver.log').sort();
}

export async function untilReady(url: string, server: ChildProcess): Promise<void> {
  await until('a ready server', async () => server.exitCode !== null || (await fetch(`${url}/health/ready`)).ok);
  assert.equal(server.exitCode, null, 'npm start has ended');
}

/** A clone, and a server that runs in it until the test ends. */
export async function serveClone(t: TestContext): Promise<{ readonly folder: string; readonly port: number }> {
  const folder = makeClone();
  const port = await freePort();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), METRICS_PORT: '0' };
  const main = join(ROOT, 'bundle/standalone.js');
  const server = spawn(process.execPath, [main], { cwd: folder, env, stdio: 'ignore' });
  const ended = new Promise((done) => server.once('exit', done));
  t.after(async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await untilReady(`http://localhost:${port}`, server);
  return { folder, port };
}

/** Runs a script in bash. @returns its output @throws AssertionError if it fails */
export async function runShell(script: string, folder: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((ended) => shell.once('close', ended));
  assert.equal(code, 0, output);
  return output;
}

/** Starts what a reader starts in a separate terminal. */
export function startProgram(t: TestContext, folder: string, program: string, { args = [], env = {} }: Started = {}) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(ROOT, program), ...args], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('exit', done));
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return child;
}

interface Started {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Variables before the command that starts the server. */
export function variablesOf(command: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...command.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
