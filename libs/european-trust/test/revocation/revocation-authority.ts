/** An authority of revocation: certificates that name it, its lists, and a responder. It can be wrong in every way. For tests. */
import 'reflect-metadata';
import { createHash, type KeyObject, sign, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { certificateFields } from '../../src/revocation/certificate-fields.ts';
import { element, objectIdentifier, sequence } from '../../src/revocation/write-der.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';

export const NOW = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const validity = { notBefore: NOW - 300 * DAY, notAfter: NOW + 300 * DAY };

/** A CA; the same one for a name. */
export function authority(name = 'Revocation CA', under: { readonly issuer?: MadeCertificate } = {}) {
  return makeTestAuthority(name, validity, under);
}

export interface LeafOptions {
  readonly name?: string;
  readonly crls?: readonly string[];
  readonly ocsp?: readonly string[];
  readonly notAfter?: number;
  readonly notBefore?: number;
  readonly extensions?: readonly x509.Extension[];
  readonly usage?: number;
}

/** A credential signer whose certificate specifies where to check its revocation. */
export function leafUnder(issuer: MadeCertificate, options: LeafOptions = {}): Promise<MadeCertificate> {
  const { name = 'Signer', crls = [], ocsp = [], extensions = [], ...more } = options;
  return makeTestCertificate({
    subject: [
      ['C', 'DE'],
      ['O', name],
      ['CN', name],
    ],
    key: keyOf(`${name} key`),
    issuer,
    ...validity,
    ...more,
    extensions: [
      ...(crls.length === 0 ? [] : [new x509.CRLDistributionPointsExtension([...crls])]),
      ...(ocsp.length === 0 ? [] : [new x509.AuthorityInfoAccessExtension({ ocsp: [...ocsp] })]),
      ...extensions,
    ],
  });
}

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const ENUMERATED = 0x0a;
const GENERALIZED_TIME = 0x18;
const UTC_TIME = 0x17;

const ALGORITHMS = {
  'ecdsa-sha256': { oid: '2a8648ce3d040302', hash: 'sha256' },
  'ecdsa-sha1': { oid: '2a8648ce3d0401', hash: 'sha1' },
  'rsa-sha256': { oid: '2a864886f70d01010b', hash: 'sha256' },
} as const;
export type Algorithm = keyof typeof ALGORITHMS;

export function algorithmIdentifier(name: Algorithm): Buffer {
  return sequence(objectIdentifier(ALGORITHMS[name].oid));
}

function signature(name: Algorithm, bytes: Buffer, key: KeyObject): Buffer {
  return element(BIT_STRING, Buffer.from([0]), sign(ALGORITHMS[name].hash, bytes, key));
}

const digits = (time: number): string => new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '');
export const generalizedTime = (time: number): Buffer => element(GENERALIZED_TIME, Buffer.from(digits(time)));
const utcTime = (time: number): Buffer => element(UTC_TIME, Buffer.from(digits(time).slice(2)));

/** An extension (RFC 5280, 4.1). */
export function derExtension(oid: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [element(0x01, Buffer.from([0xff]))] : [];
  return sequence(objectIdentifier(oid), ...critical, element(OCTET_STRING, value));
}

export interface Entry {
  readonly serial: string;
  readonly extensions?: readonly Buffer[];
}

export interface CrlOptions {
  readonly revoked?: readonly (Entry | X509Certificate)[];
  readonly thisUpdate?: number;
  /** Null: the list has no next update. */
  readonly nextUpdate?: number | null;
  readonly extensions?: readonly Buffer[];
  readonly signer?: KeyObject;
  readonly algorithm?: Algorithm;
  readonly namedAlgorithm?: Algorithm;
  /** Overrides the issuer's name. */
  readonly issuerName?: Buffer;
  /** Overrides the entries. */
  readonly entries?: Buffer;
}

