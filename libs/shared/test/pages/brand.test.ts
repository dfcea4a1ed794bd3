import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type BrandOf, createBrandOf, inLanguage } from '../../src/pages/brand.ts';

function brandOf(t: TestContext, text: string | undefined, publicUrl = 'https://issuer.example/base'): BrandOf {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-brand-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tenants', 'acme'), { recursive: true });
  if (text !== undefined) {
    writeFileSync(join(folder, 'display.json'), text);
    writeFileSync(join(folder, 'tenants', 'acme', 'display.json'), text);
  }
  return createBrandOf({ settings: { CONFIG_FOLDER: folder, PUBLIC_URL: publicUrl } });
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

test('name, logo and accent colour are those of the language', (t) => {
  const of = brandOf(t, display);
  const logo = { src: '/base/public/logo.svg', alt: 'A seal' };
  assert.deepEqual(of('default', 'en'), { name: 'Authority', logo, accent: '#0b6e4f' });
  assert.deepEqual(of('default', 'de'), { name: 'Behörde', logo: { ...logo, alt: '' } });
  assert.equal(of('acme', 'en').logo?.src, '/base/acme/public/logo.svg');
});

test('without a readable file the host stands for the name', (t) => {
  for (const text of [undefined, '{', '7', '[]', '[{"locale":"en"}]']) {
    assert.deepEqual(brandOf(t, text)('default', 'en'), { name: 'issuer.example' }, text);
  }
});

test('an image of another host is not shown, and a colour that is none counts for nothing', (t) => {
  for (const uri of ['https://elsewhere.example/logo.svg', 'javascript:alert(1)', 'data:text/html,x', 'logo.svg', 7]) {
    const text = JSON.stringify([{ name: 'A', logo: { uri }, accent_color: 'red' }]);
    assert.deepEqual(brandOf(t, text)('default', 'en'), { name: 'A' }, String(uri));
  }
  const uri = 'data:image/png;base64,AAAA';
  assert.equal(brandOf(t, JSON.stringify([{ name: 'A', logo: { uri } }]))('default', 'en').logo?.src, uri);
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
