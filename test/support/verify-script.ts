/** Runs deploy/verify.sh with recording programs instead of docker, kind and kubectl. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { API_KEY, type TestServer } from './server.ts';

export const SCRIPT = resolve(import.meta.dirname, '../../..', 'deploy/verify.sh');

/** Records its call, and fails if the test asks for it. */
const PROGRAM = `#!/bin/sh
printf '%s %s\\n' "$(basename "$0")" "$*" >>"$CALLS"
if [ -n "$FAIL_AT" ]; then case "$*" in *"$FAIL_AT"*) echo 'it fails on purpose' >&2; exit 9 ;; esac; fi
`;

export interface VerifyOptions {
  /** Used instead of a deployment. Without it the script generates its secrets. */
  readonly server?: TestServer;
  readonly args: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  /** A part of the call that fails. */
  readonly failAt?: string;
}

export interface Verified {
  readonly code: number;
  readonly output: string;
  /** Calls of docker, kind and kubectl. */
  readonly calls: readonly string[];
}

export async function runVerify(t: TestContext, options: VerifyOptions): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-verify-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  for (const name of ['docker', 'kind', 'kubectl']) {
    writeFileSync(join(programs, name), PROGRAM);
    chmodSync(join(programs, name), 0o755);
  }
  const calls = join(folder, 'calls');
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: process.env.HOME,
    CALLS: calls,
    FAIL_AT: options.failAt ?? '',
    VERIFY_ATTEMPTS: '2',
    ...(options.server === undefined ? {} : settingsOf(folder, options.server, options.settings)),
  };
  const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
    execFile('bash', [SCRIPT, ...options.args], { env }, (error, out, err) => {
      done({ code: typeof error?.code === 'number' ? error.code : 0, output: `${out}${err}` });
    });
  });
  return { code, output, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [] };
}

function settingsOf(folder: string, server: TestServer, settings: VerifyOptions['settings']): NodeJS.ProcessEnv {
  const file = join(folder, 'env');
  const all = {
    AUTH_API_KEY: API_KEY,
    PUBLIC_URL: server.url,
    MONGODB_PASSWORD: 'm',
    REDIS_PASSWORD: 'r',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''));
  return { VERIFY_ENV: file, VERIFY_URL: server.url };
}
