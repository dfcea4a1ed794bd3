import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, usable } from '../../../src/parts/flow/configuration.ts';

test('configurations that are ignored can not be chosen; the others by id', () => {
  const all = [{ id: 'b' }, { id: 'a' }, { id: 'broken', error: [{}] }];
  assert.deepEqual(
    usable(all).map(({ id }) => id),
    ['a', 'b'],
  );
});

test('the name that a wallet shows, in the language of the person, else the first, else the id', () => {
  const display = [
    { name: 'Diploma', locale: 'en-US' },
    { name: 'Zeugnis', locale: 'de' },
  ];
  assert.equal(nameOf({ id: 'd', config: { display } }, 'de'), 'Zeugnis (d)');
  assert.equal(nameOf({ id: 'd', config: { credential_metadata: { display } } }, 'en'), 'Diploma (d)');
  assert.equal(nameOf({ id: 'd', config: { display: [{ name: 'Only' }] } }, 'de'), 'Only (d)');
  assert.equal(nameOf({ id: 'd' }, 'de'), 'd');
});
