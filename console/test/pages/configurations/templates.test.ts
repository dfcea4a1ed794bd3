import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { configurationKinds } from '../../../src/pages/configurations/configuration-kinds.ts';
import { credentialPreview, nameIn } from '../../../src/pages/configurations/credential-preview.ts';
import type { Schema } from '../../../src/pages/configurations/json-schema.ts';
import { reviewText, withId } from '../../../src/pages/configurations/review.ts';
import { furtherTemplates, templateOf } from '../../../src/pages/configurations/templates.ts';
import { imageIn } from '../../../src/parts/image-text.ts';

const read = (name: string): Schema =>
  withId(
    JSON.parse(readFileSync(new URL(`../../../../../docs/reference/schemas/${name}.json`, import.meta.url), 'utf8')),
  );

test('the schemas have every template that is offered, without mistakes; any other name is the first one', () => {
  for (const kind of configurationKinds) {
    const schema = read(kind);
    const first = templateOf(kind, schema);
    const texts = furtherTemplates[kind].map((id) => templateOf(kind, schema, id));
    assert.deepEqual([new Set(texts).size, texts.includes(first)], [texts.length, true], kind);
    for (const text of texts) {
      assert.deepEqual(reviewText(text, { schema, refused: [] }).mistakes, [], text);
    }
    for (const id of ['1', 'toString', '__proto__']) assert.equal(templateOf(kind, schema, id), first);
  }
});

test('without a schema a document begins empty', () => {
  for (const schema of [undefined, {}]) assert.equal(templateOf('issuance', schema, 'staff-card'), '{}');
});

test('every claim of a credential has a name in both languages, and the portrait is an image', () => {
  const schema = read('issuance');
  for (const id of [undefined, ...furtherTemplates.issuance]) {
    const { claims, faces } = credentialPreview(JSON.parse(templateOf('issuance', schema, id)), { issuer: '' });
    assert.deepEqual(
      faces.map(({ locale }) => locale),
      ['en', 'de'],
    );
    for (const { path, names, value, disclosable } of claims) {
      assert.deepEqual([nameIn(names, 'en') !== path, Object.keys(names), disclosable], [true, ['en', 'de'], true]);
      if (path === 'portrait') assert.match(imageIn(value) ?? '', /^data:image\/jpeg;base64,\/9j\//);
    }
  }
});
