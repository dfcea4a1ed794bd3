import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createFrameReader, encodeFrame, type Frame, gatheredWriter } from '../../../src/http/calls/frames.ts';

const call = { kind: 'call', id: 7, head: '["issuer.tést",{}]', body: '{"a":"ü"}' } as const;
const reply = { kind: 'reply', id: 2 ** 32 - 1, head: '', body: Buffer.from([0, 255]) } as const;

test('frames are read as they were written, wherever the bytes are cut', () => {
  const bytes = Buffer.concat([encodeFrame(call), encodeFrame(reply), encodeFrame(call)]);
  for (let piece = 1; piece <= bytes.length; piece += 1) {
    const read: Frame[] = [];
    const take = createFrameReader(1000, (frame) => read.push({ ...frame, body: Buffer.from(frame.body) }));
    for (let from = 0; from < bytes.length; from += piece) take(bytes.subarray(from, from + piece));
    const expected = { ...call, body: Buffer.from(call.body) };
    assert.deepEqual(read, [expected, reply, expected], `pieces of ${piece}`);
  }
});

test('a frame that is too large is refused by its length, before its bytes come', () => {
  const take = createFrameReader(100, () => assert.fail());
  const length = Buffer.alloc(4);
  length.writeUInt32BE(101);
  assert.throws(() => take(length), /not a frame/);
});

test('bytes that are no frame are refused', () => {
  const wrong: readonly (readonly [string, (frame: Buffer) => void])[] = [
    ['shorter than its fixed part', (frame) => frame.writeUInt32BE(8, 0)],
    ['an unknown kind', (frame) => frame.writeUInt8(200, 4)],
    ['a head beyond its end', (frame) => frame.writeUInt32BE(10_000, 9)],
  ];
  for (const [what, change] of wrong) {
    const frame = encodeFrame(call);
    change(frame);
    assert.throws(() => createFrameReader(1000, () => assert.fail())(frame), /not a frame/, what);
  }
});

test('frames of one turn of the event loop are written together', async () => {
  const writes: number[] = [];
  const socket = new PassThrough();
  socket._writev = (chunks, done) => {
    writes.push(chunks.length);
    done();
  };
  const write = gatheredWriter(socket);
  for (let n = 0; n < 5; n += 1) write(encodeFrame(call));
  await new Promise((turn) => setImmediate(turn));
  assert.deepEqual(writes, [5]);
});
