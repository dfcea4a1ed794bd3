/** The token of a list in its forms, plain and compressed. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { verifyCwt } from '@countersign/shared/mdoc/cwt';
import { type BuiltToken, buildToken } from '../../src/list/build-token.ts';
import { type ListForm, SIGNED_BY } from '../../src/list/list-form.ts';
import { PUBLIC_URL, world } from '../world.ts';

const lst = Buffer.from('compressed');

async function build(t: Parameters<typeof world>[0], form: ListForm) {
  const made = await world(t);
  const platform = made.platform();
  const key = await platform.keys.signer('default', SIGNED_BY[form]);
  const given = { lst: Promise.resolve(lst), bits: 1 as const, uri: `${PUBLIC_URL}/list`, key, now: made.now + 999 };
  const token = await buildToken(platform, form, given);
  assert.equal(token.form, form);
  return { token, made, platform, key };
}

/** `iat`, `exp` and `ttl` that the token must have. */
function expected({ made, platform }: Awaited<ReturnType<typeof build>>, token: BuiltToken): readonly number[] {
  const { STATUS_LIST_EXPIRY, STATUS_LIST_TTL } = platform.settings;
  const iat = Math.floor((made.now + 999) / 1000);
  assert.deepEqual([token.exp, token.ttl], [iat + STATUS_LIST_EXPIRY, STATUS_LIST_TTL]);
  return [iat, token.exp, token.ttl];
}

const partOf = (token: Buffer, part: number) =>
  JSON.parse(Buffer.from(token.toString().split('.')[part] ?? '', 'base64url').toString());

test('both codings are one JWT with different tags; its lifetime follows the settings, in whole seconds', async (t) => {
  const built = await build(t, 'jwt');
  const { token } = built;
  assert.deepEqual(gunzipSync(token.gzip?.bytes ?? ''), token.plain.bytes);
  assert.match(token.plain.etag, /^"[\w-]{43}"$/);
  assert.equal(token.gzip?.etag, `${token.plain.etag.slice(0, -1)}.gzip"`);
  const payload = partOf(token.plain.bytes, 1);
  assert.deepEqual([payload.iat, payload.exp, payload.ttl], expected(built, token));
  assert.equal(payload.sub, `${PUBLIC_URL}/list`);
  assert.equal(payload.status_list.lst, lst.toString('base64url'));
});

test('a CWT has the same lifetime, and no second coding', async (t) => {
  const built = await build(t, 'cwt');
  const { token, key } = built;
  assert.match(token.plain.etag, /^"[\w-]{43}"$/);
  assert.equal(token.gzip, undefined);
  const anchors = [new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'))];
  const type = 'application/statuslist+cwt';
  const claims = verifyCwt({ token: token.plain.bytes, type, anchors, now: built.made.now });
  assert.deepEqual(
    [6, 4, 65534].map((claim) => claims.get(claim)),
    expected(built, token),
  );
  assert.equal(claims.get(2), `${PUBLIC_URL}/list`);
});
