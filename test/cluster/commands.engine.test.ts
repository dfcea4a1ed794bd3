/** The operator's commands while `npm run cluster` runs: the printed one works as printed, and acts on its data. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { completeSecrets, OF_SEPARATE_SERVICES } from '@countersign/operator/data/secrets';
import { systemClock } from '@countersign/shared/kernel/clock';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { freePort } from '../support/child-server.ts';
import { namesIn, removeFromEngines } from '../support/engine-names.ts';
import { ROOT } from './cluster-processes.ts';

const engines = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL'] as const;
const absent = engines.filter((name) => process.env[name] === undefined);
const skip = absent.length > 0 && `needs ${absent.join(', ')}`;

/** An embedded store as `npm start` leaves it: with a separate data key for variant A. */
async function leaveEmbeddedStore(folder: string): Promise<void> {
  const { environment } = completeSecrets({}, folder, systemRandom);
  const store = await openEmbeddedStore({ folder });
  const masterKey = Buffer.from(environment.MASTER_KEY ?? '', 'base64url');
  await createVaults({ store, masterKey, random: systemRandom, clock: systemClock }).of('default');
  await store.close();
}

/**
 * Resolves with the printed text once the last line has arrived. Keeps reading, because the cluster ends when nobody
 * reads its output.
 */
function printedBy(cluster: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    cluster.stdout?.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ctrl-C stops all')) resolve(output);
    });
    cluster.once('exit', () => reject(new Error(`it has ended:\n${output}`)));
  });
}

async function startCluster(t: TestContext, folder: string): Promise<string> {
  const names = namesIn(`commands-${process.pid}-${Date.now().toString(36)}`);
  const port = String(await freePort());
  const given = Object.fromEntries(engines.map((name) => [name, process.env[name] ?? '']));
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    ...given,
    ...names,
    DATA_FOLDER: folder,
    PORT: port,
    CONFIG_FOLDER: join(folder, 'config'),
  };
  const main = join(ROOT, 'test/dist/cluster/main.js');
  const cluster = spawn(process.execPath, [main], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    if (cluster.exitCode === null) {
      cluster.kill('SIGTERM');
      await once(cluster, 'exit');
    }
    const { environment } = completeSecrets(process.env, folder, systemRandom, OF_SEPARATE_SERVICES);
    await removeFromEngines({ ...environment, ...given, ...names, PUBLIC_URL: `http://localhost:${port}` });
  });
  return printedBy(cluster);
}

test('the printed command works as printed; no command reads the embedded store while the cluster runs', {
  skip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cluster-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  await leaveEmbeddedStore(folder);
  const { PATH, HOME } = process.env;
  const shell = (command: string) =>
    spawnSync('sh', ['-c', command], { cwd: ROOT, env: { PATH, HOME }, encoding: 'utf8' });
  const secret = `DATA_FOLDER=${folder} npm run --silent webhook-secret -- default`;
  const alone = shell(secret);
  assert.equal(alone.status, 0, alone.stderr);

  const printed = /Commands for it: +(.*)\n/.exec(await startCluster(t, folder))?.[1] ?? '';
  assert.match(printed, /npm run dead-letters -- list$/);
  const listed = shell(printed);
  assert.equal(listed.status, 0, listed.stderr);
  assert.match(listed.stderr, /^on MongoDB at /m);
  const printedOutput = shell(secret);
  assert.equal(printedOutput.status, 0, printedOutput.stderr);
  assert.match(printedOutput.stdout, /^whsec_\S{44}\n$/);
  assert.notEqual(printedOutput.stdout, alone.stdout);
  assert.equal(shell(`DATA_FOLDER=${folder} npm run --silent webhook-secret -- nope`).status, 1);
  assert.equal(shell(`DATA_FOLDER=${folder} npm run --silent after-restore`).status, 1);
});
