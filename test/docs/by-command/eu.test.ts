/** Runs the commands of docs/how-to/eu.md: from nothing to a tenant of profile eu that issues a PID and requests it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { freePort } from '../../support/child-server.ts';
import {
  type Block,
  blocksOf,
  makeClone,
  runShell,
  startProgram,
  untilReady,
  variablesOf,
} from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const PROGRAMS = {
  authority: 'test/dist/authority/authority.js',
  server: 'bundle/standalone.js',
};

interface Ports {
  readonly server: number;
  readonly authority: number;
}

function blocksAt({ server, authority }: Ports): readonly Block[] {
  const document = readFileSync(join(ROOT, 'docs/how-to/eu.md'), 'utf8');
  return blocksOf(document.replaceAll('localhost:3000', `localhost:${server}`).replaceAll(':4010', `:${authority}`));
}

test('a tenant of profile eu, by the commands of docs/how-to/eu.md', async (t) => {
  const folder = makeClone();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const ports: Ports = { server: await freePort(), authority: await freePort() };
  const blocks = blocksAt(ports);
  const [authority, server] = [
    blocks.find(({ kind }) => kind === 'authority'),
    blocks.find((one) => one.kind === 'server'),
  ];
  assert.ok(authority && server);
  const [place = ''] = authority.text.match(/data\/\S+/) ?? [];
  assert.equal(authority.text.trim(), `npm run --silent authority -- ${place}`);
  startProgram(t, folder, PROGRAMS.authority, { args: [place, '--port', String(ports.authority)] });
  await until('the authorities', async () => existsSync(join(folder, place, 'national-list.pem')));

  const at = blocks.indexOf(server);
  const run = (some: readonly Block[]): Promise<string> =>
    runShell(
      ['set -euo pipefail', ...some.filter(({ kind }) => kind === '').map(({ text }) => text)].join('\n'),
      folder,
    );
  const before = await run(blocks.slice(0, at));
  assert.doesNotMatch(before, / error /);
  assert.match(before, /Profile eu: registration.issuer must specify a registration certificate/);

  const env = { ...variablesOf(server.text), PORT: String(ports.server), METRICS_PORT: '0' };
  assert.match(server.text, /npm start$/m);
  await untilReady(`http://localhost:${ports.server}`, startProgram(t, folder, PROGRAMS.server, { env }));
  const after = await run(blocks.slice(at));
  checkTenant(after);
  await checkMissing(folder);
});

function checkTenant(output: string): void {
  assert.match(output, /"profile":"eu","complete":true/);
  assert.equal(output.match(/"state":"fresh"/g)?.length, 3, 'both lists, and the one that was handed over');
  assert.match(output, /"id":"pid","url".*"loaded":true/);
  assert.equal(output.match(/"outcome":"accepted"/g)?.length, 2, 'both dry runs');
  assert.doesNotMatch(output, /"takes":false|eu_part_missing|access_certificate_refused/);
  assert.match(output, /vct#integrity/);
  assert.match(output, /shows for pid: \{"given_name":"Erika"\}/);
  assert.match(output, /"status":"verified".*"list":\{"id":"pid".*"entity":"Ministry of the trial"/);
}

/** What a PID must have is checked in the files. */
async function checkMissing(folder: string): Promise<void> {
  const pid = join(folder, 'data/eu/issuance/eu-pid.json');
  writeFileSync(pid, readFileSync(pid, 'utf8').replace(/"date_of_expiry": "2034-01-14",/, ''));
  rmSync(join(folder, 'data/eu/trust/access-authorities'), { recursive: true });
  const lacking = await runShell('CONFIG_FOLDER=data/eu npm run --silent operator -- check-config || true', folder);
  assert.match(lacking, /eu-pid\.json.*date_of_expiry.*Every PID has this attribute/);
  assert.match(lacking, /access-authorities.*No access certificate authority is trusted/);
}
