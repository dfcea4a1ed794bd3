/**
 * `node scripts/engines.mjs`: brings the servers that tests and `npm run cluster` use into the cache outside of the
 * working tree (`COUNTERSIGN_ENGINES`, default `~/.cache/countersign/engines`). `--rust` compiles the faster store server,
 * about seven minutes. `--run` starts all three until Ctrl-C and prints the variables that name them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

const load = (name) => import(join(root, 'test', 'dist', 'engines', `${name}.js`));
const say = (text) => process.stdout.write(`${text}\n`);

install();
build();
const { openEngines, provisionEngines } = await load('open-engines');
const begin = Date.now();
if (process.argv.includes('--rust')) await (await load('mongo-wire')).buildRustMongoWire();
report(await provisionEngines());
say(`${(await load('provision')).enginesFolder()}: ready in ${((Date.now() - begin) / 1000).toFixed(1)} s`);
if (process.argv.includes('--run')) await runUntilInterrupted();

async function runUntilInterrupted() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-engines-'));
  try {
    const interrupted = new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
    });
    const opened = await openEngines({ folder });
    report(opened.missing);
    for (const [name, value] of Object.entries(opened.environment)) say(`export ${name}=${value}`);
    const alive = setInterval(() => undefined, 60_000);
    await interrupted;
    clearInterval(alive);
    await opened.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(missing) {
  for (const { name, why } of missing) process.stderr.write(`Missing: ${name}: ${why}\n`);
  if (missing.length > 0) process.exitCode = 1;
}
