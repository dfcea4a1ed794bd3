/** The token of a list, plain and compressed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, inflateSync } from 'node:zlib';
import { buildToken } from '../src/build-token.ts';
import { PUBLIC_URL, world } from './world.ts';

async function build(t: Parameters<typeof world>[0], bits: Buffer) {
  const made = await world(t);
  const platform = made.platform();
  const key = await platform.keys.signer('default', 'credential');
  const building = buildToken(platform, { bits, uri: `${PUBLIC_URL}/list`, key, now: made.now + 999 });
  return { building, made, platform };
}

const partOf = (token: Buffer, part: number) =>
  JSON.parse(Buffer.from(token.toString().split('.')[part] ?? '', 'base64url').toString());

test('both forms are one token with different tags; its lifetime follows the settings, in whole seconds', async (t) => {
  const { building, made, platform } = await build(t, Buffer.from([0, 4]));
  const token = await building;
  assert.deepEqual(gunzipSync(token.gzip.bytes), token.plain.bytes);
  assert.match(token.plain.etag, /^"[\w-]{43}"$/);
  assert.equal(token.gzip.etag, `${token.plain.etag.slice(0, -1)}.gzip"`);
  const { STATUS_LIST_EXPIRY, STATUS_LIST_TTL } = platform.settings;
  const iat = Math.floor((made.now + 999) / 1000);
  assert.deepEqual([token.exp, token.ttl], [iat + STATUS_LIST_EXPIRY, STATUS_LIST_TTL]);
  const payload = partOf(token.plain.bytes, 1);
  assert.deepEqual([payload.iat, payload.exp, payload.ttl], [iat, token.exp, token.ttl]);
  assert.equal(payload.sub, `${PUBLIC_URL}/list`);
});

test('bits that change while the token is built are not in it', async (t) => {
  const bits = Buffer.from([0, 4]);
  const { building } = await build(t, bits);
  bits.fill(255);
  const { lst } = partOf((await building).plain.bytes, 1).status_list;
  assert.deepEqual(inflateSync(Buffer.from(lst, 'base64url')), Buffer.from([0, 4]));
});
