import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { sentenceOf } from '../../src/process/command.ts';

test('an error is a plain text, without stack, user and password', () => {
  assert.equal(sentenceOf(new Error('There is no store')), 'There is no store');
  assert.equal(sentenceOf(new RangeError()), 'RangeError');
  assert.equal(sentenceOf('thrown'), 'thrown');
  assert.equal(
    sentenceOf(unavailable('database', new Error('CANARY'))),
    'A part of the service is not available; try again shortly: database unavailable',
  );
  assert.equal(sentenceOf(new ProtocolError('not_found', 'Not there', { reason: 'session_unknown' })), 'Not there');
  for (const password of ['CANARY', 'CANARY@x', 'CANARY/y@z', 'CANARY:q']) {
    const url = `mongodb+srv://user:${password}@host-1:27017,host-2/db?tls=true`;
    const text = sentenceOf(new Error(`Invalid connection string "${url}"`));
    assert.equal(text, 'Invalid connection string "mongodb+srv://***@host-1:27017,host-2/db?tls=true"');
  }
  assert.equal(sentenceOf(new Error('http://issuer:3001 is away, ask a@b')), 'http://issuer:3001 is away, ask a@b');
});
