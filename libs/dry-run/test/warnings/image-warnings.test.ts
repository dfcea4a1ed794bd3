import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Link, linksOf, linkWarnings } from '../../src/warnings/image-warnings.ts';

const svg = (width: number, height: number) => Buffer.from(`<svg width="${width}" height="${height}"></svg>`);
const answer = (body: Buffer, status = 200) => ({ ok: true, status, body, type: 'image/svg+xml' }) as const;
const logo: Link = { url: 'https://i.example/logo.svg', pointer: '/p', kind: 'logo' };
const codes = (...asked: Parameters<typeof linkWarnings>) => linkWarnings(...asked).map(({ code }) => code);

test('the links of a configuration are its images, and a vct that another server describes', () => {
  const configuration = {
    config: {
      vct: 'https://other.example/vct',
      display: [{ logo: { uri: 'https://i.example/a' }, background_image: { url: 'https://i.example/b' } }, {}],
    },
  };
  assert.deepEqual(
    linksOf(configuration, () => false).map(({ kind, pointer }) => `${kind} ${pointer}`),
    ['logo /config/display/0/logo/uri', 'background /config/display/0/background_image/url', 'type /config/vct'],
  );
  assert.deepEqual(
    linksOf({ config: { vct: 'urn:eudi:pid:1' } }, () => false),
    [],
  );
  assert.deepEqual(
    linksOf({ config: { vct: 'https://own.example/v' } }, () => true),
    [],
  );
});

test('images: missing, no image, not square, not https', () => {
  assert.deepEqual(codes(logo, answer(svg(10, 10))), []);
  assert.deepEqual(codes(logo, answer(svg(10, 20))), ['image_not_square']);
  assert.deepEqual(codes({ ...logo, kind: 'background' }, answer(svg(10, 20))), []);
  assert.deepEqual(codes(logo, answer(Buffer.from('<html>'))), ['image_not_an_image']);
  assert.deepEqual(codes(logo, answer(svg(1, 1), 404)), ['image_unreachable']);
  assert.deepEqual(codes(logo, { ok: false, why: 'dns' }), ['image_unreachable']);
  assert.deepEqual(codes({ ...logo, url: 'http://i.example/a' }, answer(svg(1, 1))), ['image_insecure']);
  const inline = { ...logo, url: `data:image/svg+xml;base64,${svg(10, 30).toString('base64')}` };
  assert.deepEqual(codes(inline, undefined), ['image_not_square']);
  assert.deepEqual(
    codes({ ...logo, url: `data:image/svg+xml,${encodeURIComponent(String(svg(1, 1)))}` }, undefined),
    [],
  );
});

test('type metadata must be there, and be of this type', () => {
  const type: Link = { url: 'https://other.example/vct', pointer: '/config/vct', kind: 'type' };
  assert.deepEqual(codes(type, answer(Buffer.from(JSON.stringify({ vct: type.url })))), []);
  for (const wrong of [answer(Buffer.from('{}')), answer(Buffer.from('<html>')), answer(Buffer.alloc(0), 404)]) {
    assert.deepEqual(codes(type, wrong), ['vct_unknown']);
  }
  assert.deepEqual(codes(type, { ok: false, why: 'timeout' }), ['vct_unknown']);
  assert.deepEqual(codes(type, undefined), []);
});
