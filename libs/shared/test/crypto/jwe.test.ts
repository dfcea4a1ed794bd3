import assert from 'node:assert/strict';
import { createPrivateKey, diffieHellman } from 'node:crypto';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import * as jose from 'jose';
import { generateAgreementJwk, generateKeyPair } from '../../src/crypto/generate-key.ts';
import { decryptJwe, parseJwe } from '../../src/crypto/jwe.ts';
import { JweError, type JweReason } from '../../src/crypto/jwe-error.ts';
import { importPublicJwk, publicJwkOf } from '../../src/crypto/jwk.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { encrypt, part } from './made-jwe.ts';

const KID = 'key-1';
const privateKey = generateAgreementJwk();
const { d: _, ...publicJwk } = privateKey;
const keys = {
  publicKey: importPublicJwk(publicJwk),
  privateKey: createPrivateKey({ key: { ...privateKey }, format: 'jwk' }),
};
const text = Buffer.from('{"vp_token":{}}');

function open(jwe: string, kid = KID): string {
  return decryptJwe({ jwe: parseJwe(jwe), privateKey, kid }).toString();
}

function refuses(call: () => unknown, ...reasons: JweReason[]): void {
  assert.throws(call, (error) => {
    assert.ok(error instanceof JweError, `no JweError: ${String(error)}`);
    if (reasons.length > 0) assert.ok(reasons.includes(error.reason), `refused for ${error.reason}`);
    return true;
  });
}

/** A JWE from the other library. */
async function foreign(
  change: {
    readonly alg?: string;
    readonly enc?: string;
    readonly header?: JsonObject;
    readonly key?: jose.KeyInput;
    readonly apu?: string;
    readonly apv?: string;
  } = {},
): Promise<string> {
  const { alg = 'ECDH-ES', enc = 'A256GCM', apu, apv } = change;
  const made = new jose.CompactEncrypt(text).setProtectedHeader({ alg, enc, kid: KID, ...change.header });
  if (apu !== undefined || apv !== undefined) {
    made.setKeyManagementParameters({
      ...(apu === undefined ? {} : { apu: Buffer.from(apu) }),
      ...(apv === undefined ? {} : { apv: Buffer.from(apv) }),
    });
  }
  return made.encrypt((change.key ?? keys.publicKey) as never);
}

test('the response printed in the standard opens (OpenID4VP 1.0, 8.3)', () => {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: 'YO4epjifD-KWeq1sL2tNmm36BhXnkJ0He-WqMYrp9Fk',
    y: 'Hekpm0zfK7C-YccH5iBjcIXgf6YdUvNUac_0At55Okk',
    d: 'Et-3ce0omz8_TuZ96Df9lp0GAaaDoUnDe6X-CRO7Aww',
  };
  const jwe = [
    'eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTEyOEdDTSIsImtpZCI6ImFjIiwiZXBrIjp7Imt0eSI6IkVDIiwieCI6Im5ubVZwbTNWM2piaGNhZl',
    'FhUkJrU1ZOSGx3Wkh3dC05ck9wSnVmeVlJdWsiLCJ5IjoicjRmakRxd0p5czlxVU9QLV9iM21SNVNaRy0tQ3dPMm1pYzVWU05UWU45ZyIsImNy',
    'diI6IlAtMjU2In19..uAYcHRUSSn2X0WPX.yVzlGSYG4qbg0bq18JcUiDRw56yVnbKR8E7S7YlEtzT00RqE3Pw5oTpUG3hdLN4taHZ9gC1kwak',
    '8JOnJgQ.1wR024_3-qtAlx1oFIUpQQ',
  ].join('');
  const opened = decryptJwe({ jwe: parseJwe(jwe), privateKey: jwk, kid: 'ac' });
  assert.deepEqual(JSON.parse(opened.toString()), { vp_token: { example_credential_id: ['eyJhb...YMetA'] } });
});

for (const enc of ['A128GCM', 'A256GCM']) {
  for (const [apu, apv] of [[], ['wallet'], [undefined, 'nonce'], ['wallet', 'nonce']]) {
    test(`a JWE of another library opens: ${enc}, apu ${apu}, apv ${apv}`, async () => {
      const made = await foreign({ enc, ...(apu === undefined ? {} : { apu }), ...(apv === undefined ? {} : { apv }) });
      assert.equal(open(made), text.toString());
      assert.equal(parseJwe(made).apv.toString(), apv ?? '');
    });
  }
}

test('the encryption of the tests agrees with the other library', async () => {
  const made = encrypt({ text, publicKey: keys.publicKey, kid: KID });
  assert.equal(open(made), text.toString());
  assert.equal(Buffer.from((await jose.compactDecrypt(made, keys.privateKey)).plaintext).toString(), text.toString());
});

