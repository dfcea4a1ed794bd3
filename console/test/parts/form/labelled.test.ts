import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../../../src/parts/form/form-node.ts';
import { labelled } from '../../../src/parts/form/labelled.ts';

const form = formOf({
  type: 'object',
  properties: {
    birthdate: { type: 'string' },
    titled: { type: 'string', title: 'As it is called' },
    home: { type: 'object', properties: { post_box: { type: 'string' } } },
    pets: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
});

test('names come from the configuration, else from the schema, else from common claims', () => {
  const names: Readonly<Record<string, string>> = {
    '["titled"]': 'Shown name',
    '["pets",null,"name"]': 'Name of the pet',
  };
  const shown = labelled(form, (path) => names[JSON.stringify(path)]);
  assert.ok(shown.kind === 'group');
  const [birthdate, titled, home, pets] = shown.members.map(({ node }) => node);
  assert.deepEqual([birthdate?.label, titled?.label, home?.label], ['Date of birth', 'Shown name', 'Home']);
  assert.ok(home?.kind === 'group' && pets?.kind === 'list' && pets.item.kind === 'group');
  assert.equal(home.members[0]?.node.label, 'Post box');
  assert.equal(pets.item.members[0]?.node.label, 'Name of the pet');
  const plain = labelled(form, () => undefined);
  assert.ok(plain.kind === 'group');
  assert.equal(plain.members[1]?.node.label, 'As it is called');
});
