/** `GET /public/{file}`: files of one folder per tenant, and of no other folder. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { publicFile } from '../../src/documents/public-files.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function open(t: TestContext) {
  const images = new Map<string, Buffer>();
  const folder = await temporaryFolder(t);
  const own = join(folder, 'tenants', 'root', 'public');
  mkdirSync(own, { recursive: true });
  mkdirSync(join(own, 'a-folder'));
  writeFileSync(join(own, 'logo.svg'), SVG);
  writeFileSync(join(folder, 'tenants', 'root', 'secret.json'), '{}');
  const stored = { image: async (tenant: string, file: string) => images.get(`${tenant}/${file}`) };
  const operation = publicFile(folder, stored);
  const get = (file: string, { tenant = 'root', headers = {} }: { tenant?: string; headers?: object } = {}) =>
    operation({
      id: 'r',
      tenant,
      method: 'GET',
      url: '',
      params: { file },
      query: {},
      headers: headers as Record<string, string>,
      body: undefined,
      encoding: 'none',
    });
  const missing = (file: string, more = {}) =>
    assert.rejects(get(file, more), (error) => error instanceof ProtocolError && error.code === 'not_found', file);
  return { folder, own, images, get, missing };
}

test('a file has its type, a tag, and a policy that stops scripts in an SVG', async (t) => {
  const { get } = await open(t);
  const { raw, contentType, headers = {} } = await get('logo.svg');
  assert.deepEqual([String(raw), contentType], [SVG, 'image/svg+xml']);
  assert.match(headers['content-security-policy'] ?? '', /^sandbox; default-src 'none'/);
  const again = await get('logo.svg', { headers: { 'if-none-match': headers.etag ?? '' } });
  assert.deepEqual([again.status, again.raw, again.headers?.etag], [304, undefined, headers.etag]);
});

test('a link that leads out is not followed; one within is', async (t) => {
  const { own, get, missing } = await open(t);
  symlinkSync('../secret.json', join(own, 'leads-out.json'));
  symlinkSync('logo.svg', join(own, 'same.svg'));
  symlinkSync('loop', join(own, 'loop'));
  await missing('leads-out.json');
  await missing('../secret.json');
  await missing('loop');
  assert.equal(String((await get('same.svg')).raw), SVG);
});

test('a folder, the folder itself, a file that is too large and a file of another tenant are not found', async (t) => {
  const { own, missing } = await open(t);
  writeFileSync(join(own, 'large.png'), '');
  truncateSync(join(own, 'large.png'), 10 * 1024 * 1024 + 1);
  for (const file of ['a-folder', '', 'nothing.png', 'logo.svg/x', 'x'.repeat(400), 'large.png']) await missing(file);
  await missing('logo.svg', { tenant: 'other' });
  await missing('logo.svg', { tenant: 'default' });
});

test('an image that the API wrote is served like a file, to its tenant alone; a file of its name comes first', async (t) => {
  const { images, get, missing } = await open(t);
  images.set('root/stored.svg', Buffer.from(SVG)).set('root/logo.svg', Buffer.from('other'));
  const [stored, file] = [await get('stored.svg'), await get('logo.svg')];
  assert.deepEqual([String(stored.raw), stored.contentType], [SVG, 'image/svg+xml']);
  assert.deepEqual(stored.headers, file.headers);
  assert.equal(String(file.raw), SVG);
  const again = await get('stored.svg', { headers: { 'if-none-match': stored.headers?.etag ?? '' } });
  assert.equal(again.status, 304);
  await missing('stored.svg', { tenant: 'other' });
});
