import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CborMap, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { readVpToken, type VerifiedResponse, verifyResponse } from '../../src/presentation/verify-response.ts';
import { encodeTransactionData } from '../../src/transaction/entry.ts';
import { hashesInDeviceSigned } from '../../src/transaction/signed-hashes.ts';
import { MDL_NAMESPACE, NOW } from '../mdoc/made-mdoc.ts';
import { mdocContext, mdocOf, mdocQueryOf } from '../presentation/mdocs.ts';
import { refuses, refusesWith } from '../presentation/refuses.ts';
import { scaEntry } from './sca-examples.ts';

const TYPE = 'urn:eudi:sca:payment:1';
const query = mdocQueryOf();
const map = (entries: readonly (readonly [string, CborValue])[]): CborMap => new Map(entries);

function encoded(change: JsonObject = {}): string {
  const entry = scaEntry(TYPE, { credential_ids: ['mdl'], ...change });
  const made = encodeTransactionData([entry], { query, profile: 'open', now: NOW });
  return made.ok ? (made.transactionData[0] ?? '') : assert.fail(JSON.stringify(made));
}

const digest = (text: string, name = 'sha256'): Buffer => createHash(name).update(text).digest();

interface Signing {
  readonly elements: readonly (readonly [string, CborValue])[];
  readonly nameSpace?: string;
  /** KeyAuthorizations; default: the namespace. */
  readonly allowed?: CborValue;
}

function verify(text: string, { elements, nameSpace = TYPE, allowed }: Signing): VerifiedResponse {
  const keyAuthorizations = allowed ?? map([['nameSpaces', [nameSpace]]]);
  const presentation = mdocOf({
    mso: (mso) => {
      const info = new Map(mso.get('deviceKeyInfo') as CborMap);
      return new Map([...mso, ['deviceKeyInfo', info.set('keyAuthorizations', keyAuthorizations)]]);
    },
    deviceNameSpaces: map([[nameSpace, map(elements)]]),
  });
  return verifyResponse({
    ...mdocContext,
    presented: readVpToken({ vpToken: { mdl: [presentation] }, query, reports: newReports() }),
    transactionData: text === '' ? [] : [text],
    responseMode: 'direct_post.jwt',
  });
}

const HASH = 'transaction_data_hash';
const ALG = 'transaction_data_hash_alg';

test('a device signs the hash, with the algorithm as a number, as text, or left out', () => {
  const text = encoded();
  const [only] = verify(text, { elements: [[HASH, digest(text)]] }).credentials;
  // A device has no authentication code and no factors.
  assert.deepEqual(only?.confirmed, { transactionData: [text] });
  for (const name of [-16, 'sha-256'])
    verify(text, {
      elements: [
        [HASH, digest(text)],
        [ALG, name],
      ],
    });
  const strong = encoded({ transaction_data_hashes_alg: ['sha-384', 'sha-512'] });
  for (const [name, hash] of [
    [-43, 'sha384'],
    ['sha-384', 'sha384'],
    [-44, 'sha512'],
    ['sha-512', 'sha512'],
  ] as const) {
    verify(strong, {
      elements: [
        [HASH, digest(strong, hash)],
        [ALG, name],
      ],
    });
  }
});

test('KeyAuthorizations may name the namespace, or the elements', () => {
  const text = encoded();
  const elements = [
    [HASH, digest(text)],
    [ALG, -16],
  ] as const;
  const named = (names: readonly string[]) => map([['dataElements', map([[TYPE, names]])]]);
  verify(text, { elements, allowed: named([HASH, ALG]) });
  refuses(() => verify(text, { elements, allowed: named([ALG]) }), 'disclosure');
  refuses(() => verify(text, { elements, allowed: map([['nameSpaces', ['other']]]) }), 'disclosure');
  refuses(() => verify(text, { elements, allowed: map([]) }), 'disclosure');
});

test('a device overrides no element of the issuer', () => {
  const elements = [['given_name', 'Mallory']] as const;
  refuses(() => verify(encoded(), { elements, nameSpace: MDL_NAMESPACE }), 'disclosure');
});

const refused: Readonly<Record<string, readonly [(text: string) => Signing['elements'], detail: string]>> = {
  'no hash': [() => [], 'not_confirmed'],
  'only the algorithm': [() => [[ALG, -16]], 'hashes_form'],
  'a hash as text': [(text) => [[HASH, digest(text).toString('base64url')]], 'hashes_form'],
  'a list of hashes': [(text) => [[HASH, [digest(text)]]], 'hashes_form'],
  'another hash': [() => [[HASH, digest('other')]], 'unknown_hash'],
  'an algorithm that was not offered': [
    (text) => [
      [HASH, digest(text, 'sha512')],
      [ALG, -44],
    ],
    'unknown_hash',
  ],
  'an unknown number': [
    (text) => [
      [HASH, digest(text)],
      [ALG, -7],
    ],
    'algorithm_form',
  ],
  'an unknown name': [
    (text) => [
      [HASH, digest(text)],
      [ALG, 'md5'],
    ],
    'unknown_hash',
  ],
};

for (const [name, [elements, detail]] of Object.entries(refused)) {
  test(`refused: ${name}`, () => {
    const text = encoded();
    try {
      verify(text, { elements: elements(text) });
      assert.fail('accepted');
    } catch (error) {
      const { reason, facts } = error as { readonly reason?: string; readonly facts?: JsonObject };
      assert.deepEqual([reason, facts?.detail], ['transaction_data', detail]);
    }
  });
}

test('without its algorithm a hash is SHA-256, which must have been offered', () => {
  const text = encoded({ transaction_data_hashes_alg: ['sha-512'] });
  refuses(() => verify(text, { elements: [[HASH, digest(text)]] }), 'transaction_data');
});

test('the hash is in the namespace of its type, and belongs to an entry', () => {
  const text = encoded();
  refuses(() => verify(text, { elements: [[HASH, digest(text)]], nameSpace: 'urn:other' }), 'transaction_data');
  refuses(() => verify('', { elements: [[HASH, digest(text)]] }), 'transaction_data');
});

test('other elements of a device are not looked at; a wrong algorithm is named', () => {
  assert.deepEqual(hashesInDeviceSigned(new Map([['device', new Map<string, CborValue>([['mood', 1]])]])), []);
  const nameSpaces = new Map([
    [
      TYPE,
      new Map<string, CborValue>([
        [HASH, digest('a')],
        [ALG, -7],
      ]),
    ],
  ]);
  refusesWith(() => hashesInDeviceSigned(nameSpaces), 'transaction_data', { detail: 'algorithm_form', received: -7 });
});
