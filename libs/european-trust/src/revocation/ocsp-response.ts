/** A responder's response about one certificate (RFC 6960, 4.2). Pure. */
import { X509Certificate } from 'node:crypto';
import { extensionsOf, hasPurpose } from '@countersign/shared/crypto/certificate-extensions';
import { childrenOf, type Element, elementAt, elementsOf, TAG } from '@countersign/shared/crypto/der';
import { isIssuedBy, isValidAt } from '@countersign/shared/crypto/x509';
import { certificateFields } from './certificate-fields.ts';
import { timeOf } from './der-time.ts';
import { NONCE, type OcspQuestion, sha1 } from './ocsp-request.ts';
import { checkSignature } from './signature-check.ts';
import { UnusableRevocation } from './unusable.ts';

const ENUMERATED = 0x0a;
const SUCCESSFUL = 0;
/** 1.3.6.1.5.5.7.48.1.1 */
const BASIC_RESPONSE = '2b0601050507300101';
/** 1.3.6.1.5.5.7.3.9 */
const OCSP_SIGNING = '2b06010505070309';
/** 1.3.6.1.5.5.7.48.1.5 */
const NO_CHECK = '2b0601050507300105';

const EXPLICIT_0 = 0xa0;
const BY_NAME = 0xa1;
const BY_KEY = 0xa2;
const EXPLICIT_1 = 0xa1;
const GOOD = 0x80;
const REVOKED = 0xa1;

/** Milliseconds that the clock of the responder may be ahead. */
const SKEW = 300_000;
/** Milliseconds that a response without a next update is valid: newer ones are always available. */
const FRESH = 300_000;
/** Maximum number of certificates to read from a response. */
const MAX_CERTIFICATES = 4;

export interface OcspAnswer {
  readonly revoked: boolean;
  /** Milliseconds: the end of its validity. */
  readonly until: number;
}

export interface OcspContext {
  readonly question: OcspQuestion;
  /** Issuer of the certificate in question, verified. */
  readonly issuer: X509Certificate;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Reads and checks a response.
 * @throws UnusableRevocation; `unknown` if the responder does not know the certificate
 */
export async function readOcspResponse(der: Buffer, context: OcspContext): Promise<OcspAnswer> {
  const { data, dataBytes, algorithm, bits, certificates } = basicResponse(der);
  const parts = responseData(data);
  const responder = responderOf(parts.responder, certificates, context);
  await checkSignature({ algorithm, bytes: dataBytes, bits }, responder.publicKey);
  checkNonce(parts.extensions, context.question.nonce);
  const single = parts.singles.find((one) => isAbout(one, context.question.certId));
  if (single === undefined) throw new UnusableRevocation('other_certificate');
  return verdict(single, context.now);
}

interface BasicResponse {
  readonly data: Element;
  readonly dataBytes: Buffer;
  readonly algorithm: Element;
  readonly bits: Buffer;
  readonly certificates: readonly Buffer[];
}

function basicResponse(der: Buffer): BasicResponse {
  const whole = elementsOf(der);
  const [status, bytes] = childrenOf(whole?.[0]) ?? [];
  if (whole?.length !== 1 || status?.tag !== ENUMERATED) throw new UnusableRevocation('format');
  if (status.content[0] !== SUCCESSFUL) throw new UnusableRevocation('responder_status');
  const [type, response] = childrenOf(childrenOf(bytes)?.[0]) ?? [];
  if (type?.content.toString('hex') !== BASIC_RESPONSE || response === undefined)
    throw new UnusableRevocation('format');
  const [basic] = elementsOf(response.content) ?? [];
  const [data, algorithm, signature, sent] = childrenOf(basic) ?? [];
  if (!basic || !data || !algorithm || signature?.tag !== TAG.bitString) throw new UnusableRevocation('format');
  const end = elementAt(basic.content, 0)?.end ?? 0;
  return {
    data,
    dataBytes: basic.content.subarray(0, end),
    algorithm,
    bits: signature.content,
    certificates: sent?.tag === EXPLICIT_0 ? rawElements(childrenOf(sent)?.[0]?.content) : [],
  };
}

/** Each element with its head. */
function rawElements(bytes: Buffer | undefined): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; bytes !== undefined && at < bytes.length && found.length < MAX_CERTIFICATES; ) {
    const end = elementAt(bytes, at)?.end;
    if (end === undefined) throw new UnusableRevocation('format');
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
}

