/** The invariants after a campaign, seen from outside: over HTTP first, then in the remaining store. */

import { createPublicKey, type KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkSignature } from '@countersign/shared/crypto/jwt';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { timeLimit } from '@countersign/shared/test/patience';
import { discloseClaims, parseDisclosures } from '@countersign/verifier/presentation/sd-jwt-disclosures';
import { parseSdJwtVc } from '@countersign/verifier/presentation/sd-jwt-verify';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { manage, type World } from './exchange.ts';
import { redeemCode, unexplainedUses } from './history.ts';
import type { Ledger, ReceivedCredential } from './ledger.ts';

/**
 * Milliseconds until the sweeps of a killed server's successor have checked everything: a dead one's job leases expire
 * first.
 */
const SWEPT = 45_000;

interface Issued {
  readonly notification_id: string;
  readonly status: { readonly uri: string; readonly idx: number };
}

interface SessionView {
  readonly id: string;
  readonly state: string;
  /** Absent in a presentation. */
  readonly issued?: readonly Issued[];
  readonly notifications?: readonly { readonly notification_id: string }[];
}

/**
 * Violations seen over HTTP, from the restarted server. It asks first and computes last: a long computation between
 * two requests would let the server close the kept connection unnoticed.
 */
export async function checkFromOutside(world: World): Promise<string[]> {
  const { ledger } = world;
  const views = await allSessions(world);
  const keys = await publicKeys(world.url);
  const asked = [
    ...(await checkOffers(world, views)),
    ...(await checkSpentCodes(ledger)),
    ...(await checkConfigurations(world)),
  ];
  return [
    ...asked,
    ...checkIndexes(views),
    ...ledger.credentials.flatMap((received) => checkCredential(received, views, keys)),
    ...checkNotifications(ledger, views),
    ...checkCounts(ledger),
  ];
}

async function allSessions(world: World): Promise<ReadonlyMap<string, SessionView>> {
  const views = new Map<string, SessionView>();
  let path: string | undefined = '/session?limit=1000';
  while (path !== undefined) {
    const answer: Answer = await manage(world, path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
    for (const view of answer.json as SessionView[]) views.set(view.id, view);
    const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    path = next === undefined ? undefined : next.slice(world.url.length);
  }
  return views;
}

/** An acknowledged offer exists, by its id and in the list. */
async function checkOffers(world: World, views: ReadonlyMap<string, SessionView>): Promise<string[]> {
  const found: string[] = [];
  for (const [session, state] of world.ledger.offers) {
    const answer = await manage(world, `/session/${session}`);
    if (answer.status !== 200 || answer.json.state !== state)
      found.push(`The session ${session} is lost: ${answer.text}`);
    if (!views.has(session)) found.push(`The session ${session} is missing in the list`);
  }
  return found;
}

/** No status index is used twice, whether or not the credential arrived. */
function checkIndexes(views: ReadonlyMap<string, SessionView>): string[] {
  const places = [...views.values()].flatMap(({ issued = [] }) => issued.map(({ status }) => placeOf(status)));
  return twice(places).map((place) => `The status index ${place} stands in two entries`);
}

/** A credential that arrived verifies, belongs to its key, and can be revoked by its session. */
function checkCredential(
  { session, credential, notificationId, key }: ReceivedCredential,
  views: ReadonlyMap<string, SessionView>,
  keys: readonly KeyObject[],
): string[] {
  if (isMdoc(credential)) return checkMdoc(session, notificationId, views);
  const claims = keys.map((issuerKey) => verified(credential, issuerKey)).find((one) => one !== undefined);
  if (claims === undefined) return [`A credential of ${session} does not verify`];
  const { cnf, status } = claims as unknown as {
    cnf: { jwk: { x: string } };
    status: { status_list: Issued['status'] };
  };
  const place = placeOf(status.status_list);
  const entry = views.get(session)?.issued?.find((issued) => placeOf(issued.status) === place);
  return [
    ...(cnf.jwk.x === key.publicJwk.x ? [] : [`A credential of ${session} is bound to another key`]),
    ...(entry?.notification_id === notificationId ? [] : [`${place} does not stand in the session ${session}`]),
  ];
}

function isMdoc(credential: string): boolean {
  return !credential.includes('~');
}

/** Its signature and status are checked elsewhere; here it counts that its session knows it. */
function checkMdoc(session: string, notificationId: string, views: ReadonlyMap<string, SessionView>): string[] {
  const known = views.get(session)?.issued?.some((issued) => issued.notification_id === notificationId);
  return known === true ? [] : [`An mdoc does not stand in the session ${session}`];
}

function verified(token: string, key: KeyObject): JsonObject | undefined {
  try {
    const { parts, issuerJwt } = parseSdJwtVc(token);
    checkSignature(issuerJwt, key);
    checkTimes(issuerJwt.payload, Date.now());
    return discloseClaims(issuerJwt.payload, parseDisclosures(parts.disclosures));
  } catch {
    return undefined;
  }
}

/** Nothing is spent twice. */
function checkCounts({ uses, credentials }: Ledger): string[] {
  const places = credentials.flatMap(({ credential }) => (isMdoc(credential) ? [] : statusOf(credential)));
  return [...unexplainedUses(uses), ...twice(places).map((place) => `The status index ${place} was received twice`)];
}

function checkNotifications({ notifications }: Ledger, views: ReadonlyMap<string, SessionView>): string[] {
  return notifications
    .filter(({ session, notificationId }) => {
      const kept = views.get(session)?.notifications ?? [];
      return kept.filter(({ notification_id: id }) => id === notificationId).length !== 1;
    })
    .map(({ session }) => `A notification of ${session} is lost or doubled`);
}

/** A code redeemed before a kill is not redeemed after it. */
async function checkSpentCodes({ spent, uses }: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const one of spent) {
    const answer = await redeemCode(uses, { ...one, mayEnd: true });
    if (answer.status !== 400 || answer.json.error !== 'invalid_grant') {
      found.push(`A code was redeemed again: ${answer.status} ${answer.text}`);
    }
  }
  return found;
}

