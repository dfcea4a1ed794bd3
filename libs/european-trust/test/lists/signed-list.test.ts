import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { MAX_LIST_BYTES, readCertificate, readSignedList } from '../../src/lists/signed-list.ts';
import { keyOf, type TestAlgorithm } from '../registration/deterministic-keys.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';
import { refusesList } from './list-refusals.ts';
import { makeList, makeSigner, read, signedList, sourceOf } from './made-lists.ts';

const { signer, source, content } = await makeList();
const authority = await makeTestAuthority('list CA', VALIDITY);
const bytes = signedList(content(), { signer });
const withHeader = (header: JsonObject | Readonly<Record<string, unknown>>) =>
  signedList(content(), { signer, header });
const parts = bytes.toString().split('.');

describe('the signature of a list', () => {
  for (const algorithm of ['ES256', 'ES384', 'ES512', 'EdDSA'] as const satisfies readonly TestAlgorithm[]) {
    it(`may be made with ${algorithm}`, async () => {
      const own = await makeSigner(algorithm, { algorithm, issuer: authority });
      const list = read(signedList(content(), { signer: own, algorithm }), sourceOf('PID', [own.certificate]));
      assert.equal(list.sequenceNumber, 12);
    });
  }

  it('must be there', () => {
    for (const unsigned of [JSON.stringify(content()), `${parts[0]}.${parts[1]}`, '', 'a.b.c.d']) {
      refusesList(() => read(Buffer.from(unsigned), source), 'trust_list_malformed');
    }
    const none = Buffer.from(JSON.stringify({ alg: 'none', x5c: [x5cElement(signer.certificate)] })).toString(
      'base64url',
    );
    for (const end of ['', parts[2]]) {
      refusesList(() => read(Buffer.from(`${none}.${parts[1]}.${end}`), source), 'trust_list_malformed');
    }
  });

  it("must be by the signer's key, over these bytes", () => {
    const changed = Buffer.from(parts[1] ?? '', 'base64url')
      .toString()
      .replace('"LoTESequenceNumber":12', '"LoTESequenceNumber":13');
    const payload = Buffer.from(changed).toString('base64url');
    refusesList(() => read(Buffer.from(`${parts[0]}.${payload}.${parts[2]}`), source), 'trust_list_signature');
    const zero = Buffer.alloc(64).toString('base64url');
    refusesList(() => read(Buffer.from(`${parts[0]}.${parts[1]}.${zero}`), source), 'trust_list_signature');
    const stranger = { ...signer, key: keyOf('a stranger') };
    refusesList(() => read(signedList(content(), { signer: stranger }), source), 'trust_list_signature');
  });

  it('is refused as a MAC keyed with the certificate', () => {
    const header = Buffer.from(JSON.stringify({ alg: 'HS256', x5c: [x5cElement(signer.certificate)] })).toString(
      'base64url',
    );
    const mac = createHmac('sha256', signer.certificate.raw).update(`${header}.${parts[1]}`).digest('base64url');
    refusesList(() => read(Buffer.from(`${header}.${parts[1]}.${mac}`), source), 'trust_list_malformed');
  });

  it('is refused with an algorithm that does not fit the key', () => {
    refusesList(() => read(withHeader({ alg: 'ES384' }), source), 'trust_list_signature');
    refusesList(() => read(withHeader({ alg: 'PS256' }), source), 'trust_list_signature');
  });

  for (const header of [
    { crit: [] },
    { crit: ['exp'], exp: 1 },
    { crit: ['sigT'] },
    { crit: ['iat', 'iat'] },
    { crit: 'iat' },
    { b64: false },
    { b64: false, crit: ['b64'] },
  ]) {
    it(`is refused with the header ${JSON.stringify(header)}`, () => {
      refusesList(() => read(withHeader(header), source), 'trust_list_malformed');
    });
  }

  it('may name the members of JAdES as critical', () => {
    const header = { crit: ['sigT', 'b64'], sigT: '2026-11-01T00:00:00Z', b64: true, typ: 'anything' };
    assert.equal(read(withHeader(header), source).sequenceNumber, 12);
  });

  it('is refused without the certificate of the signer, or with another form of it', () => {
    const one = x5cElement(signer.certificate);
    for (const x5c of [undefined, [], one, [signer.certificate.raw.toString('base64url')], [1], Array(7).fill(one)]) {
      refusesList(() => read(withHeader({ x5c }), source), 'trust_list_malformed');
    }
  });

  it('is refused with the thumbprint of another certificate, or a signing time of another form', () => {
    refusesList(() => read(withHeader({ 'x5t#S256': 'x' }), source), 'trust_list_malformed', '/x5t#S256');
    for (const iat of ['1', 1.5, null])
      refusesList(() => read(withHeader({ iat }), source), 'trust_list_malformed', '/iat');
  });
});

