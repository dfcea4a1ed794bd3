import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormNode, formOf } from '../../../src/parts/form/form-node.ts';

function kinds(node: FormNode): unknown {
  if (node.kind === 'group') return Object.fromEntries(node.members.map(({ name, node: of }) => [name, kinds(of)]));
  return node.kind === 'list' ? [kinds(node.item)] : node.kind;
}

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test('each type has its field; names that are left out and those of the service have none', () => {
  const schema = object({
    iss: { type: 'string' },
    name: { type: 'string', minLength: 1, maxLength: 9 },
    born: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    at: { type: 'string', format: 'date-time' },
    size: { type: 'number', minimum: 1 },
    count: { type: 'integer', maximum: 9 },
    open: { type: 'boolean' },
    level: { enum: ['a', 2, null] },
    fixed: { const: 'x' },
    degree: object({ type: { type: 'string' } }, { required: ['type'] }),
    implied: { properties: { a: { type: 'string' } } },
    honours: { type: 'array', items: { type: 'string' } },
    places: { type: 'array', items: object({ street: { type: 'string' } }), minItems: 1 },
  });
  assert.deepEqual(kinds(formOf(schema, { without: ['iss'] })), {
    name: 'text',
    born: 'text',
    mail: 'text',
    at: 'text',
    size: 'number',
    count: 'number',
    open: 'boolean',
    level: 'choice',
    fixed: 'choice',
    degree: { type: 'text' },
    implied: { a: 'text' },
    honours: ['text'],
    places: [{ street: 'text' }],
  });
  const form = formOf(schema);
  assert.ok(form.kind === 'group');
  const named = Object.fromEntries(form.members.map(({ name, node }) => [name, node]));
  assert.deepEqual(named.name, { kind: 'text', type: 'text', label: 'name', minLength: 1, maxLength: 9 });
  assert.deepEqual(
    [named.born, named.at].map((node) => node?.kind === 'text' && node.type),
    ['date', 'text'],
  );
  assert.deepEqual(named.count, { kind: 'number', integer: true, label: 'count', maximum: 9 });
});

test('title and description are label and help; required members are known', () => {
  const form = formOf(
    object(
      { a: { type: 'string', title: 'Name', description: 'As in the passport' }, b: {} },
      { required: ['a', 'iat'] },
    ),
  );
  assert.ok(form.kind === 'group');
  const [a, b] = form.members;
  assert.deepEqual(
    [a?.node.label, a?.node.help, a?.required, b?.required],
    ['Name', 'As in the passport', true, false],
  );
});

test('what no field can show is JSON: alternatives, free names, types of several kinds, no schema at all', () => {
  const schema = object({
    any: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    free: { type: 'object', additionalProperties: { type: 'string' } },
    map: object({ a: { type: 'string' } }, { additionalProperties: { type: 'number' } }),
    empty: { type: 'object' },
    several: { type: ['string', 'null'] },
    tuple: { type: 'array', prefixItems: [{ type: 'string' }] },
    list: { type: 'array' },
    unknown: true,
  });
  assert.ok(Object.values(kinds(formOf(schema)) as object).every((kind) => kind === 'json'));
  for (const whole of [undefined, true, { type: 'string' }, object({}, { allOf: [] }), []]) {
    assert.equal(formOf(whole).kind, 'json');
  }
});

test('references within the schema are followed; a circle and another document are JSON', () => {
  const schema = object(
    {
      home: { $ref: '#/$defs/place' },
      tree: { $ref: '#/$defs/tree' },
      other: { $ref: 'https://x.example/s' },
      self: { $ref: '#/$defs/self' },
    },
    {
      $defs: {
        place: object({ street: { type: 'string' } }),
        tree: object({ below: { type: 'array', items: { $ref: '#/$defs/tree' } } }),
        self: { $ref: '#/$defs/self' },
      },
    },
  );
  const found = kinds(formOf(schema)) as Record<string, unknown>;
  assert.deepEqual([found.home, found.other, found.self], [{ street: 'text' }, 'json', 'json']);
  assert.match(JSON.stringify(found.tree), /"json"/);
});
