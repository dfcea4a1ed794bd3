/**
 * States of the generations of a key. A generation is inserted once. Its state follows from its own times and its
 * successor's, so every replica reaches the same result without a write, and a crash leaves nothing half done.
 * docs/explanation/model/keys.pml checks the times.
 */
import type { KeyPurpose } from '../../crypto/keys.ts';
import type { KeyDocument } from './key-documents.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Milliseconds from the publication of a key to its use: longer than a replica goes without reading the store
 * (`READ_AT_LEAST_EVERY`) and a verifier without reading the published keys (`max-age` of them, 5 minutes) together.
 */
export const LEAD = 10 * MINUTE;
/** Milliseconds from the publication of a CA to its use: relying parties that trust the one before add it by hand. */
export const CA_LEAD = 30 * 24 * HOUR;
/**
 * Milliseconds that a replaced private key is kept. Requests created with it can still get a response. Metadata is used
 * half as long.
 */
export const KEEP = 48 * HOUR;
/** Milliseconds after which a replica reads the keys of a tenant again before it uses them. */
export const READ_AT_LEAST_EVERY = 3 * MINUTE;

export type KeyState = 'pending' | 'active' | 'retiring' | 'retired';

/** Every state, and its meaning. */
export const keyStates: Readonly<Record<KeyState, string>> = {
  pending: 'Published, so that wallets and verifiers know it; used from a time on that each replica knows in advance',
  active: 'Signs, or wallets encrypt to it; there is exactly one',
  retiring:
    'Replaced. Its public key stays published until everything it signed has expired. Its private key is kept for 48 hours',
  retired: 'Everything it signed has expired, or requests encrypted to it are no longer accepted. It is not published',
};

/** The times of a generation. */
export type KeyTimes = Pick<KeyDocument, 'purpose' | 'createdAt' | 'usedFrom' | 'notAfter' | 'signedUntil' | 'set'>;

/** Milliseconds: the time when the generation starts to be used. */
export function usedFrom({ usedFrom: from, createdAt }: Pick<KeyTimes, 'usedFrom' | 'createdAt'>): number {
  return from ?? createdAt;
}

/** Index of the generation in use. @param generations oldest first @param now milliseconds */
export function activeAt(generations: readonly KeyTimes[], now: number): number {
  const active = generations.findLastIndex((one) => usedFrom(one) <= now);
  // The first one is in use from the start, by every replica's clock.
  return Math.max(0, active);
}

/** Each generation's state. @param generations oldest first @param now milliseconds */
export function keyStatesAt(generations: readonly KeyTimes[], now: number): readonly KeyState[] {
  const active = activeAt(generations, now);
  return generations.map((one, index) => {
    if (index > active) return 'pending';
    const next = generations[index + 1];
    if (index === active || next === undefined) return 'active';
    return retiredAt(one, next) < now ? 'retired' : 'retiring';
  });
}

/** The same for keys with external certificates: before the first one is in use, there is no active key. */
export function setStatesAt(generations: readonly KeyTimes[], now: number): readonly KeyState[] {
  const hasBegun = generations.some((one) => usedFrom(one) <= now);
  return hasBegun ? keyStatesAt(generations, now) : generations.map(() => 'pending');
}

/**
 * Milliseconds after which a replica reads a tenant's sets again if it had no sets. A tenant with sets is read every
 * second.
 */
export const READ_NO_SETS_EVERY = MINUTE;

/** Milliseconds from a certificate's arrival to its use if another one is in use. Each replica has read it by then. */
export function setLead(purpose: KeyPurpose): number {
  // Verifiers read the published keys of credentials; everything else carries its certificate.
  return purpose === 'credential' ? LEAD : 2 * READ_NO_SETS_EVERY;
}

/** Anything created with these keys has expired long before the private key is erased. */
const KEPT_BRIEFLY: ReadonlySet<KeyTimes['purpose'] | KeyPurpose> = new Set(['encryption', 'request', 'login']);

/** Milliseconds: everything that a replaced generation signed, or that was encrypted to it, has expired by then. */
function retiredAt(one: KeyTimes, next: KeyTimes): number {
  if (KEPT_BRIEFLY.has(one.set?.purpose ?? one.purpose)) return usedFrom(next) + KEEP - 1;
  return Math.max(one.notAfter ?? 0, one.signedUntil ?? 0);
}

/** True if a replaced generation's private key is obsolete. */
export function isKeyObsolete(next: KeyTimes | undefined, now: number): boolean {
  return next !== undefined && usedFrom(next) + KEEP <= now;
}

/** The number and time of the generation that follows. */
export interface NextGeneration {
  readonly generation: number;
  /** Milliseconds. */
  readonly usedFrom: number;
}

/**
 * The generation that a rotation adds; undefined while one is waiting to be used.
 * @param last the last generation; undefined before the first, which nothing can replace too early
 * @param atOnce the last one can no longer be used
 */
export function nextGeneration(
  last: (KeyTimes & Pick<KeyDocument, 'generation'>) | undefined,
  now: number,
  atOnce = false,
): NextGeneration | undefined {
  if (last === undefined) return { generation: 1, usedFrom: now };
  if (atOnce) return { generation: last.generation + 1, usedFrom: now };
  if (usedFrom(last) > now) return undefined;
  return { generation: last.generation + 1, usedFrom: now + (isAuthority(last) ? CA_LEAD : LEAD) };
}

/** Whether the key certifies others. */
function isAuthority({ purpose }: Pick<KeyDocument, 'purpose'>): boolean {
  return purpose === 'ca' || purpose === 'iaca';
}

/** The private key is obsolete. @param next the generation that replaced it */
export function erasePrivateKey(document: KeyDocument, next: KeyTimes | undefined, now: number): KeyDocument {
  if (document.sealed === '' || !isKeyObsolete(next, now)) return document;
  return { ...document, sealed: '' };
}

/** Milliseconds: credentials' expiries are rounded up to a multiple, so that few of them cause a write. */
const ROUNDED = 30 * 24 * HOUR;

/** The generation signs a credential that expires then. @param until milliseconds */
export function signUntil(document: KeyDocument, until: number): KeyDocument {
  const { notAfter = 0, signedUntil = 0 } = document;
  if (Math.min(until, Number.MAX_SAFE_INTEGER) <= Math.max(notAfter, signedUntil)) return document;
  const end = Math.min(Math.ceil(until / ROUNDED) * ROUNDED, Number.MAX_SAFE_INTEGER);
  return { ...document, signedUntil: end };
}
