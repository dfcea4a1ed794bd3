import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { listenForWorkers } from '../../src/workers/listen.ts';

test('connections are accepted and not read; after the close none is', async (t) => {
  const accepted: Socket[] = [];
  const listening = await listenForWorkers({ HOST: '127.0.0.1', PORT: 0 }, (socket) => void accepted.push(socket));
  const client = connect(listening.port, '127.0.0.1');
  t.after(() => client.destroy());
  client.write('GET / HTTP/1.1\r\n');
  await once(client, 'connect');
  while (accepted.length === 0) await new Promise(setImmediate);
  const [socket] = accepted;
  assert.equal(socket?.isPaused(), true);
  assert.equal(socket?.bytesRead, 0);
  listening.close();
  const late = connect(listening.port, '127.0.0.1');
  await assert.rejects(once(late, 'connect'), { code: 'ECONNREFUSED' });
  socket?.destroy();
});

test('a port that is taken is an error that names the setting', async () => {
  const first = await listenForWorkers({ HOST: '127.0.0.1', PORT: 0 }, () => undefined);
  await assert.rejects(
    listenForWorkers({ HOST: '127.0.0.1', PORT: first.port }, () => undefined),
    /set another PORT/,
  );
  first.close();
});
