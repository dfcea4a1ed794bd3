/**
 * A certificate revocation list (RFC 5280, 5), read and checked. Pure: the caller fetches it, and yields between its
 * entries.
 */
import type { X509Certificate } from 'node:crypto';
import { keyUsage } from '@countersign/shared/crypto/certificate-extensions';
import { childrenOf, type Element, elementAt, elementsOf, type Place, TAG } from '@countersign/shared/crypto/der';
import { certificateFields } from './certificate-fields.ts';
import { type CrlScope, checkEntry, checkListExtensions } from './crl-extensions.ts';
import { timeOf } from './der-time.ts';
import { checkSignature } from './signature-check.ts';
import { UnusableRevocation } from './unusable.ts';

const EXTENSIONS = 0xa0;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const CRL_SIGN = 0x004;
/** Milliseconds that the clock of the authority may be ahead. */
const SKEW = 300_000;

export interface ReadCrl {
  readonly scope: CrlScope;
  readonly thisUpdate: number;
  readonly nextUpdate: number;
  /** Serial numbers in `certificateFields`' form, one by one. @throws UnusableRevocation if an entry can't be used */
  readonly entries: () => Generator<string>;
}

/**
 * Checks form, issuer, signature, times and extensions of a list. Its entries are checked while they are read.
 * @param issuer of the certificate in question, verified
 * @param now milliseconds
 * @throws UnusableRevocation
 */
export async function readCrl(der: Buffer, issuer: X509Certificate, now: number): Promise<ReadCrl> {
  const parts = partsOf(der);
  const fields = fieldsOf(der, parts.list);
  // RFC 5280, 5.1.2.2
  if (!fields.signature.equals(parts.named)) throw new UnusableRevocation('format');
  if (!der.subarray(fields.issuerAt, fields.issuer.end).equals(certificateFields(issuer).subject)) {
    throw new UnusableRevocation('other_issuer');
  }
  // RFC 5280, 4.2.1.3: a CA with a key usage extension may sign lists only if the extension allows it.
  if (((keyUsage(issuer) ?? CRL_SIGN) & CRL_SIGN) === 0) throw new UnusableRevocation('issuer_may_not_sign');
  await checkSignature(
    { algorithm: parts.algorithm, bytes: der.subarray(parts.listAt, parts.list.end), bits: parts.bits },
    issuer.publicKey,
  );
  const { thisUpdate, nextUpdate } = checkedTimes(der, fields, now);
  const scope = checkListExtensions(fields.extensions);
  const { entries } = fields;
  return { scope, thisUpdate, nextUpdate, entries: () => serials(der, entries) };
}

interface Parts {
  readonly listAt: number;
  readonly list: Place;
  readonly algorithm: Element;
  /** The algorithm with its head. */
  readonly named: Buffer;
  readonly bits: Buffer;
}

function partsOf(der: Buffer): Parts {
  const whole = place(der, 0, TAG.sequence);
  const list = place(der, whole.start, TAG.sequence);
  const algorithm = place(der, list.end, TAG.sequence);
  const bits = place(der, algorithm.end, TAG.bitString);
  if (whole.end !== der.length || bits.end !== whole.end) throw new UnusableRevocation('format');
  const signature = elementsOf(der.subarray(list.end, algorithm.end))?.[0];
  if (signature === undefined) throw new UnusableRevocation('format');
  const named = der.subarray(list.end, algorithm.end);
  return { listAt: whole.start, list, algorithm: signature, named, bits: der.subarray(bits.start, bits.end) };
}

interface Fields {
  /** The algorithm that the signed part names. */
  readonly signature: Buffer;
  readonly issuerAt: number;
  readonly issuer: Place;
  readonly thisUpdate: Place;
  readonly nextUpdate: Place | undefined;
  readonly entries: Place | undefined;
  readonly extensions: Buffer | undefined;
}

/** TBSCertList: version (optional), signature, issuer, thisUpdate, and optional members. */
function fieldsOf(der: Buffer, list: Place): Fields {
  let at = list.start;
  const next = (...tags: readonly number[]): Place | undefined => {
    const found = at < list.end ? elementAt(der, at) : undefined;
    if (found === undefined || !tags.includes(found.tag)) return undefined;
    at = found.end;
    return found;
  };
  next(TAG.integer);
  const signatureAt = at;
  const algorithm = next(TAG.sequence);
  const issuerAt = at;
  const issuer = next(TAG.sequence);
  const thisUpdate = next(UTC_TIME, GENERALIZED_TIME);
  const nextUpdate = next(UTC_TIME, GENERALIZED_TIME);
  const entries = next(TAG.sequence);
  const extensions = next(EXTENSIONS);
  if (!algorithm || !issuer || !thisUpdate || at !== list.end) throw new UnusableRevocation('format');
  const inner = extensions === undefined ? undefined : der.subarray(extensions.start, extensions.end);
  const signature = der.subarray(signatureAt, algorithm.end);
  return { signature, issuerAt, issuer, thisUpdate, nextUpdate, entries, extensions: inner };
}

function checkedTimes(
  der: Buffer,
  { thisUpdate, nextUpdate }: Fields,
  now: number,
): { readonly thisUpdate: number; readonly nextUpdate: number } {
  // RFC 5280, 5.1.2.5: conforming authorities set the next update. Without it an old list would be valid forever.
  if (nextUpdate === undefined) throw new UnusableRevocation('no_next_update');
  const [from, until] = [thisUpdate, nextUpdate].map((one) =>
    timeOf({ tag: one.tag, content: der.subarray(one.start, one.end) }),
  );
  if (from === undefined || until === undefined) throw new UnusableRevocation('format');
  if (from > now + SKEW) throw new UnusableRevocation('not_yet_valid');
  if (until <= now) throw new UnusableRevocation('expired');
  return { thisUpdate: from, nextUpdate: until };
}

function* serials(der: Buffer, entries: Place | undefined): Generator<string> {
  if (entries === undefined) return;
  for (let at = entries.start; at < entries.end; ) {
    const entry = place(der, at, TAG.sequence);
    const serial = place(der, entry.start, TAG.integer);
    const date = elementAt(der, serial.end);
    if (date === undefined || date.end > entry.end || entry.end > entries.end) throw new UnusableRevocation('format');
    if (date.end < entry.end) checkEntryExtensions(der.subarray(date.end, entry.end));
    yield der.toString('latin1', serial.start, serial.end);
    at = entry.end;
  }
}

function checkEntryExtensions(bytes: Buffer): void {
  const [extensions] = elementsOf(bytes) ?? [];
  const each = childrenOf(extensions);
  if (each === undefined) throw new UnusableRevocation('format');
  checkEntry(each);
}

function place(der: Buffer, at: number, tag: number): Place {
  const found = elementAt(der, at);
  if (found?.tag !== tag) throw new UnusableRevocation('format');
  return found;
}
