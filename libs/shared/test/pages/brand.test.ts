import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { type BrandOf, createBrandOf, inLanguage } from '../../src/pages/brand.ts';

function brandOf(
  t: TestContext,
  text: string | undefined,
  written: Parameters<typeof createBrandOf>[1] = async () => undefined,
): BrandOf {
  const publicUrl = 'https://issuer.example/base';
  const folder = mkdtempSync(join(tmpdir(), 'countersign-brand-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tenants', 'acme'), { recursive: true });
  if (text !== undefined) {
    writeFileSync(join(folder, 'display.json'), text);
    writeFileSync(join(folder, 'tenants', 'acme', 'display.json'), text);
  }
  return createBrandOf({ settings: { CONFIG_FOLDER: folder, PUBLIC_URL: publicUrl }, log: silentLog }, written);
}

const display = JSON.stringify([
  {
    name: 'Authority',
    locale: 'en-GB',
    logo: { uri: '<PUBLIC_URL>/public/logo.svg', alt_text: 'A seal' },
    accent_color: '#0b6e4f',
  },
  { name: 'Behörde', locale: 'de', logo: { url: '<PUBLIC_URL>/public/logo.svg' } },
]);

test('name, logo and accent colour are those of the language', async (t) => {
  const of = brandOf(t, display);
  const logo = { src: '/base/public/logo.svg', alt: 'A seal' };
  assert.deepEqual(await of('default', 'en'), { name: 'Authority', logo, accent: '#0b6e4f' });
  assert.deepEqual(await of('default', 'de'), { name: 'Behörde', logo: { ...logo, alt: '' } });
  assert.equal((await of('acme', 'en')).logo?.src, '/base/acme/public/logo.svg');
});

test('without a readable file the host stands for the name', async (t) => {
  for (const text of [undefined, '{', '7', '[]', '[{"locale":"en"}]']) {
    assert.deepEqual(await brandOf(t, text)('default', 'en'), { name: 'issuer.example' }, text);
  }
});

test('an image of another host is not shown, and a colour that is none counts for nothing', async (t) => {
  for (const uri of ['https://elsewhere.example/logo.svg', 'javascript:alert(1)', 'data:text/html,x', 'logo.svg', 7]) {
    const text = JSON.stringify([{ name: 'A', logo: { uri }, accent_color: 'red' }]);
    assert.deepEqual(await brandOf(t, text)('default', 'en'), { name: 'A' }, String(uri));
  }
  const uri = 'data:image/png;base64,AAAA';
  const shown = await brandOf(t, JSON.stringify([{ name: 'A', logo: { uri } }]))('default', 'en');
  assert.equal(shown.logo?.src, uri);
});

test('without a file the brand is what was written through the API; a file comes first, broken or not', async (t) => {
  const written = async (tenant: string) => (tenant === 'acme' ? [{ name: 'Written', locale: 'en' }] : undefined);
  assert.equal((await brandOf(t, undefined, written)('acme', 'en')).name, 'Written');
  assert.equal((await brandOf(t, undefined, written)('default', 'en')).name, 'issuer.example');
  assert.equal((await brandOf(t, display, written)('acme', 'en')).name, 'Authority');
  assert.equal((await brandOf(t, '{', written)('acme', 'en')).name, 'issuer.example');
});

test('a page is made without the store', async (t) => {
  const failing = () => Promise.reject(new Error('The store is away'));
  assert.equal((await brandOf(t, undefined, failing)('acme', 'en')).name, 'issuer.example');
});

test('another language gets English, or what there is', () => {
  const [en, fr] = [
    { locale: 'en', name: 'e' },
    { locale: 'fr', name: 'f' },
  ];
  assert.equal(inLanguage([fr, en], 'de'), en);
  assert.equal(inLanguage([fr], 'de'), fr);
  assert.equal(inLanguage([], 'de'), undefined);
});
