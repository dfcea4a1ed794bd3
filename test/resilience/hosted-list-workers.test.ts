/**
 * A hosted list on a server with workers: each worker publishes it, one of them signs it again, and each shows the new
 * version.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { until } from '@countersign/shared/test/patience';
import { openFixedConnections } from '../support/fixed-connections.ts';
import { jsonBody } from '../support/server.ts';
import { API_KEY, openServerProcess, startWorkers } from './server-process.ts';

const WORKERS = '2';
/** Two of each worker: the primary hands each connection to the worker that has the fewest. */
const CONNECTIONS = 4;
const MINUTE = 60_000;

test('a hosted list is published by each worker, and signed again once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-clock-'));
  const offset = join(folder, 'offset');
  writeFileSync(offset, '0');
  const clock = pathToFileURL(join(import.meta.dirname, 'clock-offset.js')).href;
  const server = await openServerProcess({ WORKERS, CLOCK_OFFSET_FILE: offset }, { nodeOptions: ['--import', clock] });
  const connections = openFixedConnections(CONNECTIONS);
  t.after(async () => {
    connections.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await startWorkers(server, WORKERS);
  const numbers = Array.from({ length: CONNECTIONS }, (_, n) => n);
  // Opened one after the other, so that they alternate between the workers.
  for (const n of numbers) await (await connections.of(n)(`${server.url}/health/live`)).text();

  const send = async (n: number, path: string, body?: object) => {
    const { headers, ...json } = body === undefined ? { headers: {} } : jsonBody(body);
    const init = {
      ...json,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...headers, 'x-api-key': API_KEY },
    };
    const answer = await connections.of(n)(`${server.url}/hosted-lists${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  const { anchor } = await makeSigningKey();
  const created = await send(0, '/pid', listBody({ updateInterval: 3600 }));
  assert.equal(created.status, 201, created.text);
  const added = await send(1, '/pid/entities', entityBody(anchor));
  assert.equal(added.status, 201, added.text);

  /** The number of the list that each connection shows. */
  const shown = async (): Promise<readonly number[]> =>
    Promise.all(
      numbers.map(async (n) => {
        const answer = await connections.of(n)(`${server.url}/trust-lists/pid`);
        const [, payload = ''] = (await answer.text()).split('.');
        if (answer.status !== 200) return 0;
        return JSON.parse(Buffer.from(payload, 'base64url').toString()).LoTE.ListAndSchemeInformation
          .LoTESequenceNumber;
      }),
    );
  await until('each worker shows the second version', async () => (await shown()).every((number) => number === 2));

  // Due at half of the hour: the job looks each minute.
  writeFileSync(offset, String(31 * MINUTE));
  const signedAgain = async (): Promise<boolean> => (await shown()).every((number) => number === 3);
  await until('each worker shows the version that was signed again', signedAgain, 3 * MINUTE);
  const versions = JSON.parse((await send(2, '/pid/versions')).text) as readonly { readonly change: string }[];
  assert.deepEqual(
    versions.map(({ change }) => change),
    ['signed', 'entity-written', 'created'],
  );
});