/** The last acknowledged version of each configuration, or one sent after it. */
async function checkConfigurations(world: World): Promise<string[]> {
  const answer = await manage(world, '/issuer-managment');
  const kept = new Map((answer.json as { id: string; claims: { version?: number } }[]).map((one) => [one.id, one]));
  return [...world.ledger.configurations]
    .filter(([id, version]) => (kept.get(id)?.claims.version ?? -1) < version)
    .map(([id, version]) => `The configuration ${id} has lost version ${version}`);
}

async function publicKeys(url: string): Promise<KeyObject[]> {
  const { json } = await read(await fetch(`${url}/.well-known/jwks.json`));
  return (json.keys as object[]).map((key) => createPublicKey({ key: key as never, format: 'jwk' }));
}

/**
 * Waits until all outboxes are empty and no delivery is pending: a sweep finds those whose server was killed.
 * @returns whether that is so
 */
export function nothingWaits(dataFolder: string): Promise<boolean> {
  return indexesEmpty(dataFolder, ['outbox', 'pending']);
}

async function indexesEmpty(dataFolder: string, indexes: readonly string[]): Promise<boolean> {
  const store = await openEmbeddedStore({ folder: dataFolder });
  try {
    for (const isOver = timeLimit(SWEPT); ; ) {
      const found = await Promise.all(indexes.map((index) => store.find(sessions, { index, limit: 1 })));
      if (found.every(({ documents }) => documents.length === 0)) return true;
      if (await isOver()) return false;
      await sleep(100);
    }
  } finally {
    await store.close();
  }
}

/** The content of the store once the server has ended. */
export async function checkStore(dataFolder: string): Promise<string[]> {
  const store = await openEmbeddedStore({ folder: dataFolder });
  try {
    return await checkContent(store);
  } finally {
    await store.close();
  }
}

export async function checkContent(store: Store): Promise<string[]> {
  const { documents } = await store.find(sessions, { index: 'outbox', limit: 1 });
  const entries = await everything(store, statusEntries, 'session');
  const indexes = entries.flatMap(({ tenant, list, indexes: own }) => own.map((idx) => `${tenant}/${list}#${idx}`));
  return [
    ...documents.map(({ id }) => `The outbox of ${id} is not empty`),
    ...twice(indexes).map((place) => `The status index ${place} was allocated twice`),
  ];
}

async function everything<T extends StoredDocument>(
  store: Store,
  collection: Collection<T>,
  index: string,
): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  do {
    const page = await store.find(collection, { index, limit: 1000, ...(after === undefined ? {} : { after }) });
    all.push(...page.documents);
    after = page.next;
  } while (after !== undefined);
  return all;
}

function statusOf(credential: string): string {
  const payload = parseJson(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString()) as unknown;
  return placeOf((payload as { status: { status_list: Issued['status'] } }).status.status_list);
}

function placeOf({ uri, idx }: Issued['status']): string {
  return `${uri}#${idx}`;
}

function twice(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
