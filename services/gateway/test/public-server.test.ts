import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPublicServer } from '../src/public-server.ts';

const local = { host: '127.0.0.1', port: 0 };

test('closing lets the answer under way finish and takes no new connection', async () => {
  let started: () => void = () => undefined;
  let finish: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await openPublicServer(local, async () => async (_, response) => {
    started();
    await mayFinish;
    response.end('done');
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const answer = fetch(url);
  await isStarted;
  const closed = server.close(60_000);
  await assert.rejects(fetch(url));
  finish();
  assert.equal(await (await answer).text(), 'done');
  await closed;
});

test('what hangs is cut after the grace', async () => {
  let started: () => void = () => undefined;
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const server = await openPublicServer(local, async () => async () => started());
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  const refused = assert.rejects(answer);
  await isStarted;
  await server.close(10);
  await refused;
});

test('a handler that can not be made frees the port', async () => {
  let taken = 0;
  const failing = openPublicServer(local, async (port) => {
    taken = port;
    throw new Error('no handler');
  });
  await assert.rejects(failing, /no handler/);
  const again = await openPublicServer(
    { ...local, port: taken },
    async () => async (_, response) => void response.end(),
  );
  await again.close(0);
});

test('a port that is taken is an error', async () => {
  const server = await openPublicServer(local, async () => async (_, response) => void response.end());
  await assert.rejects(
    openPublicServer({ ...local, port: server.port }, async () => async () => undefined),
    /EADDRINUSE/,
  );
  await server.close(0);
});
