import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCertificate } from '../../src/registration/read-certificate.ts';
import { RegistrationError } from '../../src/registration/registration-error.ts';
import { refusesForm } from './findings.ts';
import { CLAIMS, createRegistrar } from './registrar.ts';

const registrar = await createRegistrar();
const jwt = await registrar.jwt();
const cwt = await registrar.cwt();
const base64url = (given: string | Buffer): string => Buffer.from(given).toString('base64url');

describe('a stored registration certificate', () => {
  it('is a compact JWT, base64url of one, a CWT or base64url of one', () => {
    for (const [given, form, sent] of [
      [jwt, 'jwt', jwt],
      [base64url(jwt), 'jwt', jwt],
      [cwt, 'cwt', cwt],
      [base64url(cwt), 'cwt', cwt],
    ] as const) {
      const read = readCertificate(given);
      assert.deepEqual([read.form, read.sent, read.claims], [form, sent, CLAIMS]);
    }
  });

  it('is refused in base64, with padding, doubly encoded, and where it is nothing of these', () => {
    const text = base64url(jwt);
    for (const given of ['', ' ', `${text}=`, `${text}\n`, base64url(text), 'abc', '{}', base64url('no certificate')]) {
      refusesForm(() => readCertificate(given), '');
    }
  });

  it('has the limit of its own size in both encodings', async () => {
    const fits = await registrar.jwt({ claims: { name: 'x'.repeat(46_000) } });
    const longer = await registrar.jwt({ claims: { name: 'x'.repeat(49_000) } });
    assert.ok(fits.length < 65_536 && base64url(fits).length > 65_536 && longer.length > 65_536);
    assert.equal(readCertificate(base64url(fits)).sent, fits);
    for (const given of [longer, base64url(longer), 'x'.repeat(10_000_000)]) {
      refusesForm(() => readCertificate(given), '');
    }
  });
});

describe('a registration certificate with changed bytes', () => {
  it('is read or refused, and never fails in another way', () => {
    const read = (given: string | Buffer): void => {
      try {
        readCertificate(given);
      } catch (error) {
        assert.ok(error instanceof RegistrationError, String(error));
      }
    };
    for (let at = 0; at < cwt.length; at += 13) {
      for (const value of [0, 0x5f, 0x9f, 0xbf, 0xd8, 0xff]) {
        const changed = Buffer.from(cwt);
        changed[at] = value;
        read(changed);
      }
      read(cwt.subarray(0, at));
    }
    for (let at = 0; at < jwt.length; at += 29) {
      for (const value of ['.', '-', 'A', '=', '\u0000']) read(`${jwt.slice(0, at)}${value}${jwt.slice(at + 1)}`);
      read(jwt.slice(0, at));
    }
  });
});
