import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_IMAGE_BYTES, readImage } from '../../../src/configuration/display/image-file.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';

/** The place of the error; undefined for an image. */
function mistake(file: string, content: Buffer | string): string | undefined {
  const read = readImage(file, Buffer.from(content).toString('base64'));
  return read.ok ? undefined : read.errors[0]?.pointer;
}

test('PNG, JPEG and SVG are read as their names say', () => {
  const read = readImage('logo.png', PNG.toString('base64'));
  assert.ok(read.ok && read.bytes.equals(PNG));
  for (const file of ['a.jpg', 'a.jpeg']) assert.equal(mistake(file, JPEG), undefined);
  const begins = ['', '\ufeff', '<?xml version="1.0"?>\n', '<!-- made by hand -->', '<!DOCTYPE svg PUBLIC "a" "b">'];
  for (const begin of begins) assert.equal(mistake('a.svg', begin + SVG), undefined, begin);
});

test('an image of another type than its name says is refused', () => {
  assert.equal(mistake('a.png', JPEG), '/data');
  assert.equal(mistake('a.jpg', PNG), '/data');
  assert.equal(mistake('a.svg', PNG), '/data');
  assert.equal(mistake('a.svg', '<html><svg></svg></html>'), '/data');
  assert.equal(mistake('a.svg', Buffer.from([...Buffer.from(SVG), 0xff])), '/data');
  assert.equal(mistake('a.png', SVG), '/data');
});

test('an SVG with a script, an event handler or entities is refused', () => {
  const inside = [
    '<script>alert(1)</script>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>',
    '<rect onload = "alert(1)"/>',
    '<a href="javascript:alert(1)"/>',
  ];
  for (const part of inside) assert.equal(mistake('a.svg', `<svg>${part}</svg>`), '/data', part);
  assert.equal(mistake('a.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), '/data');
});

test('names that are paths or of other types are refused', () => {
  for (const file of ['../a.png', 'a/b.png', '.png', 'a.html', 'a.gif', 'a', '', 'ä.png', `${'a'.repeat(65)}.png`]) {
    assert.equal(mistake(file, PNG), '/file', file);
  }
});

test('what is not base64, empty or too large is refused', () => {
  for (const data of ['', 'A', '####', 'AAAA=', 'AA AA']) assert.equal(readImage('a.png', data).ok, false, data);
  const largest = Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES - PNG.length)]);
  assert.equal(mistake('a.png', largest), undefined);
  assert.equal(mistake('a.png', Buffer.concat([largest, Buffer.alloc(1)])), '/data');
});
