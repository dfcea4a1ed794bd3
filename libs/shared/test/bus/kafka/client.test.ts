import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createRequestClient } from '../../../src/bus/kafka/client.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { settingsOf } from './cluster.ts';

test('a destroyed client closes its connections and opens no other', async (t) => {
  let accepted = 0;
  const open = new Set<Socket>();
  // A broker that accepts connections and never responds.
  const server = createServer((socket) => {
    accepted += 1;
    open.add(socket);
    socket.resume();
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = `127.0.0.1:${(server.address() as { port: number }).port}`;
  const settings = settingsOf('', { KAFKA_BROKERS: [address] });
  const client = createRequestClient({ settings, clientId: 'test', log: silentLog }, 5000);
  const failed = assert.rejects(client.kafka.admin().connect());
  await until('the connection', () => open.size === 1);
  client.destroy();
  await until('the end of the connection', () => open.size === 0);
  await failed;
  assert.equal(accepted, 1);
});
