import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CborValue } from '../../src/mdoc/cbor-value.ts';
import { isListed, verifyIdentifierList } from '../../src/trust/identifier-list.ts';
import { identifierCwt, members, statusCwt } from './list-cwts.ts';
import { anchor, FOREIGN, NOW } from './status-world.ts';

const options = { uri: FOREIGN, anchors: [anchor], now: NOW };
const verify = (token: Buffer) => verifyIdentifierList({ ...options, token });
const [first, second] = [Buffer.from('0102', 'hex'), Buffer.from('ff00', 'hex')];

test('an identifier that is listed, and one that is not', () => {
  const list = verify(identifierCwt([first, second]));
  assert.deepEqual([isListed(list, first), isListed(list, second)], [true, true]);
  for (const other of ['', '01', '010203', '0201', 'ff', 'c3bf00']) {
    assert.equal(isListed(list, Buffer.from(other, 'hex')), false, other);
  }
  assert.equal(isListed(verify(identifierCwt([])), first), false);
});

test('texts and integers that look like an identifier are none', () => {
  const identifiers = new Map<string | number, CborValue>([
    ['\u0001\u0002', new Map()],
    ['0102', new Map()],
    [0x0102, new Map()],
  ]);
  const list = verify(identifierCwt([], { claims: { 65530: members({ identifiers }) } }));
  assert.equal(isListed(list, first), false);
});

test('without an end it is refused: it would not end to say that a credential is valid', () => {
  assert.throws(() => verify(identifierCwt([first], { claims: { 4: undefined } })), { reason: 'claim' });
});

test('a claim without identifiers is refused, and a status list', () => {
  for (const claim of [
    undefined,
    null,
    'x',
    members({}),
    members({ identifiers: [] }),
    members({ identifiers: 'x' }),
  ]) {
    assert.throws(() => verify(identifierCwt([], { claims: { 65530: claim } })), { reason: 'list' });
  }
  assert.throws(() => verify(statusCwt()), { reason: 'type' });
});

test('an identifier that is listed twice is refused', () => {
  assert.throws(() => verify(identifierCwt([first, first])), { reason: 'structure' });
});

test('a list as large as a token may be is read', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => {
    const id = Buffer.alloc(16);
    id.writeUInt32BE(index);
    return id;
  });
  const list = verify(identifierCwt(many));
  assert.equal(isListed(list, many[99_999] ?? first), true);
  assert.equal(list.bytes > 100_000 * 90, true);
  assert.equal(list.identifiers.size, 100_000);
});
