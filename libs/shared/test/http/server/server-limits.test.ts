import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get, type LimitedServer, openLimited } from './limited-server.ts';

test('one address can not take all places: others are served, and it is served again when it releases some', async (t) => {
  const server = await openLimited(t, async (_, response) => void response.end('<done>'), { connections: 50 });
  const slow = Array.from({ length: 60 }, () => server.open('127.0.0.2'));
  const refused = slow.slice(8).map(({ closed }) => closed);
  await Promise.all(refused);
  assert.equal(server.drops.length, 52);
  const other = server.open('127.0.0.3');
  other.socket.write(get('/'));
  await other.until('<done>');
  for (const { socket } of slow.slice(0, 8)) socket.destroy();
  await Promise.all(slow.map(({ closed }) => closed));
  while ((await tryOnce(server)) === false) await new Promise(setImmediate);
});

async function tryOnce(server: LimitedServer): Promise<boolean> {
  const again = server.open('127.0.0.2');
  again.socket.write(get('/'));
  return Promise.race([again.until('<done>').then(() => true), again.closed.then(() => false)]);
}

test('a proxy has the connections of many', async (t) => {
  const isProxy = (remote: string): boolean => remote === '127.0.0.2';
  const server = await openLimited(t, async (_, response) => void response.end('<done>'), { connections: 50, isProxy });
  const ofProxy = Array.from({ length: 40 }, () => server.open('127.0.0.2'));
  for (const { socket } of ofProxy) socket.write(get('/'));
  await Promise.all(ofProxy.map(({ until }) => until('<done>')));
  assert.deepEqual(server.drops, []);
});
