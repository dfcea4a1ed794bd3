/** Certificates of a wallet's provider and of a test issuer: a CA and leaves under it (RFC 5280), P-256, without a library. */
import { createHash, createPublicKey, randomBytes, sign, X509Certificate } from 'node:crypto';
import { newWalletKey, type WalletKey } from '../jwt/keys.ts';
import { der } from './der.ts';

export interface Authority {
  readonly key: WalletKey;
  /** PEM. */
  readonly certificate: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2, of a CA of mdocs. */
  readonly country?: string;
}

export interface Validity {
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const ECDSA_SHA256 = der.sequence(der.objectId('1.2.840.10045.4.3.2'));

/** `keyCertSign` and `cRLSign`, and `digitalSignature` (RFC 5280, 4.2.1.3). */
const CA_USAGE = der.bitString(Buffer.from([0x06]), 1);
const LEAF_USAGE = der.bitString(Buffer.from([0x80]), 7);

/** A separate CA, which only issues leaves. */
export function createAuthority(name: string, validity: Validity, key: WalletKey = newWalletKey()): Authority {
  const constraints = der.sequence(der.boolean(true), der.integer(Buffer.from([0])));
  const extensions = [
    extension('2.5.29.19', true, constraints),
    extension('2.5.29.15', true, CA_USAGE),
    extension('2.5.29.14', false, der.octets(keyId(key))),
  ];
  const certificate = certify({ subject: name, issuer: name, key, by: key, validity, extensions });
  return { key, certificate, name };
}

/** A certificate for signatures, PEM. @param host DNS name: its only subject alternative name */
export function createLeaf(authority: Authority, host: string, validity: Validity, key: WalletKey): string {
  const names = der.sequence(der.tagged(2, Buffer.from(host, 'latin1'), false));
  const extensions = [
    extension('2.5.29.19', true, der.sequence()),
    extension('2.5.29.15', true, LEAF_USAGE),
    extension('2.5.29.17', false, names),
    extension('2.5.29.35', false, der.sequence(der.tagged(0, keyId(authority.key), false))),
    extension('2.5.29.14', false, der.octets(keyId(key))),
  ];
  return certify({ subject: host, issuer: authority.name, key, by: authority.key, validity, extensions });
}

/** CA for a country's mdocs, which only issues document signers (ISO/IEC 18013-5, B.1.2). */
export function createIaca(name: string, country: string, validity: Validity): Authority {
  const key = newWalletKey();
  const constraints = der.sequence(der.boolean(true), der.integer(Buffer.from([0])));
  const extensions = [
    extension('2.5.29.19', true, constraints),
    extension('2.5.29.15', true, CA_USAGE),
    extension('2.5.29.14', false, der.octets(keyId(key))),
    extension('2.5.29.18', false, CONTACT),
    extension('2.5.29.31', false, REVOCATION_LIST),
  ];
  const certificate = certify({ subject: name, issuer: name, country, key, by: key, validity, extensions });
  return { key, certificate, name, country };
}

/** A certificate that signs mdocs, driving licences and proofs of age among them, PEM (ISO/IEC 18013-5, B.1.4). */
export function createDocumentSigner(iaca: Authority, name: string, validity: Validity, key: WalletKey): string {
  const { country } = iaca;
  const extensions = [
    extension('2.5.29.35', false, der.sequence(der.tagged(0, keyId(iaca.key), false))),
    extension('2.5.29.14', false, der.octets(keyId(key))),
    extension('2.5.29.18', false, CONTACT),
    extension('2.5.29.31', false, REVOCATION_LIST),
    extension('2.5.29.15', true, LEAF_USAGE),
    extension('2.5.29.37', true, der.sequence(der.objectId('1.0.18013.5.1.2'), der.objectId('1.3.130.2.0.0.1.2'))),
  ];
  const parts = { subject: name, issuer: iaca.name, key, by: iaca.key, validity, extensions };
  return certify({ ...parts, ...(country === undefined ? {} : { country }) });
}

const uri = (text: string): Buffer => der.tagged(6, Buffer.from(text, 'latin1'), false);
const CONTACT = der.sequence(uri('https://iaca.example'));
const REVOCATION_LIST = der.sequence(
  der.sequence(der.tagged(0, der.tagged(0, uri('https://iaca.example/certificates.crl')))),
);

/** A certificate as `x5c` has it. @param pem one certificate */
export function x5cOf(pem: string): string {
  return new X509Certificate(pem).raw.toString('base64');
}

interface CertificateParts {
  readonly subject: string;
  readonly issuer: string;
  /** Country in both names. */
  readonly country?: string;
  readonly key: WalletKey;
  readonly by: WalletKey;
  readonly validity: Validity;
  readonly extensions: readonly Buffer[];
}

function certify({ subject, issuer, country, key, by, validity, extensions }: CertificateParts): string {
  const serial = randomBytes(16);
  // Positive, and with no leading zero octet (RFC 5280, 4.1.2.2).
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = der.sequence(
    der.tagged(0, der.integer(Buffer.from([2]))),
    der.integer(serial),
    ECDSA_SHA256,
    nameOf(issuer, country),
    der.sequence(der.time(validity.notBefore), der.time(validity.notAfter)),
    nameOf(subject, country),
    spki(key),
    der.tagged(3, der.sequence(...extensions)),
  );
  const signature = sign('sha256', content, by.privateKey);
  return pemOf(der.sequence(content, ECDSA_SHA256, der.bitString(signature)));
}

function nameOf(commonName: string, country?: string): Buffer {
  const name = der.set(der.sequence(der.objectId('2.5.4.3'), der.text(commonName)));
  if (country === undefined) return der.sequence(name);
  return der.sequence(der.set(der.sequence(der.objectId('2.5.4.6'), der.printable(country))), name);
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), ...(critical ? [der.boolean(true)] : []), der.octets(value));
}

function spki({ publicJwk }: WalletKey): Buffer {
  return createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
}

/** The SHA-1 of the public point (RFC 5280, 4.2.1.2): an identifier, no protection. */
function keyId({ publicJwk: { x, y } }: WalletKey): Buffer {
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return createHash('sha1').update(point).digest();
}

function pemOf(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
