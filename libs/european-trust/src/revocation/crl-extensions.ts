/** Extensions of a revocation list and of its entries (RFC 5280, 5.2 and 5.3). Pure. */
import { childrenOf, type Element, elementsOf, TAG } from '@countersign/shared/crypto/der';
import { fullNames } from './revocation-sources.ts';
import { UnusableRevocation } from './unusable.ts';

/** 2.5.29.27 */
const DELTA = '551d1b';
/** 2.5.29.28 */
const ISSUING_DISTRIBUTION_POINT = '551d1c';
/** 2.5.29.21 */
const REASON = '551d15';

/** Members of IssuingDistributionPoint. */
const POINT = 0xa0;
const USERS_ONLY = 0x81;
const AUTHORITIES_ONLY = 0x82;
const SOME_REASONS = 0x83;
const INDIRECT = 0x84;
const ATTRIBUTES_ONLY = 0x85;

/** CRLReason `removeFromCRL`, of delta lists. */
const REMOVED = 8;

/** What a list covers. */
export interface CrlScope {
  /** Undefined: both. */
  readonly only?: 'leaves' | 'authorities';
  /** Addresses that a certificate may use for this list; undefined: any. */
  readonly points?: readonly string[];
}

interface Extension {
  readonly identifier: string;
  readonly isCritical: boolean;
  readonly value: Buffer;
}

/**
 * @param bytes content of `[0] crlExtensions`; undefined if the list has no extensions
 * @throws UnusableRevocation for a delta, an indirect or partial list, and a critical extension that is not understood
 */
export function checkListExtensions(bytes: Buffer | undefined): CrlScope {
  if (bytes === undefined) return {};
  const [sequence] = elementsOf(bytes) ?? [];
  const extensions = childrenOf(sequence)?.map(extensionOf);
  if (extensions === undefined) throw new UnusableRevocation('format');
  if (extensions.some(({ identifier }) => identifier === DELTA)) throw new UnusableRevocation('delta');
  const unknown = extensions.find((one) => one.isCritical && one.identifier !== ISSUING_DISTRIBUTION_POINT);
  if (unknown !== undefined) throw new UnusableRevocation('critical_extension');
  const point = extensions.find(({ identifier }) => identifier === ISSUING_DISTRIBUTION_POINT);
  return point === undefined ? {} : scopeOf(point.value);
}

function scopeOf(value: Buffer): CrlScope {
  const [sequence] = elementsOf(value) ?? [];
  const members = childrenOf(sequence);
  if (members === undefined) throw new UnusableRevocation('format');
  const has = (tag: number): boolean => members.some((one) => one.tag === tag && one.content[0] !== 0);
  if (has(INDIRECT)) throw new UnusableRevocation('indirect');
  if (has(SOME_REASONS) || has(ATTRIBUTES_ONLY)) throw new UnusableRevocation('partial');
  const point = members.find(({ tag }) => tag === POINT);
  return {
    ...(has(USERS_ONLY) ? { only: 'leaves' as const } : {}),
    ...(has(AUTHORITIES_ONLY) ? { only: 'authorities' as const } : {}),
    ...(point === undefined ? {} : { points: fullNames(point.content) }),
  };
}

/**
 * @throws UnusableRevocation for any critical extension, because none is supported, and for an entry that only a delta
 *   may have
 */
export function checkEntry(extensions: readonly Element[]): void {
  for (const { identifier, isCritical, value } of extensions.map(extensionOf)) {
    if (isCritical) throw new UnusableRevocation('critical_extension');
    const [reason] = identifier === REASON ? (elementsOf(value) ?? []) : [];
    if (reason?.content[0] === REMOVED) throw new UnusableRevocation('removed_entry');
  }
}

function extensionOf(element: Element): Extension {
  const parts = childrenOf(element);
  const identifier = parts?.find(({ tag }) => tag === TAG.oid)?.content.toString('hex');
  const value = parts?.find(({ tag }) => tag === TAG.octetString)?.content;
  if (identifier === undefined || value === undefined) throw new UnusableRevocation('format');
  const isCritical = parts?.some(({ tag, content }) => tag === TAG.boolean && content[0] !== 0) === true;
  return { identifier, isCritical, value };
}
