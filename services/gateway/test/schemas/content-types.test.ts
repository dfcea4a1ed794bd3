import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageType, imageTypes } from '../../src/schemas/content-types.ts';

test('the content type of an image is that of its extension in either case; another file is only bytes', () => {
  assert.equal(imageType('.png'), 'image/png');
  assert.equal(imageType('.JPG'), imageType('.jpeg'));
  for (const other of ['', '.html', '.js', '.toString']) assert.equal(imageType(other), 'application/octet-stream');
});

test('the description of the route has every content type of its answers', () => {
  for (const extension of ['.avif', '.svg', '.html']) assert.ok(imageTypes.includes(imageType(extension)), extension);
  assert.equal(new Set(imageTypes).size, imageTypes.length);
});
