import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockReader } from '../src/event-blocks.ts';

const STREAM = ': hello\n\nid: 4\r\n\r\nid:5\nevent: gap\ndata: {"a":\ndata: 1}\n\ndata: x\n\n';
const BLOCKS = [
  { event: 'message' },
  { event: 'message', id: '4' },
  { event: 'gap', id: '5', data: '{"a":\n1}' },
  { event: 'message', data: 'x' },
];

test('blocks are read wherever the text is cut', () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const read = createBlockReader();
    const pieces = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, n) =>
      STREAM.slice(n * size, (n + 1) * size),
    );
    assert.deepEqual(pieces.flatMap(read), BLOCKS, `pieces of ${size}`);
  }
});

test('an incomplete block is not returned', () => {
  assert.deepEqual(createBlockReader()('data: 1\n'), []);
});
