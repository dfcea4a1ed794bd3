import assert from 'node:assert/strict';
import { createHash, verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { Random } from '@countersign/shared/kernel/random';
import { type CborMap, type CborValue, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { type IssueMdocOptions, issueMdoc } from '../../src/credential/issuer-signed.ts';

const key = await makeSigningKey();
const device = (await makeSigningKey()).publicJwk;
const NOW = Date.UTC(2026, 10, 22, 10, 0, 0);
const validity = { signed: NOW, validFrom: NOW, validUntil: NOW + 3_600_000 };
const NAMESPACE = 'org.example.1';

/** Counts up, so that every drawn value differs and each run gives the same. */
function counting(): Random {
  let drawn = 0;
  return (bytes) => {
    const block = Buffer.alloc(bytes);
    for (let at = 0; at < bytes; at += 32) {
      drawn += 1;
      createHash('sha256').update(String(drawn)).digest().copy(block, at);
    }
    return block;
  };
}

function options(more: Partial<IssueMdocOptions> = {}): IssueMdocOptions {
  const elements = new Map<string, CborValue>([
    ['family_name', 'Muster'],
    ['age', 30],
    ['member', true],
  ]);
  const nameSpaces = new Map([[NAMESPACE, elements]]);
  return { docType: 'org.example.doc', nameSpaces, deviceKey: device, validity, key, random: counting(), ...more };
}

interface Read {
  readonly items: readonly Tagged[];
  readonly auth: readonly CborValue[];
  readonly mso: CborMap;
}

async function issued(more: Partial<IssueMdocOptions> = {}): Promise<Read> {
  const signed = readCbor(Buffer.from(await issueMdoc(options(more)), 'base64url')) as CborMap;
  assert.deepEqual([...signed.keys()], ['nameSpaces', 'issuerAuth']);
  const items = (signed.get('nameSpaces') as CborMap).get(NAMESPACE) as readonly Tagged[];
  const auth = signed.get('issuerAuth') as readonly CborValue[];
  const embedded = readCbor(auth[2] as Buffer) as Tagged;
  assert.equal(embedded.tag, 24);
  return { items, auth, mso: readCbor(embedded.value as Buffer) as CborMap };
}

const itemOf = (item: Tagged): CborMap => readCbor(item.value as Buffer) as CborMap;

test('items: tag 24, four members in order, a random value of 32 bytes each', async () => {
  const { items } = await issued();
  assert.deepEqual(
    items.map((item) => item.tag),
    [24, 24, 24],
  );
  for (const item of items) {
    assert.deepEqual([...itemOf(item).keys()], ['digestID', 'random', 'elementIdentifier', 'elementValue']);
    assert.equal((itemOf(item).get('random') as Buffer).length, 32);
  }
  assert.equal(new Set(items.map((item) => (itemOf(item).get('random') as Buffer).toString('hex'))).size, 3);
  assert.deepEqual(
    items.map((item) => [itemOf(item).get('elementIdentifier'), itemOf(item).get('elementValue')]),
    [
      ['family_name', 'Muster'],
      ['age', 30],
      ['member', true],
    ],
  );
});

test('each digest is over the whole encoding of the tag', async () => {
  const { items, mso } = await issued();
  const digests = (mso.get('valueDigests') as CborMap).get(NAMESPACE) as CborMap;
  assert.deepEqual([...digests.keys()], [0, 1, 2]);
  for (const item of items) {
    const digest = createHash('sha256')
      .update(item.encoded as Buffer)
      .digest();
    assert.deepEqual(digests.get(itemOf(item).get('digestID') as number), digest);
  }
});

test('digest ids are shuffled: every order comes up, none depends on the element', async () => {
  const random = counting();
  const orders = new Set<string>();
  for (let run = 0; run < 60; run += 1) {
    const { items } = await issued({ random });
    orders.add(items.map((item) => itemOf(item).get('digestID')).join());
  }
  assert.equal(orders.size, 6);
});

test('a number beyond the last multiple is drawn again', async () => {
  const drawn: Buffer[] = [Buffer.from('ffffffff', 'hex'), Buffer.alloc(4), Buffer.alloc(4)];
  let numbers = 0;
  const random: Random = (bytes) => {
    if (bytes !== 4) return Buffer.alloc(bytes);
    numbers += 1;
    return drawn.shift() as Buffer;
  };
  await issued({ random });
  // 2^32 is not a multiple of 3, so its last number is refused. Otherwise two numbers are enough for three elements.
  assert.equal(numbers, 3);
});

test('protected header: the algorithm alone; one certificate: its bytes', async () => {
  const { auth } = await issued();
  assert.equal((auth[0] as Buffer).toString('hex'), 'a10126');
  const unprotected = auth[1] as CborMap;
  assert.deepEqual([...unprotected.keys()], [33]);
  assert.deepEqual(unprotected.get(33), Buffer.from(key.x5c[0] ?? '', 'base64'));
  assert.equal((auth[3] as Buffer).length, 64);
});

test('further members of the protected header follow the algorithm, and are signed', async () => {
  const { auth } = await issued({ header: new Map([[34, [-16, Buffer.alloc(2, 7)]]]) });
  assert.equal((auth[0] as Buffer).toString('hex'), 'a201261822822f420707');
  const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  const input = writeCbor(['Signature1', auth[0] as Buffer, Buffer.alloc(0), auth[2] as Buffer]);
  assert.ok(verify('sha256', input, { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' }, auth[3] as Buffer));
});

test('several certificates: an array, leaf first', async () => {
  const [leaf = ''] = key.x5c;
  const { auth } = await issued({ key: { ...key, x5c: [leaf, leaf] } });
  const bytes = Buffer.from(leaf, 'base64');
  assert.deepEqual((auth[1] as CborMap).get(33), [bytes, bytes]);
});

test('the signature is over Signature1, protected header, nothing and payload', async () => {
  const { auth } = await issued();
  const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  const input = writeCbor(['Signature1', auth[0] as Buffer, Buffer.alloc(0), auth[2] as Buffer]);
  const publicKey = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', input, publicKey, auth[3] as Buffer));
});

test('the security object: members, device key with nothing else, times of whole seconds', async () => {
  const { mso } = await issued({ validity: { ...validity, signed: NOW - 1 } });
  assert.deepEqual(
    [...mso.keys()],
    ['version', 'digestAlgorithm', 'valueDigests', 'deviceKeyInfo', 'docType', 'validityInfo'],
  );
  assert.deepEqual(
    ['version', 'digestAlgorithm', 'docType'].map((name) => mso.get(name)),
    ['1.0', 'SHA-256', 'org.example.doc'],
  );
  const deviceKey = (mso.get('deviceKeyInfo') as CborMap).get('deviceKey') as CborMap;
  assert.deepEqual(
    [...deviceKey],
    [
      [1, 2],
      [-1, 1],
      [-2, Buffer.from(device.x, 'base64url')],
      [-3, Buffer.from(device.y, 'base64url')],
    ],
  );
  const info = mso.get('validityInfo') as CborMap;
  assert.deepEqual(
    [...info].map(([name, tagged]) => [name, (tagged as Tagged).tag, (tagged as Tagged).value]),
    [
      ['signed', 0, '2026-11-22T09:59:59Z'],
      ['validFrom', 0, '2026-11-22T10:00:00Z'],
      ['validUntil', 0, '2026-11-22T11:00:00Z'],
    ],
  );
});

test('the status is a reference to a status list, behind the other members', async () => {
  const { mso } = await issued({ status: { uri: 'https://issuer.example/list/1', idx: 7 } });
  assert.equal([...mso.keys()].at(-1), 'status');
  const list = (mso.get('status') as CborMap).get('status_list') as CborMap;
  assert.deepEqual(
    [...list],
    [
      ['idx', 7],
      ['uri', 'https://issuer.example/list/1'],
    ],
  );
});

test('a namespace without elements is left out; without any element nothing is signed', async () => {
  const { nameSpaces } = options();
  const { mso } = await issued({
    nameSpaces: new Map([...nameSpaces, ['org.example.empty', new Map<string, CborValue>()]]),
  });
  assert.deepEqual([...(mso.get('valueDigests') as CborMap).keys()], [NAMESPACE]);
  const sign = (): never => assert.fail('signed');
  const empty = { nameSpaces: new Map([[NAMESPACE, new Map()]]), key: { ...key, sign } };
  await assert.rejects(issueMdoc(options(empty)), RangeError);
});

test('times in another order are refused before anything is signed', async () => {
  const sign = (): never => assert.fail('signed');
  const refused = (more: Partial<IssueMdocOptions>): Promise<void> =>
    assert.rejects(issueMdoc(options({ key: { ...key, sign }, ...more })), RangeError);
  await refused({ validity: { ...validity, validUntil: NOW } });
  await refused({ validity: { ...validity, signed: NOW + 1000 } });
  await refused({ validity: { ...validity, validUntil: Number.NaN } });
});

test('two credentials of the same data share no random value', async () => {
  const random = counting();
  const both = [await issued({ random }), await issued({ random })];
  const salts = both.flatMap(({ items }) =>
    items.map((item) => (itemOf(item).get('random') as Buffer).toString('hex')),
  );
  assert.equal(new Set(salts).size, 6);
});

test('names of a prototype are namespaces and elements like others', async () => {
  const elements = new Map<string, CborValue>([['__proto__', 1]]);
  const text = await issueMdoc(options({ nameSpaces: new Map([['constructor', elements]]) }));
  const nameSpaces = (readCbor(Buffer.from(text, 'base64url')) as CborMap).get('nameSpaces') as CborMap;
  const [item] = nameSpaces.get('constructor') as readonly Tagged[];
  assert.ok(item instanceof Tagged);
  assert.equal(itemOf(item).get('elementIdentifier'), '__proto__');
});