test('headers that point elsewhere are not followed, and do not matter', () => {
  const header = { jku: 'https://x', x5u: 'https://x', jwk: { ...publicJwkOf(generateKeyPair().publicKey) } };
  assert.equal(open(encrypt({ text, publicKey: keys.publicKey, kid: KID, header })), text.toString());
});

const forbidden: Record<string, JsonObject> = {
  'compressed content': { zip: 'DEF' },
  'compression by another name': { zip: '' },
  'a critical header': { crit: ['x'], x: 1 },
  'an empty critical list': { crit: [] },
  dir: { alg: 'dir' },
  'another key agreement': { alg: 'ECDH-ES+A256KW' },
  'a wrapped key': { alg: 'A128KW' },
  RSA: { alg: 'RSA1_5' },
  'a password': { alg: 'PBES2-HS256+A128KW', p2c: 2 ** 31, p2s: 'AAAA' },
  'no alg': { alg: null },
  'CBC content': { enc: 'A128CBC-HS256' },
  'A192GCM content': { enc: 'A192GCM' },
  'no enc': { enc: null },
  'enc as a name of the prototype': { enc: 'toString' },
  'apu as a number': { apu: 1 },
  'apv padded': { apv: 'AA==' },
  'no ephemeral key': { epk: null },
  'an ephemeral key as text': { epk: 'x' },
  'an ephemeral key on P-384': { epk: { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' } },
  'an ephemeral key on X25519': { epk: { kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) } },
  'a point on P-256 under another curve': { epk: { ...publicJwkOf(keys.publicKey), crv: 'secp256k1' } as JsonObject },
  'a point on P-256 under another key type': { epk: { ...publicJwkOf(keys.publicKey), kty: 'OKP' } as JsonObject },
  'a symmetric ephemeral key': { epk: { kty: 'oct', k: 'AAAA' } },
  'a short coordinate': { epk: { ...publicJwkOf(keys.publicKey), x: 'AAAA' } },
  'no y': { epk: { kty: 'EC', crv: 'P-256', x: publicJwkOf(keys.publicKey).x } },
  'a private ephemeral key': { epk: { ...publicJwkOf(keys.publicKey), d: 'A'.repeat(43) } },
  'a header of more than 16 KiB': { x: 'x'.repeat(16_384) },
};

for (const [name, header] of Object.entries(forbidden)) {
  test(`refused before a key is derived: ${name}`, () => {
    refuses(() => parseJwe(encrypt({ text, publicKey: keys.publicKey, kid: KID, header })), 'header');
  });
}

test('a shared secret that begins with a zero keeps it, and so do the numbers of the keys', () => {
  for (const begins of ['secret', 'd', 'x', 'y'] as const) {
    let found = false;
    while (!found) {
      const ephemeral = generateKeyPair();
      const jwk = begins === 'secret' ? privateKey : generateAgreementJwk();
      const { d, ...numbers } = jwk;
      const publicKey = importPublicJwk(numbers);
      const number = begins === 'secret' ? diffieHellman({ privateKey: ephemeral.privateKey, publicKey }) : jwk[begins];
      found = typeof number === 'string' ? /^A[A-P]/.test(number) : number[0] === 0;
      if (!found) continue;
      const jwe = parseJwe(encrypt({ text, publicKey, kid: KID, ephemeral }));
      assert.equal(decryptJwe({ jwe, privateKey: { d }, kid: KID }).toString(), text.toString());
    }
  }
});

test('refused: an ephemeral key off the curve, or at zero', () => {
  const { x, y } = publicJwkOf(keys.publicKey);
  const zero = Buffer.alloc(32).toString('base64url');
  for (const [a, b] of [
    [x, x],
    [y, x],
    [zero, zero],
    [x, zero],
  ]) {
    const header = { epk: { kty: 'EC', crv: 'P-256', x: a, y: b } };
    refuses(() => open(encrypt({ text, publicKey: keys.publicKey, kid: KID, header } as never)), 'header');
  }
});

const kids: unknown[] = [undefined, null, '', 1, { $gt: '' }, ['key-1'], 'x'.repeat(257)];
for (const kid of kids) {
  test(`refused: the key id ${JSON.stringify(kid)?.slice(0, 20)}`, () => {
    const header = { kid } as JsonObject;
    refuses(() => parseJwe(encrypt({ text, publicKey: keys.publicKey, kid: KID, header })), 'unknown_key');
  });
}

test('refused: the key of another request', () => {
  const made = encrypt({ text, publicKey: keys.publicKey, kid: 'other' });
  refuses(() => open(made), 'unknown_key');
  const wrongKey = encrypt({ text, publicKey: generateKeyPair().publicKey, kid: KID });
  refuses(() => open(wrongKey), 'decrypt');
});

test('refused: parts that are missing, too many, not canonical, or of the wrong length', () => {
  const made = encrypt({ text, publicKey: keys.publicKey, kid: KID });
  const [header = '', , iv = '', content = '', tag = ''] = made.split('.');
  const shapes: string[][] = [
    [],
    [header],
    [header, '', iv, content],
    [header, '', iv, content, tag, ''],
    [header, 'AAAA', iv, content, tag],
    ['', '', iv, content, tag],
    [`${header}=`, '', iv, content, tag],
    [header, '', `${iv}AAAA`, content, tag],
    [header, '', '', content, tag],
    [header, '', iv, `${content}*`, tag],
    [header, '', iv, content, tag.slice(0, 16)],
    [header, '', iv, content, ''],
    [part('text'), '', iv, content, tag],
    [part([1]), '', iv, content, tag],
    [Buffer.from('{"alg":"ECDH-ES","alg":"ECDH-ES"}').toString('base64url'), '', iv, content, tag],
    [Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url'), '', iv, content, tag],
  ];
  for (const parts of shapes) refuses(() => parseJwe(parts.join('.')), 'header');
});

test('JWEs of other kinds, made by the other library, are refused', async () => {
  const secret = Buffer.alloc(32, 1);
  refuses(() => open(''), 'header');
  for (const made of [
    await foreign({ alg: 'dir', key: secret }),
    await foreign({ alg: 'A256KW', key: secret }),
    await foreign({ alg: 'ECDH-ES+A256KW' }),
    await foreign({ enc: 'A128CBC-HS256' }),
    await foreign({ header: { zip: 'DEF' } }),
  ]) {
    refuses(() => parseJwe(made), 'header');
  }
  const { publicKey } = await jose.generateKeyPair('ECDH-ES', { crv: 'P-384' });
  refuses(() => open('x'), 'header');
  const otherCurve = await foreign({ key: publicKey as never });
  refuses(() => parseJwe(otherCurve), 'header');
});

test('one changed character anywhere, and it does not open', () => {
  const made = encrypt({ text, publicKey: keys.publicKey, kid: KID });
  fc.assert(
    fc.property(fc.nat(made.length - 1), fc.constantFrom(...'AZaz09-_.={'), (at, character) => {
      fc.pre(made[at] !== character);
      refuses(() => open(made.slice(0, at) + character + made.slice(at + 1)));
    }),
  );
});

test('any text is refused properly', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(fc.base64String(), { minLength: 5, maxLength: 5 }).map((parts) => parts.join('.')),
      ),
      (value) => {
        refuses(() => open(value));
      },
    ),
  );
});