describe('the bytes of a list', () => {
  it('may end with a line', () => {
    assert.equal(read(Buffer.concat([bytes, Buffer.from('\n')]), source).sequenceNumber, 12);
  });

  it('are refused when they are too many', () => {
    const refusal = refusesList(
      () => readSignedList(Buffer.alloc(MAX_LIST_BYTES + 1, 'a'), { serialisation: 'compact' }),
      'trust_list_malformed',
    );
    assert.deepEqual(refusal.facts, { bytes: MAX_LIST_BYTES + 1, mostBytes: MAX_LIST_BYTES });
  });

  it('are refused when they are not UTF-8, or hold a member twice or one of a prototype', () => {
    refusesList(() => read(Buffer.from([0xff, 0xfe]), source), 'trust_list_malformed');
    for (const text of [
      '{"LoTE":{},"LoTE":{}}',
      '{"__proto__":{}}',
      '[]',
      '1',
      '{',
      `${'['.repeat(40)}1${']'.repeat(40)}`,
    ]) {
      const head = parts[0] ?? '';
      const input = `${head}.${Buffer.from(text).toString('base64url')}`;
      const [, , signature] = signedList(JSON.parse('{}'), { signer }).toString().split('.');
      // The signature is checked first, so that only a trusted signer's content is read.
      refusesList(() => read(Buffer.from(`${input}.${signature}`), source), 'trust_list_signature');
      refusesList(
        () => readSignedList(Buffer.from(`${input}.${signature}`), { serialisation: 'compact' }).read(),
        'trust_list_malformed',
      );
    }
  });
});

/** Members in the order of their names (RFC 8785). */
function canonical(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(canonical);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, canonical(member ?? null)]),
  );
}

describe('a list with its signature beside it', () => {
  const beside = (list: JsonObject, more: JsonObject = {}): Buffer => {
    const compact = signedList(canonical(list), { signer }).toString().split('.');
    const signature = { protected: compact[0] ?? '', signature: compact[2] ?? '' };
    return Buffer.from(JSON.stringify({ ...list, signature, ...more }, null, 1));
  };

  it('is read only if that is allowed', () => {
    const list = beside(content());
    refusesList(() => read(list, source), 'trust_list_malformed');
    assert.equal(read(list, source, { settings: { serialisation: 'json' } }).sequenceNumber, 12);
    assert.equal(read(bytes, source, { settings: { serialisation: 'json' } }).sequenceNumber, 12);
  });

  it('has nothing that is not signed', () => {
    const settings = { serialisation: 'json' } as const;
    refusesList(() => read(beside(content(), { other: 1 }), source, { settings }), 'trust_list_signature');
    refusesList(() => read(beside(content(), { LoTE: {} }), source, { settings }), 'trust_list_signature');
    refusesList(() => read(beside(content(), { signature: 1 }), source, { settings }), 'trust_list_malformed');
  });
});

it('a certificate is DER in base64, and nothing behind it', () => {
  const der = signer.certificate.raw;
  assert.equal(readCertificate(der.toString('base64'))?.fingerprint256, signer.certificate.fingerprint256);
  for (const wrong of [
    der.toString('base64url'),
    Buffer.concat([der, Buffer.alloc(1)]).toString('base64'),
    '',
    'AAAA',
  ]) {
    assert.equal(readCertificate(wrong), undefined);
  }
});
