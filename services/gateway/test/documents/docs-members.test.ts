/** Schemas as lists of members: name, type, whether it is needed, description. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf, memberList, membersOf, type Schema, typeEntry, typeOf } from '../../src/documents/docs-members.ts';

const plain = (html: string): string => html.replaceAll(/<[^>]+>/g, '').replaceAll('&#34;', '"');
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

test('types are said in words', () => {
  const said: readonly (readonly [Schema, string])[] = [
    [{ type: 'string' }, 'string'],
    [{ type: 'string', minLength: 1, maxLength: 256 }, 'string (1 to 256 characters)'],
    [{ type: 'string', minLength: 1 }, 'string'],
    [{ type: 'string', minLength: 8 }, 'string (from 8 characters)'],
    [{ type: 'integer', minimum: 0 }, 'integer (from 0)'],
    [{ type: 'integer', maximum: 9 }, 'integer (up to 9)'],
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ type: 'string', nullable: true }, 'string or null'],
    [{ type: 'string', enum: ['uri', 'qrcode'] }, '"uri" or "qrcode"'],
    [{ type: 'array', minItems: 1, maxItems: 50, items: { type: 'string' } }, 'array of string (1 to 50 items)'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
    [{ oneOf: [ref('Webhook'), { type: 'boolean' }, { type: 'boolean' }] }, 'Webhook or boolean'],
    [{}, 'any value'],
  ];
  for (const [schema, text] of said) assert.equal(plain(typeOf(schema)), text);
  assert.equal(typeOf(ref('Webhook')), '<a href="#type-Webhook">Webhook</a>');
});

test('members follow with what they need; those of an object without a name are shown with it', () => {
  const inner: Schema = { type: 'object', required: ['x'], properties: { x: { type: 'string', description: 'An x' } } };
  const members = membersOf({ required: ['id'], properties: { id: ref('Id'), inner } });
  assert.deepEqual(
    members.map(({ name, needed }) => [name, needed]),
    [
      ['id', true],
      ['inner', false],
      ['inner.x', true],
    ],
  );
  const list = memberList(members, { Id: { type: 'string', description: 'Of `pid`' } });
  assert.match(
    list,
    /<code>id<\/code> <small><a href="#type-Id">Id<\/a>, <b>needed<\/b><\/small><\/dt><dd>Of <code>pid<\/code>/,
  );
  assert.match(list, /<code>inner<\/code> <small>object, optional/);
  assert.equal(memberList([], {}), '');
});

test('a named schema has an entry with description, members and example; texts are escaped', () => {
  const entry = typeEntry('Id', { type: 'string', description: '<b>', example: '</pre>' }, {});
  assert.match(entry, /^<details class="entry" id="type-Id">/);
  assert.equal(plain(entry), 'Id&#60;b&#62;stringExample"&#60;/pre&#62;"');
  assert.equal(exampleOf({}), '');
});
