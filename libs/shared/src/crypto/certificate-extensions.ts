/** Fields of a certificate that node:crypto doesn't expose: extensions (RFC 5280, 4.2), signature algorithm (4.1.1.2). */
import type { X509Certificate } from 'node:crypto';
import { childrenOf, type Element, elementsOf, TAG } from './der.ts';

const EXTENSIONS_TAG = 0xa3;
/** `[0] IMPLICIT KeyIdentifier` */
const KEY_IDENTIFIER = 0x80;

/** 2.5.29.35 */
const AUTHORITY_KEY_IDENTIFIER = '551d23';
/** 2.5.29.19 */
const BASIC_CONSTRAINTS = '551d13';
/** 2.5.29.15 */
const KEY_USAGE = '551d0f';
/** 2.5.29.37 */
const EXTENDED_KEY_USAGE = '551d25';
/** 2.5.29.17 */
const SUBJECT_ALTERNATIVE_NAME = '551d11';
/** 2.5.29.18 */
const ISSUER_ALTERNATIVE_NAME = '551d12';
/** Extensions that are processed, or that restrict nothing here: subject key identifier, policies. */
const UNDERSTOOD = new Set([
  BASIC_CONSTRAINTS,
  KEY_USAGE,
  AUTHORITY_KEY_IDENTIFIER,
  EXTENDED_KEY_USAGE,
  SUBJECT_ALTERNATIVE_NAME,
  '551d0e',
  '551d20',
]);

/** Understood extensions whose value is a sequence that is read here. */
const SEQUENCES = new Set([BASIC_CONSTRAINTS, AUTHORITY_KEY_IDENTIFIER, EXTENDED_KEY_USAGE, SUBJECT_ALTERNATIVE_NAME]);

/** RFC 5280, 4.2.1.12: id-kp-serverAuth, 1.3.6.1.5.5.7.3.1. */
const SERVER_AUTH = '2b06010505070301';

/** RFC 5280, 4.2.1.6: dNSName `[2]`, uniformResourceIdentifier `[6]`, iPAddress `[7]`. */
const DNS_NAME = 0x82;
const URI_NAME = 0x86;
const IP_NAME = 0x87;

/** Signature algorithms with SHA-256 or longer (RFC 5758, RFC 4055, RFC 8410): ECDSA, RSA with PKCS #1 v1.5, EdDSA. */
const SIGNATURES = new Set([
  '2a8648ce3d040302',
  '2a8648ce3d040303',
  '2a8648ce3d040304',
  '2a864886f70d01010b',
  '2a864886f70d01010c',
  '2a864886f70d01010d',
  '2b6570',
  '2b6571',
]);
/** RSASSA-PSS specifies its hash in a parameter `[0]`; without one it is SHA-1 (RFC 4055, 3.1). */
const RSASSA_PSS = '2a864886f70d01010a';
const PSS_HASH_TAG = 0xa0;
const PSS_HASHES = new Set(['608648016503040201', '608648016503040202', '608648016503040203']);

/** Whether the certificate is signed over a collision-resistant hash: not MD5, not SHA-1, nothing unknown. */
export function hasStrongSignature(certificate: X509Certificate): boolean {
  const [whole] = elementsOf(certificate.raw) ?? [];
  const [, algorithm] = childrenOf(whole) ?? [];
  const [identifier, parameters] = childrenOf(algorithm) ?? [];
  const name = identifier?.tag === TAG.oid ? identifier.content.toString('hex') : '';
  if (name !== RSASSA_PSS) return SIGNATURES.has(name);
  const hash = childrenOf(parameters)?.find(({ tag }) => tag === PSS_HASH_TAG);
  const [sequence] = childrenOf(hash) ?? [];
  const [hashName] = childrenOf(sequence) ?? [];
  return hashName?.tag === TAG.oid && PSS_HASHES.has(hashName.content.toString('hex'));
}

/**
 * The KeyIdentifier in the AuthorityKeyIdentifier extension (RFC 5280, 4.2.1.1).
 * @returns undefined if the certificate has no such extension
 */
export function authorityKeyIdentifier(certificate: X509Certificate): Buffer | undefined {
  return sequenceOf(certificate, AUTHORITY_KEY_IDENTIFIER).find(({ tag }) => tag === KEY_IDENTIFIER)?.content;
}

/**
 * The path length constraint of a CA certificate (RFC 5280, 4.2.1.9): how many intermediate CAs may follow it.
 * @returns undefined without a constraint
 */
export function pathLengthConstraint(certificate: X509Certificate): number | undefined {
  const length = sequenceOf(certificate, BASIC_CONSTRAINTS).find(({ tag }) => tag === TAG.integer)?.content;
  if (length === undefined) return undefined;
  // A length that needs more bytes is longer than any path.
  return length.length <= 4 ? length.readUIntBE(0, length.length) : Number.MAX_SAFE_INTEGER;
}

/**
 * The key usage (RFC 5280, 4.2.1.3) as a number: bit 0 of the standard, digitalSignature, is the highest of nine.
 * @returns undefined if usage is not restricted; 0 if the extension is empty
 */
export function keyUsage(certificate: X509Certificate): number | undefined {
  const value = extensionsOf(certificate).get(KEY_USAGE);
  if (value === undefined) return undefined;
  // The first byte counts unused bits.
  const [, first = 0, second = 0] = elementsOf(value)?.find(({ tag }) => tag === TAG.bitString)?.content ?? [];
  return (first << 1) | (second >> 7);
}

