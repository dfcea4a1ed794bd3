/** A credential's `status` claim. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { mdocStatusReferences, statusReference } from '../../src/presentation/status-reference.ts';
import { anchor, issuer } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const signer = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
const uri = 'https://issuer.example/list/1';
const read = (status: Json | undefined) =>
  statusReference(
    { iss: 'https://issuer.example', ...(status === undefined ? {} : { status }) },
    {
      certificate: signer,
      anchors: [anchor],
      listed: [],
      listedBy: undefined,
    },
  );

test('a status list is read, with the issuer of the credential', () => {
  assert.deepEqual(read({ status_list: { uri, idx: 0 } }), {
    uri,
    idx: 0,
    iss: 'https://issuer.example',
    signer,
    anchors: [anchor],
    format: 'dc+sd-jwt',
  });
  assert.equal(read(undefined), undefined);
});

test('a status of another kind, or with an invalid index or URI, is refused', () => {
  for (const status of [
    null,
    'x',
    {},
    { identifier_list: { id: 'x', uri } },
    { status_list: { uri } },
    { status_list: { uri, idx: -1 } },
    { status_list: { uri, idx: 1.5 } },
    { status_list: { uri, idx: '1' } },
    { status_list: { idx: 1 } },
    { status_list: { uri: 'not a uri', idx: 1 } },
    { status_list: { uri: `${uri}${'x'.repeat(2048)}`, idx: 1 } },
  ] as Json[]) {
    refuses(() => read(status), 'status_unavailable');
  }
});

test('a status of another kind is named so, without its content', () => {
  const status = { identifier_list: { id: 'x', uri } };
  refusesWith(() => read(status), 'status_unavailable', { detail: 'no_status_list' });
});

const list = new Map<string, CborValue>([
  ['uri', uri],
  ['idx', 3],
]);
const identifiers = new Map<string, CborValue>([
  ['uri', `${uri}/ids`],
  ['id', Buffer.from('abc')],
]);

test('an mdoc names a status list, which is asked for as CWT, an identifier list, or both', () => {
  const common = { format: 'mso_mdoc', iss: undefined, signer, anchors: [anchor] };
  const ofList = { ...common, uri, idx: 3, preferred: 'cwt' };
  const ofIdentifiers = { ...common, uri: `${uri}/ids`, id: Buffer.from('abc') };
  const read = (entries: readonly [string, CborValue][]) => mdocStatusReferences(new Map(entries), signer, [anchor]);
  assert.deepEqual(read([['status_list', list]]), [ofList]);
  assert.deepEqual(read([['identifier_list', identifiers]]), [ofIdentifiers]);
  assert.deepEqual(
    read([
      ['identifier_list', identifiers],
      ['status_list', list],
    ]),
    [ofList, ofIdentifiers],
  );
  assert.deepEqual(mdocStatusReferences(undefined, signer, [anchor]), []);
});

test('of several anchors the list of an mdoc is under the one that issued its signer', async () => {
  const other = new X509Certificate((await makeSigningKey()).anchor);
  const anchorsOf = (anchors: readonly X509Certificate[]) =>
    mdocStatusReferences(new Map([['status_list', list]]), signer, anchors)[0]?.anchors;
  assert.deepEqual(anchorsOf([other, anchor]), [anchor]);
  assert.deepEqual(anchorsOf([other, other]), [other, other], 'a signer that is trusted as it is');
  const listed = mdocStatusReferences(new Map([['status_list', list]]), signer, [other, anchor], [other]);
  assert.deepEqual(listed[0]?.anchors, [anchor, other], "and the revocation service of the issuer's entry");
});

test('a status of an mdoc that can not be looked up is refused', () => {
  for (const status of [null, 'x', [], new Map(), new Map([['status_list', 'x']]), new Map([['other', list]])]) {
    const refused = () => mdocStatusReferences(status as CborValue, signer, [anchor]);
    refusesWith(refused, 'status_unavailable', { detail: 'no_status_list' });
  }
});
