import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { createLog, silentLog } from '../../../src/kernel/log.ts';
import { openMongoStore } from '../../../src/store/mongo/store.ts';
import { newCollection } from '../things.ts';

test('a URL that is no connection string stops the start, names its setting, and is not quoted', () => {
  for (const url of [
    '',
    'localhost',
    'http://h',
    'mongodb://',
    'mongodb://root:hunter2@@h',
    'mongodb://h/?foo=hunter2',
  ]) {
    assert.throws(
      () => openMongoStore({ url, database: 'd', log: silentLog }),
      (error: Error) => {
        assert.match(error.message, /^MONGODB_URL/);
        assert.doesNotMatch(`${error.stack}`, /hunter2/);
        return true;
      },
      url,
    );
  }
});

test('an unreachable server fails the operations alone, and its password is in no line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  assert.ok(address !== null && typeof address === 'object');
  taken.close();
  const lines: string[] = [];
  const log = createLog(
    'info',
    () => 0,
    (line) => lines.push(line),
  );
  const url = `mongodb://root:hunter2@127.0.0.1:${address.port}`;
  const store = openMongoStore({ url, database: 'd', log, timeout: 200 });
  const unreachable = { code: 'temporarily_unavailable', message: /^A part of the service is not available/ };
  await assert.rejects(store.ping(), unreachable);
  await assert.rejects(store.get(newCollection(), 'a'), unreachable);
  await store.close();
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /MONGODB_URL/);
  assert.doesNotMatch(lines[0] ?? '', /hunter2/);
});
