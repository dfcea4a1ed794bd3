import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { tampered } from '@countersign/shared/test/crypto/tampered';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { decryptRequest, parseEncryptedRequest } from '../../src/credential/encrypted-request.ts';

const { d, ...point } = generateAgreementJwk();
const publicKey = importPublicJwk(point);
const text = '{"credential_configuration_id":"pid"}';

const made = (clear: string | Buffer = text, header: JsonObject = {}) =>
  encrypt({ text: Buffer.from(clear), publicKey, kid: 'key-1', header });
const read = (body: string, { compressed = true, key = { d } as { d: string } | 'none' } = {}) =>
  decryptRequest(parseEncryptedRequest(body, compressed), key === 'none' ? undefined : key);

test('an encrypted request is its JSON object; foreign members of the header are ignored', () => {
  assert.deepEqual(read(made()), { credential_configuration_id: 'pid' });
  const { d: _, ...jwk } = generateAgreementJwk();
  for (const header of [{ cty: 'json' }, { jwk: { ...jwk } }, { typ: 'JWT' }, { jku: 'https://elsewhere.example' }]) {
    assert.deepEqual(read(made(text, header)), { credential_configuration_id: 'pid' });
  }
});

test('a compressed request is inflated where that is offered', () => {
  const packed = made(deflateRawSync(text), { zip: 'DEF' });
  assert.deepEqual(read(packed), { credential_configuration_id: 'pid' });
  refuses(() => parseEncryptedRequest(packed, false), 'invalid_encryption_parameters');
});

test('every fault of decryption has one code and one text', () => {
  const large = deflateRawSync(JSON.stringify({ x: ' '.repeat(70_000) }));
  const other = importPublicJwk(generateAgreementJwkPoint());
  const faults: (() => unknown)[] = [
    () => read('x'),
    () => read(''),
    () => parseEncryptedRequest({ a: 1 }, true),
    () => parseEncryptedRequest(undefined, true),
    () => read(made(text, { alg: 'dir' })),
    () => read(made(text, { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31, p2s: 'AAAA' })),
    () => read(made(text, { enc: 'A128CBC-HS256' })),
    () => read(made(text, { zip: 'GZIP' })),
    () => read(made(text, { zip: 'DEF' })),
    () => read(made(large, { zip: 'DEF' })),
    () => read(made(text, { crit: ['x'] })),
    () => read(made(text, { kid: 1 })),
    () => read(made(), { key: 'none' }),
    () => read(made(), { key: { d: generateAgreementJwk().d } }),
    () => read(encrypt({ text: Buffer.from(text), publicKey: other, kid: 'key-1' })),
    () => read(made(text, { epk: { kty: 'EC', crv: 'P-256', x: point.x, y: point.x } })),
    () => read(tampered(made())),
  ];
  const texts = faults.map((fault) => refuses(fault, 'invalid_encryption_parameters').message);
  assert.equal(new Set(texts).size, 1);
});

test('clear text that is no JSON object is another mistake: only its sender can make it', () => {
  for (const clear of ['', 'x', '"text"', '[]', 'null', '{"a":1,"a":2}', '{"__proto__":1}', '['.repeat(100)]) {
    refuses(() => read(made(clear)), 'invalid_credential_request', /not contain a JSON object/);
  }
  refuses(() => read(made(Buffer.from([0x7b, 0xff, 0x7d]))), 'invalid_credential_request');
});

function generateAgreementJwkPoint() {
  const { d: _, ...other } = generateAgreementJwk();
  return other;
}

const why: readonly [call: () => unknown, reason: string, facts?: object][] = [
  [() => read('x'), 'encryption_parameters', { parameter: 'parts' }],
  [
    () => read(made(text, { alg: 'dir' })),
    'encryption_parameters',
    { parameter: 'alg', expected: 'ECDH-ES', received: 'dir' },
  ],
  [
    () => parseEncryptedRequest(made(text, { zip: 'DEF' }), false),
    'encryption_parameters',
    { parameter: 'zip', received: 'DEF' },
  ],
  [() => read(made(), { key: 'none' }), 'encryption_key_unknown', { parameter: 'kid', detail: 'not_published' }],
  [() => read(made(text, { kid: 1 })), 'encryption_key_unknown', { parameter: 'kid', detail: 'malformed' }],
  [() => read(tampered(made())), 'encryption_decrypt'],
  [() => read(made('x')), 'encryption_content'],
];
for (const [call, reason, facts] of why) {
  test(`the backend learns why: ${reason} ${JSON.stringify(facts)}`, async () => {
    assert.deepEqual(await whyRefused(call), facts === undefined ? [reason] : [reason, facts]);
  });
}
