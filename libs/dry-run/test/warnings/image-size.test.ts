import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageSize } from '../../src/warnings/image-size.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from([0, 0, 1, 0, 0, 0, 0, 128]),
]);
const gif = Buffer.from('474946383961200010000000', 'hex');
const jpeg = Buffer.from(`ffd8ffe00004000 0ffc0000b080040002003`.replaceAll(' ', ''), 'hex');

test('the size is read from the file', () => {
  assert.deepEqual(imageSize(png), { width: 256, height: 128 });
  assert.deepEqual(imageSize(gif), { width: 32, height: 16 });
  assert.deepEqual(imageSize(Buffer.concat([jpeg, Buffer.alloc(16)])), { width: 32, height: 64 });
  const webp = Buffer.alloc(30);
  webp.write('RIFF', 0, 'latin1');
  webp.write('WEBPVP8X', 8, 'latin1');
  webp.writeUIntLE(99, 24, 3);
  webp.writeUIntLE(49, 27, 3);
  assert.deepEqual(imageSize(webp), { width: 100, height: 50 });
});

test('an SVG by its size, else by its view box, else square', () => {
  const svg = (attributes: string) =>
    imageSize(Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="x"${attributes}></svg>`));
  assert.deepEqual(svg(' width="40px" height="20"'), { width: 40, height: 20 });
  assert.deepEqual(svg(' viewBox="0 0 300 150"'), { width: 300, height: 150 });
  assert.deepEqual(svg(''), { width: 1, height: 1 });
});

test('anything else has none', () => {
  for (const text of ['', 'hello', '<html></html>', 'RIFF....WAVE'])
    assert.equal(imageSize(Buffer.from(text)), undefined);
  assert.equal(imageSize(Buffer.from('ffd8', 'hex')), undefined);
});
