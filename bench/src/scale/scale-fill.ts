/** Fills a store in bulk through its port: copies of real sessions with their documents, and status entries in full lists. */

import { createHash } from 'node:crypto';
import { newHandle } from '@countersign/shared/crypto/wallet-reference';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import { type Random, systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { Store } from '@countersign/shared/store/port';
import { print } from '../load/closed-loop.ts';
import { eventLog, sessions, statusEntries, statusLists } from './every-tenant.ts';
import { makeTemplate, type Template } from './scale-templates.ts';

export const TENANT = 'default';
/** Credentials of one request, as with the default batch size. */
const BATCH = 10;
/** The first one has the indexes of the real sessions. */
export const FIRST_LIST = 2;
/** One request in this many is revoked. */
const REVOKED = 100;
/** Sessions among which templates are looked for. */
const TEMPLATES = 120;
/** Number of concurrent writes. */
const WIDTH = 2000;

export interface Fill {
  /** Status entries, in all lists together. */
  readonly entries: number;
  readonly sessions: number;
  readonly listSize: number;
}

/** When the first filled-in session was created, by its id: long before the measured ones. */
const FIRST_AT = Date.UTC(2026, 0, 1);

/** Id of the session to which the credential request of this number belongs; the same in every run. */
export function sessionIdOf(number: number): string {
  return orderedId(FIRST_AT + number, randomOf(`session ${number}`));
}

/** As random as a hash, and the same each time. */
function randomOf(text: string): Random {
  return (bytes) => createHash('sha256').update(text).digest().subarray(0, bytes);
}

/**
 * The last ended sessions without an undelivered webhook, as templates for copies.
 * @param masterKey of the server that created them, base64url
 */
export async function templatesOf(store: Store, masterKey: string): Promise<readonly Template[]> {
  const common = { store, random: systemRandom, clock: Date.now };
  const vault = await createVaults({ ...common, masterKey: Buffer.from(masterKey, 'base64url') }).of(TENANT);
  const query = { index: 'newest', equal: [TENANT], order: 'descending', limit: TEMPLATES } as const;
  const { documents } = await store.find(sessions, query);
  const resting = documents.filter(
    ({ outbox, events, pendingDeliveries, status }) =>
      outbox.length + pendingDeliveries.length + (events?.length ?? 0) === 0 &&
      ['completed', 'verified', 'expired'].includes(status),
  );
  return Promise.all(resting.map((session) => makeTemplate(store, vault, session)));
}

/** The index of an entry, spread over its list. A list has a power of two entries. */
function indexOf(position: number, listSize: number): number {
  return (position * 0x9e37_79b1) % listSize;
}

/**
 * Writes full lists, with one in `REVOKED` entries revoked, and copies of the templates.
 * @param templates ended sessions of real flows
 */
export async function fillStore(store: Store, fill: Fill, templates: readonly Template[]): Promise<void> {
  await fillLists(store, fill);
  await fillSessions(store, fill, templates);
}

async function fillLists(store: Store, { entries, listSize }: Fill): Promise<void> {
  const now = Date.now();
  const seqs = new Map<number, number>();
  await inBulk('status entries', entries / BATCH, BATCH, async (number) => {
    const first = number * BATCH;
    const list = FIRST_LIST + Math.floor(first / listSize);
    const indexes = Array.from({ length: BATCH }, (_, at) => first + at)
      .filter((position) => FIRST_LIST + Math.floor(position / listSize) === list)
      .map((position) => indexOf(position % listSize, listSize));
    const revoked = number % REVOKED === 0;
    const seq = (seqs.get(list) ?? 1) + 1;
    if (revoked) seqs.set(list, seq);
    await store.insert(statusEntries, {
      id: `${TENANT}/${sessionIdOf(number)}/${createHash('sha256').update(`request ${number}`).digest('base64url')}`,
      tenant: TENANT,
      list,
      indexes,
      session: sessionIdOf(number),
      configuration: 'pid',
      value: revoked ? 1 : 0,
      changedAt: now,
      outbox: [],
      ...(revoked ? { changedIn: `${TENANT}/${list}`, seq } : {}),
    });
  });
  const full = { tenant: TENANT, size: listSize, allocated: listSize, closed: true };
  for (let n = FIRST_LIST; n < FIRST_LIST + entries / listSize; n += 1) {
    await store.insert(statusLists, { ...full, id: `${TENANT}/${n}`, n, version: seqs.get(n) ?? 1 });
  }
}

async function fillSessions(store: Store, fill: Fill, templates: readonly Template[]): Promise<void> {
  const now = Date.now();
  const last = await store.find(eventLog, { index: 'number', equal: [TENANT], order: 'descending', limit: 1 });
  let event = (last.documents[0]?.number ?? 0) + 1;
  await inBulk('sessions', fill.sessions, 1, async (number) => {
    const template = templates[number % templates.length];
    if (template === undefined) throw new Error('There are no sessions to make others after');
    const documents = template.copy({
      id: sessionIdOf(number),
      handle: newHandle(FIRST_AT + number, randomOf(`handle ${number}`)),
      // One after the other through the previous hour, so that none is due for the purge.
      at: now - Math.ceil(((fill.sessions - number) / fill.sessions) * 3_600_000),
      event,
      state: stateOf(number),
      otherId: (position) => orderedId(FIRST_AT + number, randomOf(`id ${position} of ${number}`)),
    });
    event += template.events;
    await Promise.all(documents.map(({ collection, document }) => store.insert(collection, document)));
  });
}

/** The backend's opaque string in the session with this number. */
export function stateOf(number: number): string {
  return `order-${number}`;
}

/** Runs `make` for each number below `count`, many at a time, and prints the progress. */
async function inBulk(
  what: string,
  count: number,
  each: number,
  make: (number: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now();
  let printed = begun;
  for (let first = 0; first < count; first += WIDTH) {
    const size = Math.min(WIDTH, count - first);
    await Promise.all(Array.from({ length: size }, (_, at) => make(first + at)));
    const now = performance.now();
    if (now - printed > 10_000 || first + size >= count) {
      printed = now;
      const rate = ((first + size) * each) / ((now - begun) / 1000);
      print(`  ${((first + size) * each).toLocaleString('en')} ${what}, ${Math.round(rate)}/s`);
    }
  }
}
