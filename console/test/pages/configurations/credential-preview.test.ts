import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  contrastOf,
  credentialPreview,
  inLanguage,
  nameIn,
} from '../../../src/pages/configurations/credential-preview.ts';

const pid = JSON.parse(readFileSync(new URL('../../../../../test/samples/issuance/pid.json', import.meta.url), 'utf8'));
const options = { issuer: '/base/root' };

test('the face in each language, with images of the server itself', () => {
  const { faces } = credentialPreview(pid, options);
  const face = inLanguage(faces, 'de') ?? assert.fail();
  assert.deepEqual(
    [face.name, face.logo, face.picture],
    ['Personenidentifikationsdaten', '/base/root/public/authority.svg', '/base/root/public/pid.svg'],
  );
  assert.ok((face.contrast ?? 0) > 7);
  assert.equal(inLanguage(faces, 'fr')?.locale, 'en');
});

test('claims by their names, values and whether they are disclosed one by one', () => {
  const { claims } = credentialPreview(pid, options);
  const given = claims.find(({ path }) => path === 'given_name') ?? assert.fail();
  assert.deepEqual([given.value, given.disclosable, nameIn(given.names, 'de')], ['Erika', true, 'Vorname']);
  assert.equal(claims.find(({ path }) => path === 'place_of_birth.locality')?.value, 'Berlin');
});

test('images of other hosts, colours of another form and broken documents show nothing', () => {
  const display = [
    {
      name: 'X',
      logo: { uri: 'https://evil.example/x.png' },
      background_image: { uri: '<PUBLIC_URL>/public/../secret' },
      background_color: 'url(https://evil.example)',
      text_color: '#fff',
    },
  ];
  assert.deepEqual(credentialPreview({ config: { display } }, options).faces, [
    { locale: '', name: 'X', text: '#fff' },
  ]);
  for (const broken of [undefined, null, [], 'x', { config: [], claims: 1 }]) {
    assert.deepEqual(credentialPreview(broken, options), { faces: [], claims: [] });
  }
});

test('the contrast of WCAG', () => {
  assert.equal(contrastOf('#000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#777'), 1);
});

test('elements of an mdoc are whole, by namespace', () => {
  const mdoc = { config: { format: 'mso_mdoc' }, claims: { 's.a': { name: 'Ada', codes: { b: 1 } }, 's.b': { n: 1 } } };
  const { claims } = credentialPreview(mdoc, options);
  assert.deepEqual(
    claims.map(({ space, path, value, disclosable }) => [space, path, value, disclosable]),
    [
      ['s.a', 'name', 'Ada', true],
      ['s.a', 'codes', '{"b":1}', true],
      ['s.b', 'n', '1', true],
    ],
  );
});
