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

  it('that comes in tiny pieces, or never ends, is cut', async (t) => {
    const { outbound, url } = await hosted(t, (_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x', () => setImmediate(more));
      };
      more();
    });
    const dripping = await fetchList(outbound, url, undefined, 500);
    assert.equal(dripping.state, 'failed');
    const silent = await hosted(t, (_, response) => void response.write('x'));
    const cut = await fetchList(silent.outbound, silent.url, undefined, 50);
    assert.equal(cut.state === 'failed' && cut.failure.reason, 'trust_list_unreachable');
  });

  it('is asked for at its own address only: a digest beside it can not freeze it', async (t) => {
    const asked: (string | undefined)[] = [];
    const { outbound, url } = await hosted(t, ({ url: path }, response) => {
      asked.push(path);
      response.end('list');
    });
    await fetchList(outbound, url, undefined);
    assert.deepEqual(asked, ['/list']);
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
