import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormNode, formOf } from '../../../src/parts/form/form-node.ts';
import { encodingOf, imageShown, imageText, MOST_BYTES } from '../../../src/parts/form/image-draft.ts';
import { withSample } from '../../../src/parts/form/sample-schema.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0xfb, 0xff]);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test('the bytes of a file become the text that the format needs', () => {
  assert.deepEqual(imageText(jpeg, 'base64url'), { text: '_9j_2_v_' });
  assert.deepEqual(imageText(jpeg, 'base64'), { text: '/9j/2/v/' });
  assert.deepEqual(imageText(png, 'data'), { text: 'data:image/png;base64,iVBORw0KGgo=' });
});

test('a file that is no image or too large is refused, whatever its name', () => {
  assert.deepEqual(imageText(new TextEncoder().encode('<svg/>'), 'data'), { problem: 'kind' });
  assert.deepEqual(imageText(new Uint8Array(), 'data'), { problem: 'kind' });
  const large = new Uint8Array(MOST_BYTES + 1);
  large.set(jpeg);
  assert.deepEqual(imageText(large, 'data'), { problem: 'size' });
  assert.equal(imageText(large.subarray(1), 'data').problem, 'kind');
  // The largest image and the rest of an offer are below the body limit of 256 KiB.
  const longest = imageText(large.subarray(0, MOST_BYTES), 'data').text ?? '';
  assert.ok(longest.length < 220_000, String(longest.length));
});

test('each encoding is shown again, and other text is not', () => {
  for (const encoding of ['data', 'base64', 'base64url'] as const) {
    const { text = '' } = imageText(jpeg, encoding);
    assert.match(imageShown(text) ?? '', /^data:image\/jpeg;base64,/);
    assert.equal(encodingOf(text), encoding);
  }
  assert.equal(imageShown('data:image/svg+xml;base64,PHN2Zy8+'), undefined);
  assert.equal(imageShown('data:image/png;base64,iVBORw0KGgo=" onload="x'), undefined);
  assert.equal(encodingOf('Erika'), undefined);
});

function nodesOf(form: FormNode): unknown {
  assert.ok(form.kind === 'group');
  return form.members.map(({ name, node }) => [name, node.kind === 'image' ? node.encoding : node.kind]);
}

test('a field is an image if the schema says so, or a sample without a schema shows one', () => {
  const image = { type: 'string', contentMediaType: 'image/jpeg' };
  const properties = { picture: image, portrait: { ...image, contentEncoding: 'base64url' }, file: { type: 'string' } };
  assert.deepEqual(nodesOf(formOf({ type: 'object', properties })), [
    ['picture', 'data'],
    ['portrait', 'base64url'],
    ['file', 'text'],
  ]);
  const sample = { a: '_9j_2_v_', b: 'data:image/png;base64,iVBORw0KGgo=', c: 'x' };
  assert.deepEqual(nodesOf(formOf(withSample(undefined, sample))), [
    ['a', 'base64url'],
    ['b', 'data'],
    ['c', 'text'],
  ]);
});
