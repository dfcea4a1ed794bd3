import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { smallPng } from './small-png.ts';

function picture(width: number, height: number, color: (at: number) => readonly [number, number, number]): PNG {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at += 1) png.data.set([...color(at), 255], at * 4);
  return png;
}

test('a picture of few colours stays as it is, and becomes small', () => {
  const given = picture(200, 100, (at) => [at % 3, 128, 255 - (at % 7)]);
  const small = smallPng(PNG.sync.write(given));
  const read = PNG.sync.read(small);
  assert.deepEqual([read.width, read.height], [200, 100]);
  assert.ok(read.data.equals(given.data));
  assert.ok(small.length < 5000);
});

test('of more colours each gets the nearest of the most frequent ones', () => {
  const given = picture(100, 100, (at) => (at < 5000 ? [255, 255, 255] : [at % 256, (at >> 4) % 256, 10]));
  const read = PNG.sync.read(smallPng(PNG.sync.write(given)));
  assert.deepEqual([...read.data.subarray(0, 3)], [255, 255, 255]);
  const colors = new Set<string>();
  for (let at = 0; at < read.data.length; at += 4) colors.add([...read.data.subarray(at, at + 3)].join());
  assert.ok(colors.size <= 256);
});