test('compressed content is inflated where it is accepted, up to the limit and never beyond', () => {
  const content = Buffer.from('{"a":"b"}');
  const made = (packed: Buffer, zip = 'DEF') =>
    encrypt({ text: packed, publicKey: keys.publicKey, kid: KID, header: { zip } });
  const inflated = (jwe: string, maxBytes?: number) =>
    decryptJwe({
      jwe: parseJwe(jwe, { compressed: true }),
      privateKey,
      kid: KID,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
  assert.equal(inflated(made(deflateRawSync(content)), content.length).toString(), content.toString());
  refuses(() => inflated(made(deflateRawSync(content)), content.length - 1), 'decrypt');
  refuses(() => inflated(made(deflateRawSync(content))), 'decrypt');
  refuses(() => inflated(made(content), 1000), 'decrypt');
  refuses(() => inflated(made(deflateRawSync(content), 'GZIP'), 1000), 'header');
  refuses(() => parseJwe(made(deflateRawSync(content))), 'header');
});

test('a compressed bomb takes no more memory than the limit', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
  const jwe = parseJwe(encrypt({ text: bomb, publicKey: keys.publicKey, kid: KID, header: { zip: 'DEF' } }), {
    compressed: true,
  });
  const before = process.memoryUsage().arrayBuffers;
  refuses(() => decryptJwe({ jwe, privateKey, kid: KID, maxBytes: 65_536 }), 'decrypt');
  assert.ok(process.memoryUsage().arrayBuffers - before < 8 * 1024 * 1024);
});

const headerFaults: readonly [header: JsonObject, facts: object][] = [
  [{ alg: 'dir' }, { parameter: 'alg', expected: 'ECDH-ES', received: 'dir' }],
  [{ enc: 'A192GCM' }, { parameter: 'enc', expectedAny: ['A128GCM', 'A256GCM'], received: 'A192GCM' }],
  [{ zip: 'DEF' }, { parameter: 'zip', received: 'DEF' }],
  [{ crit: ['x'] }, { parameter: 'crit' }],
  [{ epk: null }, { parameter: 'epk' }],
  [{ apu: 1 }, { parameter: 'apu' }],
  [{ kid: 1 }, { parameter: 'kid', detail: 'malformed' }],
];
for (const [header, facts] of headerFaults) {
  test(`a refused message says which member: ${JSON.stringify(facts)}`, () => {
    assert.throws(
      () => parseJwe(encrypt({ text, publicKey: keys.publicKey, kid: KID, header })),
      (error) => {
        assert.ok(error instanceof JweError);
        assert.deepEqual(error.facts, facts);
        return true;
      },
    );
  });
}
