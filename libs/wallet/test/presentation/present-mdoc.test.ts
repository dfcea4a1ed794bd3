import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cbor, decodeCbor } from '../../src/mdoc/cbor.ts';
import { mapOf } from '../../src/mdoc/issuer-signed.ts';
import { presentMdoc } from '../../src/presentation/present-mdoc.ts';
import { MDL, madeMdl } from '../mdoc/made-mdl.ts';

const held = madeMdl();
const read = (text: string) => mapOf(decodeCbor(Buffer.from(text, 'base64url')), 'response');

test('the response has the document of the credential', () => {
  const [document] = read(presentMdoc(held, [null, null, []])).get('documents') as readonly Cbor[];
  assert.equal(mapOf(document, 'document').get('docType'), MDL);
});

test('a change sees the parts first, and then the response with the parts it was made of', () => {
  const response = presentMdoc(held, null, {
    parts: (parts) => ({ ...parts, docType: 'org.example' }),
    response: (made, { docType, transcript }) =>
      new Map<Cbor, Cbor>([...made, ['status', docType], ['seen', transcript]]),
  });
  assert.deepEqual([read(response).get('status'), read(response).get('seen')], ['org.example', null]);
  const [document] = read(response).get('documents') as readonly Cbor[];
  assert.equal(mapOf(document, 'document').get('docType'), 'org.example');
});
