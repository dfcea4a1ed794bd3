import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTexts, textsOf } from '../src/texts.ts';

test('German for German pages, English for all others', () => {
  assert.equal(textsOf('de-AT', undefined).label, 'Mit der Wallet nachweisen');
  for (const language of ['en', 'fr', '', 'denmark']) {
    assert.equal(textsOf(language, undefined).label, 'Verify with your wallet', language);
  }
  assert.deepEqual(Object.keys(textsOf('de', undefined)), Object.keys(textsOf('en', undefined)));
});

test('a page gives other texts; what is no text or no name of ours is left out', () => {
  const texts = textsOf('fr', { label: 'Vérifier', scan: 4, evil: 'x', __proto__: { open: 'x' } });
  const english = textsOf('en', undefined);
  assert.deepEqual(texts, { ...english, label: 'Vérifier' });
  for (const wrong of [null, 'x', 7]) assert.equal(textsOf('en', wrong), english);
});

test('the attribute is JSON, or counts for nothing', () => {
  assert.deepEqual(parseTexts('{"label":"x"}'), { label: 'x' });
  assert.equal(parseTexts('{label}'), undefined);
  assert.equal(parseTexts(null), undefined);
});
