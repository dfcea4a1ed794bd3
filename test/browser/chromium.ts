/** The Chromium of the machine: what the tests of pages run in. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser'];

/** Fetch nothing but the page under test. Without its sandbox it also runs as root in a container. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns the path in the variable CHROMIUM, or of a Chromium in PATH, if any */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM !== undefined && CHROMIUM !== '') return CHROMIUM;
  return PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable);
}

/**
 * Installs Debian's Chromium if there is none.
 * @returns undefined if it is available now, otherwise why not
 */
export async function installChromium(): Promise<string | undefined> {
  if (findChromium() !== undefined) return undefined;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'installing it needs root on Debian';
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const failure = await aptGet(words);
    if (failure !== undefined) return failure;
  }
  return findChromium() === undefined ? 'the package chromium brought no program of that name' : undefined;
}

/**
 * A browser that is closed at the end of the test. Without a browser the test is skipped; on a build server it fails.
 * @returns undefined if the test was skipped
 */
export async function openChromium(t: TestContext): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    if (process.env.CI === 'true') throw new Error('There is no Chromium; node scripts/chromium.mjs installs it');
    t.skip('needs Chromium (node scripts/chromium.mjs installs it, CHROMIUM names another)');
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  t.after(() => browser.close());
  return browser;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function aptGet(words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const child = spawn('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...words], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-500);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `apt-get ${words[0]}: ${output.trim()}`));
  });
}
