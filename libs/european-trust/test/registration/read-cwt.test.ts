import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { Json } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { readCwt } from '../../src/registration/read-cwt.ts';
import { keyOf } from './deterministic-keys.ts';
import { refusesAt, refusesForm } from './findings.ts';
import { CLAIMS, type CwtChange, cborOf, createRegistrar, PARTY } from './registrar.ts';

const registrar = await createRegistrar();
const signer = await registrar.signer();
const { raw } = signer.certificate;
const key = signer.key.publicKey;

const cwt = (change?: CwtChange) => registrar.cwt(change);
const payloadOf = (entries: readonly (readonly [string | number, CborValue])[]) => writeCbor(new Map(entries));

describe('a registration certificate as CWT', () => {
  it('is read with its claims and its chain, tagged or not', async () => {
    const sent = await cwt();
    // Tag 18 is one byte.
    for (const bytes of [sent, sent.subarray(1)]) {
      const read = readCwt(bytes);
      assert.deepEqual([read.form, read.sent, read.claims], ['cwt', bytes, CLAIMS]);
      assert.deepEqual(read.chain.map(x5cElement), [x5cElement(signer.certificate)]);
      read.checkSignature(key);
    }
  });

  for (const algorithm of ['ES384', 'ES512'] as const) {
    it(`is verified with ${algorithm}`, async () => {
      const own = await registrar.signer(algorithm);
      readCwt(await cwt({ algorithm })).checkSignature(own.key.publicKey);
    });
  }

  it('has registered claims under their integers or their names', async () => {
    const numbered = new Map<number, CborValue>([
      [2, PARTY],
      [6, Number(CLAIMS.iat)],
      [4, Number(CLAIMS.exp)],
    ]);
    const read = readCwt(await cwt({ numbered, claims: { sub: undefined, iat: undefined, exp: undefined } }));
    assert.deepEqual(read.claims, CLAIMS);
  });

  it('is refused with a claim under its integer and its name', async () => {
    const twice: readonly (readonly [number, string, CborValue])[] = [
      [2, 'sub', PARTY],
      [4, 'exp', 1],
      [6, 'iat', Number(CLAIMS.iat)],
      [7, 'cti', Buffer.from('x')],
    ];
    for (const [number, name, value] of twice) {
      const sent = await cwt({ numbered: new Map([[number, value]]), claims: { [name]: 'x' } });
      refusesForm(() => readCwt(sent), `/${name}`);
    }
  });

  it('is refused with its algorithm in the unprotected header only', async () => {
    const sent = await cwt({
      protectedHeader: [
        [16, 'rc-wrp+cwt'],
        [33, raw],
      ],
      unprotected: [[1, -7]],
    });
    refusesForm(() => readCwt(sent), '/alg');
  });

  it('is refused with its type in the unprotected header only, or another one', async () => {
    const others: readonly CwtChange[] = [
      {
        protectedHeader: [
          [1, -7],
          [33, raw],
        ],
        unprotected: [[16, 'rc-wrp+cwt']],
      },
      {
        protectedHeader: [
          [1, -7],
          [16, 'rc-wrp+jwt'],
          [33, raw],
        ],
      },
      {
        protectedHeader: [
          [1, -7],
          [16, Buffer.from('rc-wrp+cwt')],
          [33, raw],
        ],
      },
    ];
    for (const change of others) {
      const sent = await cwt(change);
      refusesForm(() => readCwt(sent), '/typ');
    }
  });

  it('has its chain in either header, but not in both', async () => {
    const inUnprotected = await cwt({
      protectedHeader: [
        [1, -7],
        [16, 'rc-wrp+cwt'],
      ],
      unprotected: [[33, raw]],
    });
    readCwt(inUnprotected).checkSignature(key);
    const inBoth = await cwt({ unprotected: [[33, raw]] });
    refusesForm(() => readCwt(inBoth), '');
  });

  it('is refused without a chain, with junk in it, and with a certificate twice', async () => {
    const chains: readonly (readonly [CborValue, string])[] = [
      [undefined, '/x5c'],
      [[], '/x5c'],
      ['x', '/x5c'],
      [Buffer.from('x'), '/x5c/0'],
      [[raw, raw], '/x5c'],
    ];
    for (const [chain, pointer] of chains) {
      const sent = await cwt({
        protectedHeader: [
          [1, -7],
          [16, 'rc-wrp+cwt'],
          [33, chain],
        ],
      });
      refusesForm(() => readCwt(sent), pointer);
    }
  });

  it('is refused with a detached payload', async () => {
    const sent = await cwt({ payload: null });
    refusesForm(() => readCwt(sent), '');
  });

  it('is refused with a critical header', async () => {
    const sent = await cwt({
      protectedHeader: [
        [1, -7],
        [2, [16]],
        [16, 'rc-wrp+cwt'],
        [33, raw],
      ],
    });
    refusesForm(() => readCwt(sent), '');
  });

  it('is refused with an algorithm of RSA or of MACs, and with EdDSA if its key is on P-256', async () => {
    const named = (algorithm: number) =>
      cwt({
        protectedHeader: [
          [1, algorithm],
          [16, 'rc-wrp+cwt'],
          [33, raw],
        ],
      });
    for (const algorithm of [-257, -37, 5, 0]) {
      const sent = await named(algorithm);
      refusesForm(() => readCwt(sent), '/alg');
    }
    const eddsa = await named(-8);
    const { publicKey } = signer.certificate;
    refusesAt(() => readCwt(eddsa).checkSignature(publicKey), 'registration_certificate_signature', '/x5c/0');
  });

  it('is refused with an algorithm that does not fit its key, and with the signature of another key', async () => {
    const sent = await cwt();
    for (const wrong of [keyOf('other'), keyOf('other', 'P-384'), keyOf('other', 'Ed25519')]) {
      refusesAt(() => readCwt(sent).checkSignature(wrong.publicKey), 'registration_certificate_signature', '/x5c/0');
    }
  });

  it('is refused with nesting bombs, repeated keys, huge declared lengths and junk', async () => {
    const nested = Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0])]);
    const bombs = [
      nested,
      Buffer.concat([Buffer.from('a1', 'hex'), writeCbor('credentials'), nested]),
      Buffer.from('bb7fffffffffffffff', 'hex'),
      Buffer.from('a2616101616102', 'hex'),
      Buffer.from('80', 'hex'),
      Buffer.alloc(0),
    ];
    for (const payload of bombs) {
      const sent = await cwt({ payload });
      refusesForm(() => readCwt(sent), '');
    }
    for (const bytes of [nested, Buffer.from('d284', 'hex'), Buffer.alloc(0), Buffer.from('eyJ0eXAi')]) {
      refusesForm(() => readCwt(bytes), '');
    }
  });

  it('has at most 64 KiB', async () => {
    const most = 65_536;
    const base = (await cwt({ claims: { name: 'x'.repeat(30_000) } })).length - 30_000;
    const fits = await cwt({ claims: { name: 'x'.repeat(most - base) } });
    assert.equal(fits.length, most);
    readCwt(fits).checkSignature(key);
    const longer = await cwt({ claims: { name: 'x'.repeat(most - base + 1) } });
    refusesForm(() => readCwt(longer), '');
  });

  it('is refused where a claim has a value that JSON does not have', async () => {
    const entries = Object.entries(CLAIMS).map(([name, value]) => [name, cborOf(value as Json)] as const);
    const values: readonly (readonly [CborValue, string])[] = [
      [Buffer.from('x'), '/credentials'],
      [undefined, '/credentials'],
      [2n ** 60n, '/credentials'],
      [[Number.NaN], '/credentials/0'],
      [new Map([['path', [Buffer.from('x')]]]), '/credentials/path/0'],
      [new Map<string | number, CborValue>([[1, 'x']]), '/credentials'],
      [new Map([['__proto__', 'x']]), '/credentials'],
    ];
    for (const [value, pointer] of values) {
      const sent = await cwt({
        payload: payloadOf([...entries.filter(([name]) => name !== 'credentials'), ['credentials', value]]),
      });
      refusesForm(() => readCwt(sent), pointer);
    }
    assert.equal(({} as Record<string, unknown>)[0], undefined);
  });

  it('ignores claims that it does not know, whatever their values', async () => {
    const numbered = new Map<number, CborValue>([
      [7, Buffer.from('id')],
      [1, 'iss'],
      [-65_537, Buffer.from('x')],
    ]);
    assert.deepEqual(readCwt(await cwt({ numbered })).claims, CLAIMS);
  });
});
