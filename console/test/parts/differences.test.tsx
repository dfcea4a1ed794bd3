/** What a comparison shows before a change, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { compareJson } from '../../src/parts/compare-json.ts';
import { Differences, differenceCounts } from '../../src/parts/differences.tsx';
import { language } from '../../src/state/settings.ts';

test('each field with its values before and after, and a name in words where there is one', () => {
  const nameOf = (pointer: string) => (pointer === '/name' ? 'Name in wallets' : undefined);
  const html = renderToString(
    <Differences before={{ name: 'Old', gone: 1 }} after={{ name: 'New <b>', more: true }} nameOf={nameOf} />,
  );
  assert.match(html, /Before.*After.*Name in wallets.*changed.*Old.*New &lt;b>/s);
  assert.match(html, /\/gone<\/code>.*removed.*<code>1<\/code>/s);
  assert.match(html, /\/more<\/code>.*added.*<code>true<\/code>/s);
  assert.match(renderToString(<Differences before={{ a: 1 }} after={{ a: 1 }} />), /Nothing changes\./);
});

test('a secret is never shown, changed or new', () => {
  const secret = (value: string) => ({
    webhook: { auth: { type: 'apiKey', config: { headerName: 'x', value } }, signingSecret: value },
    clientSecret: value,
  });
  for (const before of [secret('***'), {}]) {
    const html = renderToString(<Differences before={before} after={secret('hush-hush')} />);
    assert.ok(!html.includes('hush-hush'));
    assert.match(html, /\/webhook\/auth\/config\/value.*secret, not shown/s);
  }
});

test('long texts are folded, and the counts are in words', () => {
  const html = renderToString(<Differences before={{}} after={{ text: 'word '.repeat(60) }} />);
  assert.match(html, /<details><summary>(word ){16} …<\/summary>/);
  const differences = compareJson({ a: 1, b: 1, c: { d: 1, e: 1 } }, { a: 2, f: [1] });
  assert.equal(differenceCounts(differences), '1 added, 1 changed, 3 removed');
  assert.equal(differenceCounts([]), 'Nothing changes.');
  language.value = 'de';
  try {
    assert.equal(differenceCounts(differences), '1 neu, 1 geändert, 3 entfernt');
  } finally {
    language.value = 'en';
  }
});
