import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/kernel/json.ts';
import type { CborValue } from '../../src/mdoc/cbor-value.ts';
import { mdocStatusEntries, statusEntry } from '../../src/trust/status-reference.ts';
import { leaf } from './status-world.ts';

const uri = 'https://issuer.example/list/1';

test('a status list is read', () => {
  assert.deepEqual(statusEntry({ status_list: { uri, idx: 0 }, more: 1 }), { uri, idx: 0 });
});

test('no status, one of another kind, or with an invalid index or URI, is none', () => {
  for (const status of [
    undefined,
    null,
    'x',
    {},
    [],
    { identifier_list: { id: 'x', uri } },
    { status_list: { uri } },
    ...[-1, 1.5, '1', 2 ** 53].map((idx) => ({ status_list: { uri, idx } })),
    ...[undefined, 'not a uri', 1, `${uri}${'x'.repeat(2048)}`].map((at) => ({ status_list: { uri: at, idx: 1 } })),
  ] as (Json | undefined)[]) {
    assert.equal(statusEntry(status), undefined, JSON.stringify(status));
  }
});

const map = (members: object): CborValue => new Map(Object.entries(members));
const id = Buffer.from([1, 2, 3]);

test('an mdoc refers to a status list, to an identifier list, or to both', () => {
  const list = map({ idx: 0, uri });
  assert.deepEqual(mdocStatusEntries(map({ status_list: list, more: 1 })), [{ uri, idx: 0 }]);
  assert.deepEqual(mdocStatusEntries(map({ identifier_list: map({ id, uri }) })), [{ uri, id }]);
  const both = map({ status_list: list, identifier_list: map({ id, uri: `${uri}0` }) });
  assert.deepEqual(mdocStatusEntries(both), [
    { uri, idx: 0 },
    { uri: `${uri}0`, id },
  ]);
});

test('either may name the certificate under which its list is signed', () => {
  for (const [name, list] of Object.entries({ status_list: { idx: 0, uri }, identifier_list: { id, uri } })) {
    const [entry] = mdocStatusEntries(map({ [name]: map({ ...list, certificate: leaf.raw }) })) ?? [];
    assert.equal(entry?.certificate?.fingerprint256, leaf.fingerprint256);
    for (const certificate of ['x', undefined, id]) {
      assert.equal(mdocStatusEntries(map({ [name]: map({ ...list, certificate }) })), undefined);
    }
  }
});

test('an mdoc with a malformed reference has no status that could be looked up, also next to a valid one', () => {
  const malformed: readonly object[] = [
    ...['x', new Map(), { idx: 0, uri }].map((list) => ({ status_list: list })),
    ...[-1, 1.5, '1', 2 ** 53, 1n, undefined].map((idx) => ({ status_list: map({ idx, uri }) })),
    ...[undefined, 'not a uri', 1, Buffer.from(uri), `${uri}${'x'.repeat(2048)}`].flatMap((at) => [
      { status_list: map({ idx: 0, uri: at }) },
      { identifier_list: map({ id, uri: at }) },
    ]),
    ...['x', undefined, Buffer.alloc(0), Buffer.alloc(65)].map((one) => ({ identifier_list: map({ id: one, uri }) })),
  ];
  for (const status of malformed) {
    assert.equal(mdocStatusEntries(map(status)), undefined);
    const other =
      'status_list' in status ? { identifier_list: map({ id, uri }) } : { status_list: map({ idx: 0, uri }) };
    assert.equal(mdocStatusEntries(map({ ...other, ...status })), undefined);
  }
  for (const status of [undefined, null, 'x', [], new Map(), map({ more: 1 })]) {
    assert.equal(mdocStatusEntries(status), undefined);
  }
});
