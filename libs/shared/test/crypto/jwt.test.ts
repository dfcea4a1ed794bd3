import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { compactVerify, SignJWT } from 'jose';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../../src/crypto/jwk.ts';
import { checkSignature, parseJwt, verifyJwt } from '../../src/crypto/jwt.ts';
import type { JwtReason } from '../../src/crypto/jwt-error.ts';
import { refusal, refuses } from './refuses.ts';
import { signEs256, signJwt } from './sign-jwt.ts';

const pair = generateKeyPair();
const { privateKey, publicKey } = pair;
const jwk = publicJwkOf(publicKey);
const key = publicKey;
const typ = 'proof+jwt';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

/** A correctly signed token with any header and payload text. */
function signed(header: unknown, payload: unknown = { a: 1 }): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signEs256(input, privateKey)}`;
}

const good = signed({ typ, alg: 'ES256' });
const [head = '', body = '', signature = ''] = good.split('.');

test('a token of jose passes', async () => {
  const token = await new SignJWT({ nonce: 'ü', list: [{ a: 1 }, { a: 2 }] })
    .setProtectedHeader({ alg: 'ES256', typ, jwk: { ...jwk } })
    .sign(privateKey);
  const byKey = verifyJwt({ token, typ, key });
  assert.deepEqual(byKey.payload, { nonce: 'ü', list: [{ a: 1 }, { a: 2 }] });
  const byHeader = verifyJwt({ token, typ: ['other', typ], key: 'header-jwk' });
  assert.equal(byHeader.thumbprint, jwkThumbprint(jwk));
  assert.deepEqual(byHeader.jwk, jwk);
  assert.ok(byHeader.publicKey.equals(publicKey));
});

const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const;
const algorithms = ['ES256', 'ES384', 'ES512'] as const;

for (const alg of algorithms) {
  const own = generateKeyPairSync('ec', { namedCurve: curves[alg] });
  const signedBy = (header = { alg, typ }): Promise<string> =>
    new SignJWT({ a: 1 }).setProtectedHeader(header).sign(own.privateKey);

  test(`${alg} of jose passes where it is accepted, and only there`, async () => {
    const token = await signedBy();
    assert.deepEqual(verifyJwt({ token, typ, key: own.publicKey, algorithms }).payload, { a: 1 });
    assert.deepEqual(verifyJwt({ token, typ, key: own.publicKey, algorithms: [alg] }).payload, { a: 1 });
    const others = algorithms.filter((one) => one !== alg);
    refuses(() => verifyJwt({ token, typ, key: own.publicKey, algorithms: others }), 'algorithm');
    refuses(() => parseJwt(token, { maxLength: 1000, algorithms: others }), 'algorithm');
    if (alg !== 'ES256') refuses(() => verifyJwt({ token, typ, key: own.publicKey }), 'algorithm');
  });

  test(`${alg} takes a key of its own curve and a signature of its own length`, async () => {
    const token = await signedBy();
    for (const other of algorithms.filter((one) => one !== alg)) {
      const { publicKey: wrong } = generateKeyPairSync('ec', { namedCurve: curves[other] });
      refuses(() => verifyJwt({ token, typ, key: wrong, algorithms }), 'key');
    }
    refuses(() => verifyJwt({ token, typ, key: rsa.publicKey, algorithms }), 'key');
    const parsed = parseJwt(token, { maxLength: 1000, algorithms });
    const { signature: good } = parsed;
    const { publicKey: stranger } = generateKeyPairSync('ec', { namedCurve: curves[alg] });
    refuses(() => checkSignature(parsed, stranger), 'signature');
    for (const bytes of [good.subarray(1), Buffer.concat([Buffer.alloc(1), good]), Buffer.alloc(good.length)]) {
      refuses(() => checkSignature({ ...parsed, signature: bytes }, own.publicKey), 'signature');
    }
    checkSignature(parsed, own.publicKey);
  });
}

test('EdDSA of jose passes where it is accepted, with an Ed25519 key and its signature', async () => {
  const own = generateKeyPairSync('ed25519');
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'EdDSA', typ }).sign(own.privateKey);
  assert.deepEqual(verifyJwt({ token, typ, key: own.publicKey, algorithms: ['EdDSA'] }).payload, { a: 1 });
  refuses(() => verifyJwt({ token, typ, key: own.publicKey, algorithms }), 'algorithm');
  const parsed = parseJwt(token, { maxLength: 1000, algorithms: ['EdDSA'] });
  for (const wrong of [key, generateKeyPairSync('ed448').publicKey])
    refuses(() => checkSignature(parsed, wrong), 'key');
  refuses(() => checkSignature(parsed, generateKeyPairSync('ed25519').publicKey), 'signature');
  for (const bytes of [parsed.signature.subarray(1), Buffer.alloc(64), Buffer.alloc(0)]) {
    refuses(() => checkSignature({ ...parsed, signature: bytes }, own.publicKey), 'signature');
  }
});

const critical: readonly [what: string, header: object, passes: boolean][] = [
  ['absent', {}, true],
  ['an understood name', { crit: ['sigT'], sigT: '2025-01-01T00:00:00Z' }, true],
  ['several', { crit: ['sigT', 'b64'], sigT: 's', b64: true }, true],
  ['b64 that is false, unnamed', { b64: false }, false],
  ['b64 that is false', { crit: ['b64'], b64: false }, false],
  ['b64 that is a string', { crit: ['b64'], b64: 'true' }, false],
  ['an unknown name', { crit: ['sigT', 'exp'], sigT: 's', exp: 1 }, false],
  ['a name that the header lacks', { crit: ['sigT'] }, false],
  ['a name of the prototype', { crit: ['toString'] }, false],
  ['a name twice', { crit: ['sigT', 'sigT'], sigT: 's' }, false],
  ['empty', { crit: [] }, false],
  ['no list', { crit: 'sigT', sigT: 's' }, false],
  ['null', { crit: null }, false],
];
for (const [what, header, passes] of critical) {
  test(`crit that is ${what} ${passes ? 'passes' : 'is refused'} where parameters are understood`, () => {
    const token = signed({ typ, alg: 'ES256', ...header });
    const understood = ['sigT', 'b64', 'toString'];
    const parse = () => parseJwt(token, { maxLength: 1000, understood });
    if (passes) assert.deepEqual(parse().payload, { a: 1 });
    else refuses(parse, 'critical_header');
    if (Object.keys(header).length > 0) refuses(() => parseJwt(token, { maxLength: 1000 }), 'critical_header');
  });
}

test('an algorithm that is none of ECDSA is refused, whatever a caller has parsed', () => {
  const parsed = { ...parseJwt(good, { maxLength: 1000 }), header: { typ, alg: 'none' } };
  refuses(() => checkSignature(parsed, key), 'algorithm');
});

test('a key of the header is P-256, whatever is accepted', async () => {
  const { privateKey: own, publicKey: its } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const header = { alg: 'ES384', typ, jwk: its.export({ format: 'jwk' }) };
  const token = await new SignJWT({}).setProtectedHeader(header).sign(own);
  refuses(() => verifyJwt({ token, typ, key: 'header-jwk', algorithms }), 'key');
});

test('jose accepts a token signed here', async () => {
  const token = signJwt({ header: { typ, kid: 'k' }, payload: { iss: 'i', n: 1 }, privateKey });
  const { payload, protectedHeader } = await compactVerify(token, publicKey, { algorithms: ['ES256'] });
  assert.deepEqual(JSON.parse(Buffer.from(payload).toString()), { iss: 'i', n: 1 });
  assert.deepEqual(protectedHeader, { typ, kid: 'k', alg: 'ES256' });
});

test('a header without typ passes only where that is accepted', () => {
  const token = signed({ alg: 'ES256' });
  assert.deepEqual(verifyJwt({ token, typ: [undefined, 'JWT'], key }).payload, { a: 1 });
  refuses(() => verifyJwt({ token, typ, key }), 'type');
});

test('a header may have 32 KiB, however long the token may be', () => {
  const of = (bytes: number) => {
    const empty = JSON.stringify({ typ, alg: 'ES256', x: '' }).length;
    return signed({ typ, alg: 'ES256', x: 'x'.repeat(bytes - empty) });
  };
  verifyJwt({ token: of(32_768), typ, key, maxLength: 1_000_000 });
  refuses(() => verifyJwt({ token: of(32_769), typ, key, maxLength: 1_000_000 }), 'too_long');
});

test('the length limit is the caller’s', () => {
  assert.deepEqual(parseJwt(good, { maxLength: good.length }).payload, { a: 1 });
  refuses(() => parseJwt(good, { maxLength: good.length - 1 }), 'too_long');
  refuses(() => verifyJwt({ token: signed({ typ, alg: 'ES256', x: 'x'.repeat(20_000) }), typ, key }), 'too_long');
});

const other = generateKeyPair();
const der = sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url');
const hmacInput = `${part({ typ, alg: 'HS256' })}.${body}`;
const hmac = createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' })).update(hmacInput);

const hostile: Record<string, [token: unknown, reason: JwtReason]> = {
  'no text': [{ token: good }, 'not_compact'],
  nothing: [undefined, 'not_compact'],
  'an empty text': ['', 'not_compact'],
  'two parts': [`${head}.${body}`, 'not_compact'],
  'four parts': [`${good}.`, 'not_compact'],
  'five parts (JWE)': ['a.b.c.d.e', 'not_compact'],
  'alg none, no signature': [`${part({ typ, alg: 'none' })}.${body}.`, 'algorithm'],
  'alg nOnE': [`${part({ typ, alg: 'nOnE' })}.${body}.`, 'algorithm'],
  'HS256 with the public key as the secret': [`${hmacInput}.${hmac.digest('base64url')}`, 'algorithm'],
  'no alg': [signed({ typ }), 'algorithm'],
  'alg as a list': [signed({ typ, alg: ['ES256'] }), 'algorithm'],
  'alg ES384': [signed({ typ, alg: 'ES384' }), 'algorithm'],
  'empty signature': [`${head}.${body}.`, 'signature'],
  'zero signature': [`${head}.${body}.${Buffer.alloc(64).toString('base64url')}`, 'signature'],
  'DER signature': [`${head}.${body}.${der}`, 'signature'],
  'signature of 63 bytes': [`${head}.${body}.${Buffer.alloc(63, 1).toString('base64url')}`, 'signature'],
  'signature of 65 bytes': [
    `${head}.${body}.${Buffer.concat([Buffer.from(signature, 'base64url'), Buffer.alloc(1)]).toString('base64url')}`,
    'signature',
  ],
  'another payload': [`${head}.${part({ a: 2 })}.${signature}`, 'signature'],
  'wrong typ': [signed({ typ: 'JWT', alg: 'ES256' }), 'type'],
  'typ in other case': [signed({ typ: 'PROOF+jwt', alg: 'ES256' }), 'type'],
  'typ as a list': [signed({ typ: [typ], alg: 'ES256' }), 'type'],
  'unknown crit': [signed({ typ, alg: 'ES256', crit: ['x'], x: 1 }), 'critical_header'],
  'empty crit': [signed({ typ, alg: 'ES256', crit: [] }), 'critical_header'],
  b64: [signed({ typ, alg: 'ES256', b64: true }), 'critical_header'],
  'padding in the header': [good.replace('.', '=.'), 'not_base64url'],
  'padding in the signature': [`${good}==`, 'not_base64url'],
  'junk in the header': [`!${good}`, 'not_base64url'],
  'junk in the payload': [`${head}.${body} .${signature}`, 'not_base64url'],
  'standard base64': [
    `${head}.${Buffer.from('{"a":"??>>"}').toString('base64').replace('=', '')}.${signature}`,
    'not_base64url',
  ],
  'unused bits set': [`${head}.${body}.${signature.slice(0, -1)}${nextCharacter(signature)}`, 'not_base64url'],
  'trailing newline': [`${good}\n`, 'not_base64url'],
  'embedded NUL': [`${head}.${body}.${signature.slice(0, 20)}\0${signature.slice(20)}`, 'not_base64url'],
  'raw NUL in the JSON': [signed(`{"typ":"${typ}","alg":"ES256","x":"\0"}`), 'not_json'],
  'header no object': [signed('"ES256"'), 'not_json'],
  'header a list': [signed([{ typ, alg: 'ES256' }]), 'not_json'],
  'payload null': [signed({ typ, alg: 'ES256' }, 'null'), 'not_json'],
  'payload empty': [`${head}..${signature}`, 'not_json'],
  'payload with a byte order mark': [signed({ typ, alg: 'ES256' }, '\ufeff{"a":1}'), 'not_json'],
  'payload no UTF-8': [
    `${head}.${Buffer.from('{"a":"\xff"}', 'latin1').toString('base64url')}.${signature}`,
    'not_json',
  ],
  'duplicate member in the header': [signed(`{"typ":"${typ}","alg":"none","alg":"ES256"}`), 'duplicate_member'],
  'duplicate member, escaped': [signed(`{"typ":"${typ}","alg":"ES256","x":1,"\\u0078" :2}`), 'duplicate_member'],
  'duplicate member, nested': [signed({ typ, alg: 'ES256' }, '{"a":[{"b":1,"b":1}]}'), 'duplicate_member'],
  'a member __proto__': [signed({ typ, alg: 'ES256' }, '{"__proto__":{"a":1}}'), 'reserved_member'],
  'deep nesting': [signed({ typ, alg: 'ES256' }, `{"a":${'['.repeat(500)}${']'.repeat(500)}}`), 'too_deep'],
};

function nextCharacter(text: string): string {
  return String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}

for (const [name, [token, reason]] of Object.entries(hostile)) {
  test(`refused: ${name}`, () => refuses(() => verifyJwt({ token, typ, key }), reason));
}

test('names and brackets inside texts are no members', () => {
  const payload = { text: '"a":1,{"a":2}[[', list: ['b', 'b'], a: { a: { a: 1 } }, 'q"a': 1 };
  assert.deepEqual(verifyJwt({ token: signed({ typ, alg: 'ES256' }, payload), typ, key }).payload, payload);
});

test('keys of another kind, and other keys, are refused', () => {
  refuses(() => verifyJwt({ token: good, typ, key: other.publicKey }), 'signature');
  refuses(() => verifyJwt({ token: good, typ, key: rsa.publicKey }), 'key');
  const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  refuses(() => verifyJwt({ token: good, typ, key: secp256k1.publicKey }), 'key');
});

test('the key of the header must be public and P-256', () => {
  const withKey = (value: unknown): string => signed({ typ, alg: 'ES256', jwk: value });
  refuses(() => verifyJwt({ token: good, typ, key: 'header-jwk' }), 'key');
  refuses(() => verifyJwt({ token: withKey({ ...jwk, d: jwk.x }), typ, key: 'header-jwk' }), 'key');
  refuses(() => verifyJwt({ token: withKey(rsa.publicKey.export({ format: 'jwk' })), typ, key: 'header-jwk' }), 'key');
  const foreign = withKey(publicJwkOf(other.publicKey));
  refuses(() => verifyJwt({ token: foreign, typ, key: 'header-jwk' }), 'signature');
});

test('a mutated token never passes, and throws nothing but JwtError', () => {
  const alphabet = [...'ABCDEFabcdef0189-_.=\n\0 ~{}"ü'];
  const position = fc.integer({ min: 0, max: good.length - 1 });
  fc.assert(
    fc.property(position, fc.constantFrom(...alphabet), fc.constantFrom(0, 1), (at, character, removed) => {
      const token = good.slice(0, at) + character + good.slice(at + removed);
      if (token !== good) refuses(() => verifyJwt({ token, typ, key }));
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('no text throws anything but JwtError', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.tuple(fc.json(), fc.json(), fc.base64String()).map(([a, b, c]) => `${part(a)}.${part(b)}.${c}`),
    fc.json().map((header) => signed(header)),
  );
  fc.assert(
    fc.property(texts, (token) => refuses(() => verifyJwt({ token, typ, key }))),
    { numRuns: 300, seed: 1 },
  );
});

test('a refused token says what was expected and what came, and nothing of its payload', () => {
  const of = (token: string) => refusal(() => verifyJwt({ token, typ, key })).facts;
  assert.deepEqual(of(signed({ typ, alg: 'RS256' })), { expectedAny: ['ES256'], received: 'RS256' });
  assert.deepEqual(of(signed({ typ })), { expectedAny: ['ES256'] });
  assert.deepEqual(of(signed({ typ: 'JWT', alg: 'ES256' })), { expected: typ, received: 'JWT' });
  assert.deepEqual(of('x'.repeat(20_000)), { bytes: 20_000, mostBytes: 16_384 });
  const many = () => verifyJwt({ token: good, typ: [undefined, 'JWT', 'jwt'], key });
  assert.deepEqual(refusal(many).facts, { expectedAny: ['JWT', 'jwt'], received: typ });
  assert.deepEqual(of(signed({ typ, alg: 'ES256', crit: ['b64'] })), {});
});
