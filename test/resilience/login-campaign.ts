/**
 * Kills of processes while users sign in: each presents their own PID, sends lost requests again, and redeems each
 * code twice concurrently. No code results in two tokens, and every token belongs to the user who presented.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit } from '@countersign/shared/test/patience';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { decodeJwt } from 'jose';
import { CookieBrowser } from '../support/cookie-browser.ts';
import type { ServerOfA } from '../support/flows.ts';
import {
  APPLICATION_SECRET,
  CALLBACK,
  holdPidOf,
  isCallback,
  linkOfWallet,
  loginQuestion,
  shop,
} from '../support/login.ts';
import { type History, unexplainedUses, use } from './history.ts';
import type { Use } from './linearizability.ts';
import { seeded } from './seeded.ts';

export interface LoginCampaign {
  readonly kills: number;
  readonly seed: number;
  /** Kills a process and starts it again. */
  readonly strike: (kill: number, dice: () => number) => Promise<void>;
}

/** The parts of the server that must exist before it starts. */
export function writeLogins(writeConfig: (path: string, content: unknown) => void): void {
  writeConfig('presentation/login.json', loginQuestion);
  writeConfig('login/shop.json', shop({ crossDevice: false }));
}

const PEOPLE = ['Erika', 'Max', 'Ada', 'Grace'];
/** Milliseconds after a start until the next kill, at most. */
const LONGEST = 1500;
/** Milliseconds for restarting the server on an idle machine. */
const STARTED = 60_000;
const PAUSE = 50;

export interface Person {
  readonly name: string;
  readonly held: HeldCredential;
  /** Subject of the first login. */
  sub?: string;
}

/** Logins, and what became of them. */
export interface Logins {
  readonly server: ServerOfA;
  readonly uses: History<Use>;
  readonly redeemed: Set<string>;
  readonly counts: { complete: number; ended: number; lost: number };
  /** Begins a limit of the time that a request may need. @returns whether it has passed */
  readonly limit: () => () => Promise<boolean>;
}

interface Campaign extends Logins {
  over: boolean;
}

export function newLogins(
  server: ServerOfA,
  uses: History<Use>,
  limit: Logins['limit'] = () => timeLimit(STARTED),
): Logins {
  return { server, uses, redeemed: new Set(), counts: { complete: 0, ended: 0, lost: 0 }, limit };
}

export async function loginCampaign(t: TestContext, server: ServerOfA, given: LoginCampaign): Promise<void> {
  const { kills, seed, strike } = given;
  const campaign: Campaign = { ...newLogins(server, new Map()), over: false };
  const people: Person[] = [];
  for (const name of PEOPLE) people.push({ name, held: await holdPidOf(server, { given_name: name }) });
  for (const person of people) assert.ok(await logIn(campaign, person), 'no login before the first kill');
  const running = Promise.all(people.map((person) => keepLoggingIn(campaign, person)));
  const dice = seeded(seed);
  for (let kill = 0; kill < kills && !campaign.over; kill += 1) {
    await sleep(dice() * LONGEST);
    await strike(kill, dice);
  }
  campaign.over = true;
  await running;
  for (const person of people) assert.ok(await logIn(campaign, person), 'no login after the last kill');
  assert.equal(new Set(people.map(({ sub }) => sub)).size, PEOPLE.length);
  assert.deepEqual(unexplainedUses(campaign.uses), []);
  const { complete, ended, lost } = campaign.counts;
  assert.ok(lost > 0, 'no kill came in the middle of a login');
  t.diagnostic(`${kills} kills: ${complete} logins completed, ${ended} ended by a kill, ${lost} requests lost`);
}

async function keepLoggingIn(campaign: Campaign, person: Person): Promise<void> {
  try {
    while (!campaign.over) await logIn(campaign, person);
  } finally {
    // A violation ends the others too.
    campaign.over = true;
  }
}

/** Sends until a response arrives; one that says that a process behind the gateway is down doesn't count. */
async function insist<T>({ counts, limit }: Logins, send: () => Promise<T>): Promise<T> {
  const isOver = limit();
  for (;;) {
    const answer = await send().catch((error: unknown) => {
      if (isLost(error)) return error;
      throw error;
    });
    if (!isLost(answer)) return answer as T;
    if (await isOver()) assert.fail(`no answer: ${JSON.stringify(answer)}`);
    counts.lost += 1;
    await sleep(PAUSE);
  }
}

function isLost(outcome: unknown): boolean {
  if (outcome instanceof TypeError) return true;
  const { status } = outcome as Partial<Answer>;
  return status === 502 || status === 503;
}

/** @returns false if a kill destroyed something that the login needs */
export async function logIn(campaign: Logins, person: Person): Promise<boolean> {
  const { server, counts } = campaign;
  const browser = new CookieBrowser();
  const verifier = randomBytes(32).toString('base64url');
  const page = await insist(campaign, () => browser.visit(addressOf(server, verifier), isCallback));
  const link = linkOfWallet(page);
  assert.notEqual(link, '', page.text);
  const request = await insist(campaign, () => fetchRequest(link));
  const fields = responseFields(request, vpTokenOf(present(person.held, request), request));
  const answer = await insist(campaign, () => post(request.response_uri, fields));
  if (answer.status !== 200) {
    // The presentation from before the kill is valid: it was stored, and only the response was lost.
    assert.ok([400, 409, 410].includes(answer.status), answer.text);
    counts.ended += 1;
    return false;
  }
  const { url } = await insist(campaign, () => browser.visit(answer.json.redirect_uri, isCallback));
  const code = url.searchParams.get('code');
  if (!isCallback(url) || code === null) {
    counts.ended += 1;
    return false;
  }
  const answers = await Promise.all([0, 1].map(() => insist(campaign, () => redeem(campaign, code, verifier))));
  for (const one of answers) await checkTokens(campaign, person, { code, answer: one });
  const again = await insist(campaign, () => redeem(campaign, code, verifier));
  assert.equal(again.json.error, 'invalid_grant', again.text);
  return campaign.redeemed.has(code);
}

interface Redeemed {
  readonly code: string;
  readonly answer: Answer;
}

async function checkTokens(campaign: Logins, person: Person, { code, answer }: Redeemed): Promise<void> {
  if (answer.status !== 200) return assert.equal(answer.json.error, 'invalid_grant', answer.text);
  campaign.redeemed.add(code);
  campaign.counts.complete += 1;
  const { sub } = decodeJwt(answer.json.id_token);
  person.sub ??= sub ?? '';
  assert.equal(sub, person.sub, 'a login for another person');
  const headers = { authorization: `Bearer ${answer.json.access_token}` };
  const userinfo = await insist(campaign, async () =>
    read(await fetch(`${campaign.server.url}/login/me`, { headers })),
  );
  // The second redemption may have ended the token of the first.
  if (userinfo.status === 401) return;
  assert.equal(userinfo.json.sub, sub);
  assert.equal(userinfo.json.given_name, person.name);
}

function addressOf({ url }: ServerOfA, verifier: string): string {
  const query = new URLSearchParams({
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid profile',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${url}/login/auth?${query}`;
}

async function redeem({ server, uses }: Logins, code: string, verifier: string): Promise<Answer> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  });
  const authorization = `Basic ${Buffer.from(`shop:${APPLICATION_SECRET}`).toString('base64')}`;
  const send = async (): Promise<Answer> =>
    read(await fetch(`${server.url}/login/token`, { method: 'POST', headers: { authorization }, body }));
  return use(uses, `code ${code}`, { send, refusal: 'invalid_grant' });
}
