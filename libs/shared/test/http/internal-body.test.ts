import assert from 'node:assert/strict';
import { test } from 'node:test';
import { internalBody } from '../../src/http/internal-body.ts';
import { closed, text } from '../../src/http/schema-parts.ts';
import { refuses } from './refuses.ts';

const read = internalBody(closed('Thing', ['id'], { id: text }));

test('a valid body has the type of its schema', () => {
  const { id }: { readonly id: string } = read({ body: { id: 'a' } });
  assert.equal(id, 'a');
});

test('any other is refused with its places', () => {
  for (const body of [undefined, null, 'a', [], {}, { id: 1 }]) {
    const { options } = refuses(() => read({ body }), 'invalid_request');
    assert.equal(options.reason, 'internal_request');
  }
});