interface ResponseData {
  readonly responder: Element;
  readonly singles: readonly (readonly Element[])[];
  readonly extensions: Element | undefined;
}

/** ResponseData: version (optional), responderID, producedAt, responses, extensions (optional). */
function responseData(data: Element): ResponseData {
  const members = (childrenOf(data) ?? []).filter(({ tag }, index) => index > 0 || tag !== EXPLICIT_0);
  const [responder, , responses, extensions] = members;
  const singles = childrenOf(responses)?.map((one) => childrenOf(one) ?? []);
  if (responder === undefined || singles === undefined) throw new UnusableRevocation('format');
  return { responder, singles, extensions };
}

/** The issuer, or a responder that it has authorized (RFC 6960, 4.2.2.2). @throws UnusableRevocation `responder` */
function responderOf(named: Element, certificates: readonly Buffer[], { issuer, now }: OcspContext): X509Certificate {
  const candidates = certificates.flatMap(certificateOf).filter((one) => isDelegate(one, issuer, now));
  const found = [issuer, ...candidates].find((one) => isNamed(named, one));
  if (found === undefined) throw new UnusableRevocation('responder');
  return found;
}

function certificateOf(der: Buffer): readonly X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}

/** Without `ocsp-nocheck` the responder's own status would have to be checked in turn. */
function isDelegate(certificate: X509Certificate, issuer: X509Certificate, now: number): boolean {
  return (
    hasPurpose(certificate, OCSP_SIGNING) &&
    extensionsOf(certificate).has(NO_CHECK) &&
    isValidAt(certificate, now) &&
    isIssuedBy(certificate, issuer)
  );
}

function isNamed({ tag, content }: Element, certificate: X509Certificate): boolean {
  const { subject, key } = certificateFields(certificate);
  if (tag === BY_NAME) return content.equals(subject);
  const [hash] = tag === BY_KEY ? (elementsOf(content) ?? []) : [];
  return hash?.content.equals(sha1(key)) === true;
}

/** RFC 8954: a responder that signs in advance leaves out the nonce. A wrong nonce means an old response. */
function checkNonce(extensions: Element | undefined, nonce: Buffer): void {
  if (extensions?.tag !== EXPLICIT_1) return;
  for (const extension of childrenOf(childrenOf(extensions)?.[0]) ?? []) {
    const parts = childrenOf(extension) ?? [];
    if (parts[0]?.content.toString('hex') !== NONCE) continue;
    const value = parts.at(-1);
    const [inner] = value === undefined ? [] : (elementsOf(value.content) ?? []);
    if (inner?.content.equals(nonce) !== true) throw new UnusableRevocation('nonce');
  }
}

/** Compares the members of CertID: an algorithm may come with or without its NULL. */
function isAbout([certId]: readonly Element[], asked: Buffer): boolean {
  const [ours, theirs] = [childrenOf(elementsOf(asked)?.[0]), childrenOf(certId)];
  if (ours === undefined || theirs?.length !== ours.length) return false;
  return ours.every((member, index) => {
    const other = theirs[index];
    if (index > 0) return other?.tag === member.tag && other.content.equals(member.content);
    const [algorithm] = childrenOf(member) ?? [];
    const [received] = childrenOf(other) ?? [];
    return algorithm !== undefined && received?.content.equals(algorithm.content) === true;
  });
}

/** SingleResponse: certID, certStatus, thisUpdate, nextUpdate (optional). */
function verdict([, status, from, ...rest]: readonly Element[], now: number): OcspAnswer {
  const thisUpdate = from === undefined ? undefined : timeOf(from);
  if (status === undefined || thisUpdate === undefined) throw new UnusableRevocation('format');
  const [named] = rest.filter(({ tag }) => tag === EXPLICIT_0).map((one) => childrenOf(one)?.[0]);
  const until = named === undefined ? thisUpdate + FRESH : timeOf(named);
  if (until === undefined) throw new UnusableRevocation('format');
  if (thisUpdate > now + SKEW) throw new UnusableRevocation('not_yet_valid');
  if (until <= now) throw new UnusableRevocation('expired');
  if (status.tag === GOOD) return { revoked: false, until };
  if (status.tag === REVOKED) return { revoked: true, until };
  throw new UnusableRevocation('unknown');
}
