import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { areTiny, collectBytes, createByteCollector, UnreadableBytes } from '../../src/kernel/byte-collector.ts';

const why = (wanted: string) => (error: unknown) => error instanceof UnreadableBytes && error.why === wanted;

test('pieces become one buffer, which holds no piece itself', () => {
  const collected = createByteCollector(10_000);
  const piece = Buffer.from('abc');
  for (let n = 0; n < 1000; n += 1) collected.add(piece);
  piece.fill('x');
  assert.equal(collected.bytes().toString(), 'abc'.repeat(1000));
  assert.equal(collected.size(), 3000);
});

test('bytes beyond the limit are refused, the limit itself is not', () => {
  const collected = createByteCollector(4);
  collected.add(Buffer.from('abcd'));
  assert.throws(() => collected.add(Buffer.from('e')), why('too_large'));
  assert.equal(collected.bytes().toString(), 'abcd');
});

test('pieces that are tiny on average are refused, however large the limit is', () => {
  const collected = createByteCollector(10_000_000);
  const piece = Buffer.from('x');
  let taken = 0;
  assert.throws(() => {
    for (; taken < 100_000; taken += 1) collected.add(piece);
  }, why('tiny_pieces'));
  assert.ok(taken < 1100, `${taken} pieces were taken`);
});

test('a large body may come in packets of a slow network', () => {
  assert.equal(areTiny(2000, 2000 * 500), false);
  assert.equal(areTiny(1000, 1000), false, 'a small body byte by byte');
  assert.equal(areTiny(2000, 2000 * 10), true);
});

test('a stream is read to its end, and destroyed at the first byte or piece too many', async () => {
  const streamOf = (count: number, text: string): Readable => {
    const stream = new Readable({ read: () => undefined });
    for (let n = 0; n < count; n += 1) stream.push(text);
    stream.push(null);
    return stream;
  };
  assert.equal((await collectBytes(streamOf(3, 'abc'), 9)).toString(), 'abcabcabc');
  const large = streamOf(4, 'abc');
  await assert.rejects(collectBytes(large, 9), why('too_large'));
  // They already wait in the stream, where iterating would join them.
  const tiny = streamOf(5000, 'x');
  await assert.rejects(collectBytes(tiny, 1_000_000), why('tiny_pieces'));
  assert.deepEqual([large.destroyed, tiny.destroyed], [true, true]);
});

test('a stream that fails or is closed early is no end', async () => {
  const failing = new Readable({ read: () => undefined });
  const read = collectBytes(failing, 10);
  failing.destroy(new Error('reset'));
  await assert.rejects(read, /reset/);
  const closed = new Readable({ read: () => undefined });
  const other = collectBytes(closed, 10);
  closed.destroy();
  await assert.rejects(other, /closed before its end/);
});
