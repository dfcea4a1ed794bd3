import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialPreview, nameIn } from '../../../src/pages/configurations/credential-preview.ts';
import { mdocTemplate, mdocTemplates } from '../../../src/pages/configurations/mdoc-templates.ts';
import { imageIn } from '../../../src/parts/image-text.ts';

test('each template is known by its name, and no other name is', () => {
  for (const name of Object.values(mdocTemplates).flat()) assert.ok(mdocTemplate(name), name);
  for (const name of [undefined, '1', 'toString', '__proto__']) assert.equal(mdocTemplate(name), undefined);
});

test('every element has a name in both languages, and the portrait is an image', () => {
  for (const name of mdocTemplates.issuance) {
    const { claims, faces } = credentialPreview(mdocTemplate(name), { issuer: '' });
    assert.deepEqual(
      faces.map(({ locale }) => locale),
      ['en', 'de'],
    );
    assert.ok(claims.length >= 5);
    for (const { path, names, value, disclosable } of claims) {
      assert.deepEqual([nameIn(names, 'en') !== path, Object.keys(names), disclosable], [true, ['en', 'de'], true]);
      if (path === 'portrait') assert.match(imageIn(value) ?? '', /^data:image\/jpeg;base64,\/9j\//);
    }
  }
});
