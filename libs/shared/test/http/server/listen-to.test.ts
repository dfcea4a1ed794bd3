import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { listenTo } from '../../../src/http/server/listen-to.ts';

test('a port that is taken, and a host of another machine, are errors that name the setting and the remedy', async () => {
  const first = createServer();
  await listenTo(first, { host: '127.0.0.1', port: 0 });
  const address = first.address();
  const port = typeof address === 'object' && address !== null ? address.port : assert.fail();
  try {
    await assert.rejects(
      listenTo(createServer(), { host: '127.0.0.1', port }),
      /^Error: PORT \d+ of 127\.0\.0\.1 is taken: set another PORT/,
    );
    await assert.rejects(
      listenTo(createServer(), { host: '192.0.2.1', port: 0 }),
      /^Error: HOST 192\.0\.2\.1 is not an address of this machine/,
    );
  } finally {
    first.close();
    await once(first, 'close');
  }
});
