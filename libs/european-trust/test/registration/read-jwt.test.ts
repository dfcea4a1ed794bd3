import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { readJwt } from '../../src/registration/read-jwt.ts';
import { RegistrationError } from '../../src/registration/registration-error.ts';
import { keyOf, type TestAlgorithm } from './deterministic-keys.ts';
import { refusesAt, refusesForm } from './findings.ts';
import { CLAIMS, compact, createRegistrar, SECONDS } from './registrar.ts';

const registrar = await createRegistrar();
const signer = await registrar.signer();
const element = x5cElement(signer.certificate);

const headerOf = (header: Readonly<Record<string, unknown>>) => registrar.jwt({ header });
const signed = (token: string) => readJwt(token).checkSignature(signer.key.publicKey);
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a registration certificate as JWT', () => {
  it('is read with its claims and its chain', async () => {
    const token = await registrar.jwt();
    const { form, sent, claims, chain } = readJwt(token);
    assert.deepEqual([form, sent, claims], ['jwt', token, CLAIMS]);
    assert.deepEqual(chain.map(x5cElement), [element]);
    signed(token);
  });

  const types = ['JWT', 'RC-WRP+JWT', 'rc-wrp+jwt ', 'rc-wrp+cwt', 'application/rc-wrp+jwt', undefined, null, 1];
  for (const typ of types) {
    it(`is refused with the type ${JSON.stringify(typ)}`, async () => {
      const token = await headerOf({ typ });
      refusesForm(() => readJwt(token), '/typ');
    });
  }

  it('is refused by name with the type of the old German profile', async () => {
    const token = await headerOf({ typ: 'rc-rp+jwt' });
    assert.match(refusesForm(() => readJwt(token), '/typ').detail, /rc-rp\+jwt/);
  });

  for (const algorithm of ['ES256', 'ES384', 'ES512', 'EdDSA'] as const satisfies readonly TestAlgorithm[]) {
    it(`is verified with ${algorithm}`, async () => {
      const own = await registrar.signer(algorithm);
      const token = await registrar.jwt({ algorithm });
      readJwt(token).checkSignature(own.key.publicKey);
      const stranger = keyOf(
        'a stranger',
        { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', EdDSA: 'Ed25519' }[algorithm] as 'P-256',
      );
      refusesAt(
        () => readJwt(token).checkSignature(stranger.publicKey),
        'registration_certificate_signature',
        '/x5c/0',
      );
    });
  }

  it('is refused with the algorithm none, with and without a signature', async () => {
    const [, payload = '', signature = ''] = (await registrar.jwt()).split('.');
    const header = part({ typ: 'rc-wrp+jwt', alg: 'none', x5c: [element] });
    for (const end of ['', signature]) refusesForm(() => readJwt(`${header}.${payload}.${end}`), '/alg');
  });

  it('is refused with HS256 keyed with the certificate', () => {
    const input = `${part({ typ: 'rc-wrp+jwt', alg: 'HS256', x5c: [element] })}.${part(CLAIMS)}`;
    const mac = createHmac('sha256', signer.certificate.raw).update(input).digest('base64url');
    refusesForm(() => readJwt(`${input}.${mac}`), '/alg');
  });

  it('is refused with RS256', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const input = `${part({ typ: 'rc-wrp+jwt', alg: 'RS256', x5c: [element] })}.${part(CLAIMS)}`;
    const signature = sign('sha256', Buffer.from(input), privateKey).toString('base64url');
    refusesForm(() => readJwt(`${input}.${signature}`), '/alg');
  });

  it('is refused with ES256 and a key of P-384', async () => {
    const other = await registrar.signer('ES384');
    const token = await registrar.jwt({ chain: [other.certificate] });
    const check = () => readJwt(token).checkSignature(other.key.publicKey);
    assert.match(refusesAt(check, 'registration_certificate_signature', '/x5c/0').detail, /does not match/);
  });

  const criticals: readonly (readonly [what: string, header: Readonly<Record<string, unknown>>, pointer?: string])[] = [
    ['is empty', { crit: [] }, '/crit'],
    ['has an unknown name', { crit: ['exp'], exp: 1 }, '/crit'],
    ['has a name that the header lacks', { crit: ['sigT'] }, '/crit'],
    ['has a name twice', { crit: ['b64', 'b64'], b64: true }, '/crit'],
    ['is a string', { crit: 'b64', b64: true }, '/crit'],
    ['is an object', { crit: { 0: 'b64' }, b64: true }, '/crit'],
    ['names b64 that is false', { crit: ['b64'], b64: false }, '/crit'],
    ['is missing, with b64 that is false', { b64: false }, '/crit'],
    ['names sigT without Z', { crit: ['sigT'], sigT: '2025-01-02T03:04:05' }, '/sigT'],
    ['names sigT with an offset', { crit: ['sigT'], sigT: '2025-01-02T03:04:05+00:00' }, '/sigT'],
    ['is missing, with a lower-case z in sigT', { sigT: '2025-01-02T03:04:05z' }, '/sigT'],
    ['names sigT on 30 February', { crit: ['sigT'], sigT: '2025-02-30T03:04:05Z' }, '/sigT'],
    ['names sigT that is a number', { crit: ['sigT'], sigT: 1 }, '/sigT'],
    ['is that of today’s registrars', { crit: ['sigT', 'b64'], sigT: '2025-01-02T03:04:05Z', b64: true }],
    ['names a fraction of a second', { crit: ['sigT'], sigT: '2025-01-02T03:04:05.678Z' }],
    ['names what is in every header', { crit: ['alg', 'typ', 'x5c', 'iat'] }],
    ['is missing', { b64: true, sigT: '2025-01-02T03:04:05Z' }],
  ];
  for (const [what, header, pointer] of criticals) {
    it(`is ${pointer === undefined ? 'accepted' : 'refused'} where crit ${what}`, async () => {
      const token = await headerOf(header);
      if (pointer === undefined) signed(token);
      else refusesForm(() => readJwt(token), pointer);
    });
  }

  for (const iat of ['1', 1.5, -1, 1e99, null]) {
    it(`is refused with the signing time ${JSON.stringify(iat)}`, async () => {
      const token = await headerOf({ iat });
      refusesForm(() => readJwt(token), '/iat');
    });
  }

  it('is not judged by its signing time', async () => {
    for (const iat of [0, SECONDS * 2, undefined]) signed(await headerOf({ iat }));
  });

  it('is refused with one changed byte of the claims', async () => {
    const [header, payload = '', signature] = (await registrar.jwt()).split('.');
    const other = Buffer.from(payload, 'base64url').toString().replace('Example Shop', 'Example Shap');
    const token = [header, Buffer.from(other).toString('base64url'), signature].join('.');
    refusesAt(() => signed(token), 'registration_certificate_signature', '/x5c/0');
  });

  it('is refused with a signature in DER, of zeros, or of another length', async () => {
    const [header, payload] = (await registrar.jwt()).split('.');
    const input = `${header}.${payload}`;
    const der = sign('sha256', Buffer.from(input), signer.key.privateKey);
    for (const bytes of [der, Buffer.alloc(64), Buffer.alloc(63), Buffer.alloc(0)]) {
      const check = () => signed(`${input}.${bytes.toString('base64url')}`);
      refusesAt(check, 'registration_certificate_signature', '/x5c/0');
    }
  });

  const chains: readonly (readonly [what: string, x5c: unknown, pointer: string])[] = [
    ['missing', undefined, '/x5c'],
    ['empty', [], '/x5c'],
    ['a string', element, '/x5c'],
    ['seven certificates', Array.from({ length: 7 }, () => element), '/x5c'],
    ['a hundred certificates', Array.from({ length: 100 }, () => element), ''],
    ['the same certificate twice', [element, element], '/x5c'],
    ['base64 with a line end', [`${element}\n`], '/x5c/0'],
    ['base64url', [Buffer.from(element, 'base64').toString('base64url')], '/x5c/0'],
    [
      'a certificate with bytes behind it',
      [Buffer.concat([signer.certificate.raw, Buffer.alloc(3)]).toString('base64')],
      '/x5c/0',
    ],
    ['no certificate', [element, 'AAAA'], '/x5c/1'],
    ['a number', [1], '/x5c/0'],
  ];
  for (const [what, x5c, pointer] of chains) {
    it(`is refused where x5c is ${what}`, async () => {
      const token = await headerOf({ x5c });
      refusesForm(() => readJwt(token), pointer);
    });
  }

  it('is refused where the leaf is not first', async () => {
    const token = await registrar.jwt({ chain: [registrar.authority.certificate, signer.certificate] });
    const [first] = readJwt(token).chain;
    const key = first?.publicKey ?? assert.fail('no chain');
    refusesAt(() => readJwt(token).checkSignature(key), 'registration_certificate_signature', '/x5c/0');
  });

  it('has the thumbprint of its leaf, or none', async () => {
    signed(await headerOf({ 'x5t#S256': hashOf(signer.certificate.raw) }));
    for (const thumbprint of [hashOf(registrar.authority.certificate.raw), '', 1, null]) {
      const token = await headerOf({ 'x5t#S256': thumbprint });
      refusesForm(() => readJwt(token), '/x5t#S256');
    }
  });

  it('is refused with a member twice, with __proto__, and where it is no object', () => {
    const header = `{"typ":"rc-wrp+jwt","alg":"ES256","x5c":["${element}"]}`;
    const payload = JSON.stringify(CLAIMS);
    const double = payload.replace('{', '{"sub":"NTRDE-OTHER",');
    const reserved = payload.replace('{', '{"__proto__":{"sub":"NTRDE-OTHER"},');
    const headers = [header.replace('{', '{"alg":"none",'), '[]', '{', ''];
    for (const wrong of headers) refusesForm(() => readJwt(compact([wrong, payload], signer.key)), '');
    for (const wrong of [double, reserved, '[]', 'null', '{"sub":NaN}', '']) {
      refusesForm(() => readJwt(compact([header, wrong], signer.key)), '');
    }
    assert.equal(({} as Record<string, unknown>).sub, undefined);
  });

  it('has exactly three parts', async () => {
    const token = await registrar.jwt();
    for (const wrong of [`${token}.`, token.split('.').slice(0, 2).join('.'), '..', `${token}=`, ` ${token}`]) {
      assert.throws(() => readJwt(wrong), RegistrationError);
    }
  });

  it('has at most 64 KiB', async () => {
    const empty = (await registrar.jwt({ claims: { name: '' } })).length;
    // Four characters hold three bytes.
    const most = Math.floor(((65_536 - empty) * 3) / 4);
    const fits = await registrar.jwt({ claims: { name: 'x'.repeat(most - 2) } });
    assert.ok(fits.length > 65_530 && fits.length <= 65_536, String(fits.length));
    signed(fits);
    const longer = await registrar.jwt({ claims: { name: 'x'.repeat(most + 3) } });
    assert.ok(longer.length > 65_536 && longer.length < 65_545, String(longer.length));
    refusesForm(() => readJwt(longer), '');
  });

  it('is refused with 10,000 credentials of 10,000 claims, before they are read', async () => {
    const claim = Array.from({ length: 10_000 }, () => ({ path: ['a'] }));
    const credentials = JSON.stringify({ format: 'dc+sd-jwt', claim });
    const payload = `{"credentials":[${Array.from({ length: 10_000 }, () => 0).join()},${credentials}]}`;
    const header = JSON.stringify({ typ: 'rc-wrp+jwt', alg: 'ES256', x5c: [element] });
    refusesForm(() => readJwt(compact([header, payload], signer.key)), '');
  });
});
