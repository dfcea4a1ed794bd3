import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createOutbound } from '@countersign/shared/http/outbound';
import { MAX_LIST_BYTES } from '../../src/lists/signed-list.ts';
import { fetchList } from '../../src/refresh/fetch-list.ts';

/** The guarded client, which may reach this host only. */
async function hosted(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const outbound = createOutbound({ allow: [`127.0.0.1:${port}`] });
  return { outbound, url: `http://127.0.0.1:${port}/list` };
}

describe('a list', () => {
  it('is fetched with its tag, and asked for with it', async (t) => {
    const { outbound, url } = await hosted(t, (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.setHeader('etag', '"1"').end('list');
    });
    assert.deepEqual(await fetchList(outbound, url, undefined), {
      state: 'bytes',
      bytes: Buffer.from('list'),
      etag: '"1"',
    });
    assert.deepEqual(await fetchList(outbound, url, '"1"'), { state: 'unchanged' });
  });

  it('of more than 16 MiB is cut, whether its length is said or not', async (t) => {
    const part = Buffer.alloc(1024 * 1024);
    for (const length of [undefined, String(MAX_LIST_BYTES + 1)]) {
      const { outbound, url } = await hosted(t, (_, response) => {
        if (length !== undefined) response.setHeader('content-length', length);
        const more = (): void => {
          if (!response.destroyed) response.write(part, more);
        };
        more();
      });
      const fetched = await fetchList(outbound, url, undefined);
      assert.deepEqual(fetched.state === 'failed' && fetched.failure.reason, 'trust_list_malformed');
    }
  });

  it('that is compressed is not unpacked', async (t) => {
    const { outbound, url } = await hosted(t, (_, response) => response.setHeader('content-encoding', 'gzip').end('x'));
    const fetched = await fetchList(outbound, url, undefined);
    assert.deepEqual(fetched.state === 'failed' && fetched.failure.reason, 'trust_list_malformed');
  });

  it('at an inside address is not asked for', async (t) => {
    let asked = 0;
    const { url } = await hosted(t, (_, response) => {
      asked += 1;
      response.end();
    });
    const fetched = await fetchList(createOutbound({ allow: [] }), url, undefined);
    assert.deepEqual([fetched.state === 'failed' && fetched.failure.reason, asked], ['trust_list_unreachable', 0]);
  });
});
