import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { compileSchema } from '@countersign/shared/http/validate';
import { imageBodySchema } from '../../src/schemas/tenant-part-schemas.ts';

const pointers = (body: unknown): readonly string[] =>
  compileSchema(imageBodySchema)(body).map(({ pointer }) => pointer);

test('the example is valid', () => {
  assert.deepEqual(pointers(exampleOf(imageBodySchema)), []);
});

test('an image has a plain name with the ending of its type, and at most 256 KiB', () => {
  const data = 'PHN2Zz4=';
  for (const file of ['logo.svg', 'a.b-c_1.png', 'x.jpg', 'x.jpeg']) {
    assert.deepEqual(pointers({ file, data }), [], file);
  }
  for (const file of ['../logo.svg', 'a/b.png', '.hidden.png', 'logo.gif', 'logo', '', `${'x'.repeat(65)}.png`]) {
    assert.deepEqual(pointers({ file, data }), ['/file'], file);
  }
  const sized = (bytes: number): string => Buffer.alloc(bytes).toString('base64');
  assert.deepEqual(pointers({ file: 'x.png', data: sized(256 * 1024) }), []);
  assert.deepEqual(pointers({ file: 'x.png', data: sized(256 * 1024 + 3) }), ['/data']);
});