/** A revocation list of the authority, DER. */
export function crlOf({ certificate, key }: MadeCertificate, options: CrlOptions = {}): Buffer {
  const { revoked = [], thisUpdate = NOW - HOUR, nextUpdate = NOW + DAY, extensions = [] } = options;
  const algorithm = options.algorithm ?? 'ecdsa-sha256';
  const entries = options.entries ?? Buffer.concat(revoked.map(entryOf));
  const list = sequence(
    element(INTEGER, Buffer.from([1])),
    algorithmIdentifier(options.namedAlgorithm ?? algorithm),
    options.issuerName ?? certificateFields(certificate).subject,
    utcTime(thisUpdate),
    ...(nextUpdate === null ? [] : [utcTime(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(entries)]),
    ...(extensions.length === 0 ? [] : [element(0xa0, sequence(...extensions))]),
  );
  const signed = signature(algorithm, list, options.signer ?? key.privateKey);
  return sequence(list, algorithmIdentifier(algorithm), signed);
}

function entryOf(one: Entry | X509Certificate): Buffer {
  const { serial, extensions = [] }: Entry =
    one instanceof X509Certificate ? { serial: certificateFields(one).serial } : one;
  return sequence(
    element(INTEGER, Buffer.from(serial, 'latin1')),
    utcTime(NOW - DAY),
    ...(extensions.length === 0 ? [] : [sequence(...extensions)]),
  );
}

/** Many entries that concern nobody: serial numbers of 16 bytes. */
export function manyEntries(count: number): Buffer {
  const one = entryOf({ serial: '\u0001'.repeat(16) });
  const all = Buffer.alloc(count * one.length);
  for (let index = 0; index < count; index += 1) {
    one.copy(all, index * one.length);
    all.writeUInt32BE(index, index * one.length + 4 + 8);
  }
  return all;
}

export interface OcspOptions {
  readonly status?: 'good' | 'revoked' | 'unknown';
  readonly thisUpdate?: number;
  /** Null: the response has no next update. */
  readonly nextUpdate?: number | null;
  /** Who signs. Default: the authority. Any other signer's certificate is sent along. */
  readonly responder?: MadeCertificate;
  /** Overrides the responder's key. */
  readonly signer?: KeyObject;
  /** How the responder is named. */
  readonly by?: 'name' | 'key';
  readonly nonce?: Buffer;
  readonly responseStatus?: number;
  readonly algorithm?: Algorithm;
}

/** A responder's response about a certificate id, DER. */
export function ocspOf(issuer: MadeCertificate, certId: Buffer, options: OcspOptions = {}): Buffer {
  const { status = 'good', thisUpdate = NOW - HOUR, nextUpdate = NOW + DAY, responder = issuer } = options;
  if (options.responseStatus !== undefined) {
    return sequence(element(ENUMERATED, Buffer.from([options.responseStatus])));
  }
  const single = sequence(
    certId,
    statusOf(status),
    generalizedTime(thisUpdate),
    ...(nextUpdate === null ? [] : [element(0xa0, generalizedTime(nextUpdate))]),
  );
  const { subject, key } = certificateFields(responder.certificate);
  const hash = createHash('sha1').update(key).digest();
  const nonce =
    options.nonce === undefined
      ? []
      : [element(0xa1, sequence(derExtension('2b0601050507300102', element(OCTET_STRING, options.nonce))))];
  const data = sequence(
    options.by === 'key' ? element(0xa2, element(OCTET_STRING, hash)) : element(0xa1, subject),
    generalizedTime(thisUpdate),
    sequence(single),
    ...nonce,
  );
  const algorithm = options.algorithm ?? 'ecdsa-sha256';
  const basic = sequence(
    data,
    algorithmIdentifier(algorithm),
    signature(algorithm, data, options.signer ?? responder.key.privateKey),
    ...(responder === issuer ? [] : [element(0xa0, sequence(responder.certificate.raw))]),
  );
  const bytes = sequence(objectIdentifier('2b0601050507300101'), element(OCTET_STRING, basic));
  return sequence(element(ENUMERATED, Buffer.from([0])), element(0xa0, bytes));
}

function statusOf(status: 'good' | 'revoked' | 'unknown'): Buffer {
  if (status === 'good') return element(0x80);
  return status === 'unknown' ? element(0x82) : element(0xa1, generalizedTime(NOW - DAY));
}

/** A responder that the authority has authorized. */
export function delegate(
  issuer: MadeCertificate,
  {
    purpose = true,
    noCheck = true,
    ...more
  }: { readonly purpose?: boolean; readonly noCheck?: boolean } & LeafOptions = {},
): Promise<MadeCertificate> {
  return leafUnder(issuer, {
    name: 'Responder',
    ...more,
    extensions: [
      ...(purpose ? [new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.9'])] : []),
      ...(noCheck ? [new x509.Extension('1.3.6.1.5.5.7.48.1.5', false, Buffer.from([0x05, 0x00]))] : []),
    ],
  });
}