/** Whether the key is only for TLS servers (RFC 5280, 4.2.1.12). Without listed purposes any is allowed. */
export function isForTlsServersOnly(certificate: X509Certificate): boolean {
  const purposes = sequenceOf(certificate, EXTENDED_KEY_USAGE);
  return purposes.length > 0 && purposes.every(({ content }) => content.toString('hex') === SERVER_AUTH);
}

/**
 * Whether the extended key usage includes a purpose (RFC 5280, 4.2.1.12).
 * @param purpose the hexadecimal of the DER content of its object identifier
 */
export function hasPurpose(certificate: X509Certificate, purpose: string): boolean {
  return sequenceOf(certificate, EXTENDED_KEY_USAGE).some(({ content }) => content.toString('hex') === purpose);
}

/** Whether a certificate restricts its purposes at all. */
export function hasPurposes(certificate: X509Certificate): boolean {
  return sequenceOf(certificate, EXTENDED_KEY_USAGE).length > 0;
}

/** Addresses among the subject alternative names (RFC 5280, 4.2.1.6), without email and directory names. */
export interface AddressNames {
  /** As written in the certificate. */
  readonly uris: readonly string[];
  /** Whether there is a DNS name or an IP address; `coversHost` compares them. */
  readonly hosts: boolean;
}

/** The addresses that a certificate names. */
export function addressNames(certificate: X509Certificate): AddressNames {
  const names = sequenceOf(certificate, SUBJECT_ALTERNATIVE_NAME);
  const uris = names.filter(({ tag }) => tag === URI_NAME).map(({ content }) => content.toString('latin1'));
  return { uris, hosts: names.some(({ tag }) => tag === DNS_NAME || tag === IP_NAME) };
}

/** The addresses (URIs) of the issuer that a certificate names (RFC 5280, 4.2.1.7). */
export function issuerAddresses(certificate: X509Certificate): readonly string[] {
  const names = sequenceOf(certificate, ISSUER_ALTERNATIVE_NAME);
  return names.filter(({ tag }) => tag === URI_NAME).map(({ content }) => content.toString('latin1'));
}

/** The elements of an extension whose value is a sequence. */
function sequenceOf(certificate: X509Certificate, extension: string): readonly Element[] {
  const value = extensionsOf(certificate).get(extension);
  return (value === undefined ? undefined : sequenceIn(value)) ?? [];
}

/** The elements of a value that is one sequence; undefined for anything else. */
function sequenceIn(value: Buffer): readonly Element[] | undefined {
  const [sequence, more] = elementsOf(value) ?? [];
  return sequence?.tag === TAG.sequence && more === undefined ? childrenOf(sequence) : undefined;
}

/**
 * Whether the certificate has a critical extension that is not understood (RFC 5280, 4.2: it is refused), or extensions
 * that can't be read: node:crypto accepts encodings that are not DER, and one could hide a constraint.
 */
export function hasUnknownCriticalExtension(certificate: X509Certificate): boolean {
  const extensions = extensionElements(certificate);
  if (extensions === undefined) return true;
  // RFC 5280, 4.2: no extension twice
  if (new Set(extensions.map(({ identifier }) => identifier)).size < extensions.length) return true;
  return extensions.some((one) => (one.critical && !UNDERSTOOD.has(one.identifier)) || !isReadable(one));
}

function isReadable({ identifier, value }: Extension): boolean {
  if (identifier === KEY_USAGE) return elementsOf(value)?.[0]?.tag === TAG.bitString;
  return !SEQUENCES.has(identifier) || sequenceIn(value) !== undefined;
}

/** Values of the extensions by their object identifier, as the hexadecimal of its DER content. */
export function extensionsOf(certificate: X509Certificate): ReadonlyMap<string, Buffer> {
  return new Map(extensionElements(certificate)?.map(({ identifier, value }) => [identifier, value]));
}

interface Extension {
  readonly identifier: string;
  readonly critical: boolean;
  readonly value: Buffer;
}

/** The extensions of a certificate; undefined if they can't be read. */
function extensionElements(certificate: X509Certificate): readonly Extension[] | undefined {
  const [whole] = elementsOf(certificate.raw) ?? [];
  const [toBeSigned] = childrenOf(whole) ?? [];
  const fields = childrenOf(toBeSigned);
  if (fields === undefined) return undefined;
  const wrapper = fields.find(({ tag }) => tag === EXTENSIONS_TAG);
  if (wrapper === undefined) return [];
  const [list] = childrenOf(wrapper) ?? [];
  const read = childrenOf(list)?.map(extensionOf);
  return read?.every((one) => one !== undefined) ? read : undefined;
}

/** RFC 5280, 4.1: an identifier, whether it is critical, and a value. */
function extensionOf(element: Element): Extension | undefined {
  const parts = childrenOf(element);
  const identifier = parts?.find(({ tag }) => tag === TAG.oid)?.content.toString('hex');
  const value = parts?.find(({ tag }) => tag === TAG.octetString)?.content;
  const critical = parts?.some(({ tag, content }) => tag === TAG.boolean && content[0] !== 0) === true;
  return identifier === undefined || value === undefined ? undefined : { identifier, critical, value };
}
