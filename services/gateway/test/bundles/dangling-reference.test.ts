import assert from 'node:assert/strict';
import { test } from 'node:test';
import { danglingReference } from '../../src/bundles/dangling-reference.ts';

const needing = (kind: string, document: object) => [{ key: `${kind}/x`, kind, document: document as never }];

test('a presentation, a registration certificate or an image that something names is needed', () => {
  for (const [kind, after] of [
    ['presentation', needing('issuance', { presentation_during_issuance: { type: 'it' } })],
    ['registrationCertificate', needing('presentation', { registrationCert: { id: 'it' } })],
    ['image', needing('display', { entries: [{ logo: { uri: 'https://x.example/public/it' } }] })],
  ] as const) {
    const [found] = danglingReference({ kind, id: 'it' }, after);
    assert.equal(found?.detail, `${after[0]?.key} needs ${kind}/it`);
    assert.deepEqual(danglingReference({ kind, id: 'other' }, after), []);
  }
});

test('what will be there decides, not what is there now', () => {
  const present = { presentation_during_issuance: { type: 'it' } };
  const changed = { key: 'issuance/x', kind: 'issuance', document: {}, present };
  assert.deepEqual(danglingReference({ kind: 'presentation', id: 'it' }, [changed]), []);
  const { document: _, ...unchanged } = changed;
  assert.equal(danglingReference({ kind: 'presentation', id: 'it' }, [unchanged]).length, 1);
});

test('nothing names a trust anchor', () => {
  assert.deepEqual(danglingReference({ kind: 'trust', id: 'it' }, needing('display', { id: 'it' })), []);
});
