import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { type Draft, draftOf, type Mistake } from '../../../src/parts/form/form-draft.ts';
import { formOf } from '../../../src/parts/form/form-node.ts';
import { mistakeText, SchemaForm } from '../../../src/parts/form/schema-form.tsx';
import { language } from '../../../src/state/settings.ts';
import { formTexts } from '../../../src/text/form.ts';

afterEach(() => {
  language.value = 'en';
});

const node = formOf({
  type: 'object',
  properties: {
    name: { type: 'string', title: '<b>Name</b>', description: 'As in the passport' },
    born: { type: 'string', format: 'date' },
    count: { type: 'integer' },
    open: { type: 'boolean' },
    level: { enum: ['a', 2] },
    degree: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
    honours: { type: 'array', items: { type: 'string' } },
    free: { type: 'object' },
  },
  required: ['name'],
});

function shown(draft: Draft, errors: Readonly<Record<string, string>> = {}): string {
  return renderToString(<SchemaForm node={node} draft={draft} errors={errors} onDraft={() => undefined} />);
}

test('each field has a label, its help and its error, by its pointer', () => {
  const html = shown(draftOf(node, { name: 'Erika', honours: ['x'], level: 2 }), {
    '/name': 'too <i>long</i>',
    '/degree/type': 'is required',
    '/honours': 'too few',
  });
  assert.match(html, /&lt;b>Name[\s\S]*\(required\)[\s\S]*As in the passport/);
  assert.match(
    html,
    /name="\/name"[^>]*aria-describedby="(\S+)-help \1-error"|aria-describedby="(\S+)-help \2-error"[^>]*name="\/name"/,
  );
  assert.match(html, /too &lt;i>long/);
  assert.match(html, /<legend>degree<\/legend>[\s\S]*is required/);
  assert.match(html, /<legend>honours<\/legend><p class="error">too few/);
  assert.match(html, /type="date"/);
  assert.match(html, /<textarea[^>]*name="\/free"|name="\/free"/);
  assert.match(html, /<option[^>]*>2<\/option>/);
  assert.match(html, /aria-label="Remove entry 1 of honours"[\s\S]*aria-label="Add an entry to honours"/);
});

test('a field of a required entry is required only where the schema says so', () => {
  const list = formOf({
    type: 'object',
    properties: { codes: { type: 'array', items: { type: 'object', properties: { sign: { type: 'string' } } } } },
  });
  const draft = draftOf(list, { codes: [{ sign: 'x' }] });
  const html = renderToString(<SchemaForm node={list} draft={draft} errors={{}} onDraft={() => undefined} />);
  assert.match(html, /sign/);
  assert.doesNotMatch(html, /\(required\)/);
});

test('claims without a schema are one field of JSON', () => {
  const json = formOf(undefined);
  const html = renderToString(
    <SchemaForm node={json} draft="{}" errors={{ '': 'no JSON' }} onDraft={() => undefined} />,
  );
  assert.match(html, /JSON[\s\S]*<textarea[\s\S]*no JSON/);
});

test('every mistake has a text in both languages', () => {
  const rules: Mistake['rule'][] = [
    'required',
    'number',
    'integer',
    'least',
    'most',
    'shorter',
    'longer',
    'json',
    'fewer',
    'items',
  ];
  for (const now of ['en', 'de'] as const) {
    language.value = now;
    for (const rule of rules) assert.ok(mistakeText({ pointer: '/a', rule, bound: 3 }).length > 5);
  }
  assert.match(mistakeText({ pointer: '/a', rule: 'least', bound: 3 }), /3/);
  assert.equal(formTexts().yes, 'ja');
});
