import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CborError } from '@countersign/shared/mdoc/cbor-error';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { embeddedCbor, readDocumentCbor } from '../../src/mdoc/embedded-cbor.ts';
import { mdocRefusal } from './refuses.ts';

test('a byte string of tag 24 has its content, and its encoding as received', () => {
  // A length of two bytes although one is enough.
  const received = readDocumentCbor(Buffer.from('d81859000103', 'hex'));
  const embedded = embeddedCbor(received);
  assert.equal(embedded?.content.toString('hex'), '03');
  assert.equal(embedded?.encoded.toString('hex'), 'd81859000103');
});

test('any other value is none', () => {
  const others: readonly CborValue[] = [
    undefined,
    Buffer.of(3),
    new Tagged(TAG.dateTime, Buffer.of(3), Buffer.of(3)),
    new Tagged(TAG.embedded, 'text', Buffer.of(3)),
    // Not read: it has no received bytes.
    new Tagged(TAG.embedded, Buffer.of(3)),
  ];
  for (const value of others) assert.equal(embeddedCbor(value), undefined);
});

test('what is no CBOR is refused by the reason of the reader', () => {
  const error = mdocRefusal(() => readDocumentCbor(Buffer.from('a201000100', 'hex')), 'presentation_format');
  assert.deepEqual(error.facts, { detail: 'duplicate_key' });
  assert.ok(error.cause instanceof CborError);
});
