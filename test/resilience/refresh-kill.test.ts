/**
 * SIGKILL right before and right after the writes of a refresh that starts a renewal, and of its credential request.
 * The wallet repeats its requests: the same refresh token results in one session, with a bounded number of tokens, and
 * no credentials share a status index. `KILL_POINTS=all` takes all writes, about thirty seconds.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { grantOf, tokensOf } from '@countersign/issuer/session/grant';
import { MAX_TOKENS } from '@countersign/issuer/token/reissue-transitions';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { decode } from '../support/credential.ts';
import { makeOffer } from '../support/flows.ts';
import { cardWith, refresh, writeRenewable } from '../support/renewable.ts';
import type { KillPoint } from './kill-point-file.ts';
import { type KillWorld, openKillWorld } from './kill-world.ts';
import { API_KEY } from './server-process.ts';

const HOUR = 3_600_000;
/** More than a renewal with its credential has. */
const MAX_WRITES = 40;
/** Session inserted, linked, started; credential noted, its status allocated, and recorded. */
const LEAST_WRITES = 6;
type Point = Pick<KillPoint, 'number' | 'when'>;

/** The session is inserted, and not named; its credential's status is allocated, and the nonce used up. */
const FEW: readonly Point[] = [
  { number: 1, when: 'after' },
  { number: 6, when: 'before' },
];

interface Campaign {
  readonly world: KillWorld;
  readonly wallet: Wallet;
  /** Session of the first issuance. */
  readonly first: string;
  readonly refreshToken: string;
  /** Status references of all credentials. */
  readonly places: Set<string>;
  readonly renewals: Set<string>;
}

const backendOf = ({ server }: KillWorld) => {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  return { url: server.url, a: (path: string, init?: RequestInit) => fetch(server.url + path, { ...init, headers }) };
};

async function begin(t: TestContext): Promise<Campaign> {
  const world = await openKillWorld(t);
  writeRenewable(world.server, { folder: '' });
  await world.server.start();
  const body = { credentialConfigurationIds: ['card'], flow: 'pre_authorized_code' };
  const { uri, session: first } = await makeOffer(backendOf(world), body);
  const wallet = new Wallet({ issuer: world.server.url, clock: world.clock });
  const { json, text } = await wallet.redeem(await wallet.offer(uri));
  assert.ok(typeof json.refresh_token === 'string', text);
  const campaign = { world, wallet, first, refreshToken: json.refresh_token, places: new Set(), renewals: new Set() };
  keep(campaign as Campaign, await cardWith(wallet, json.access_token));
  return campaign as Campaign;
}

/** No other credential has the same position in a list. */
function keep({ places }: Campaign, answer: Answer): void {
  assert.equal(answer.status, 200, answer.text);
  for (const { credential } of answer.json.credentials) {
    const { status } = decode(credential.split('.')[1] ?? '') as {
      status: { status_list: { uri: string; idx: number } };
    };
    const place = `${status.status_list.uri} ${status.status_list.idx}`;
    assert.ok(!places.has(place), 'two credentials have one status index');
    places.add(place);
  }
}

/** A renewal with a kill in it. @returns false if the point was not reached */
async function renewed(campaign: Campaign, point: Point): Promise<boolean> {
  const { world, wallet, first, refreshToken, renewals } = campaign;
  // The tokens of the renewal before have ended.
  world.ahead(2 * HOUR);
  const killsBefore = world.kills();
  world.arm({ session: first, ...point });
  const token = await answered(world, () => refresh(wallet, refreshToken));
  assert.equal(token.status, 200, token.text);
  assert.equal(token.json.refresh_token, refreshToken);
  keep(campaign, await credential(campaign, token.json.access_token));
  const reached = !world.isArmed();
  world.disarm();
  assert.equal(world.kills() - killsBefore, reached ? 1 : 0);
  const listed = await read(await backendOf(world).a(`/session?firstSession=${first}`));
  const added = (listed.json as { readonly id: string }[]).filter(({ id }) => !renewals.has(id));
  assert.equal(added.length, 1, 'a renewal has one session');
  for (const { id } of added) renewals.add(id);
  return reached;
}

/** Sends until a response arrives. */
async function answered(world: KillWorld, send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await world.ask(send);
    if (answer !== undefined) return answer;
  }
}

/** A request without a response is repeated unchanged. Its nonce may be used up; then it is sent with a new one. */
async function credential({ world, wallet }: Campaign, token: string): Promise<Answer> {
  for (;;) {
    const proof = wallet.proof(newWalletKey(), await wallet.nonce());
    const body = { credential_configuration_id: 'card', proofs: { jwt: [proof] } };
    const answer = await answered(world, () => wallet.credential(token, body));
    if (answer.json?.error !== 'invalid_nonce') return answer;
  }
}

async function atEachWrite(campaign: Campaign): Promise<void> {
  for (const when of ['before', 'after'] as const) {
    let number = 1;
    for (; await renewed(campaign, { number, when }); number += 1) assert.ok(number < MAX_WRITES);
    assert.ok(number > LEAST_WRITES, campaign.world.reached().join());
  }
}

/** What the server has kept. */
async function assertStored({ world: { server }, first, renewals }: Campaign): Promise<void> {
  await server.kill();
  const store = await openEmbeddedStore({ folder: server.dataFolder });
  try {
    const query = { index: 'first', equal: [first], limit: 1000 };
    for (const { id, issuance } of (await store.find(sessions, query)).documents) {
      assert.ok(renewals.has(id), 'a session of no renewal');
      const grant = issuance && grantOf(issuance.progress);
      assert.ok(grant === undefined || tokensOf(grant).length <= MAX_TOKENS);
    }
    const found = await store.find(statusEntries, { index: 'session', limit: 1000 });
    const places = found.documents.flatMap(({ tenant, list, indexes }) =>
      indexes.map((one) => `${tenant}/${list}/${one}`),
    );
    assert.equal(new Set(places).size, places.length);
  } finally {
    await store.close();
  }
}

test('a renewal survives a kill before and after each write', async (t) => {
  const campaign = await begin(t);
  const { world } = campaign;
  if (process.env.KILL_POINTS === 'all') await atEachWrite(campaign);
  else
    for (const point of FEW) assert.ok(await renewed(campaign, point), `${point.when} ${point.number} was not reached`);
  t.diagnostic(`${world.kills()} kills`);
  await assertStored(campaign);
});
