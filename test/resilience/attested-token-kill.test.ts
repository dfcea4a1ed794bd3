/**
 * SIGKILL right before and right after the writes of an attested issuance up to its token. The wallet restarts, with
 * the same instance: it gets one working token, no code results in two, and no proof from before the kill is accepted
 * again. `KILL_POINTS=all` takes all writes, about six seconds per kill.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import type { Offer } from '@countersign/wallet/issuance/offer';
import type { Answer } from '@countersign/wallet/sending/answer';
import { AttestedWallet } from '../support/attested-wallet.ts';
import { credentialBody, makeOffer, sessionOf } from '../support/flows.ts';
import { type KillWorld, openKillWorld } from './kill-world.ts';
import { API_KEY } from './server-process.ts';

/** Writes of PAR, authorization endpoint and token endpoint. Default: only the token's */
const WRITES = process.env.KILL_POINTS === 'all' ? [1, 2, 3] : [3];
/** Errors of a proof that an earlier run of the server may have taken. */
const TAKEN = ['use_attestation_challenge', 'use_dpop_nonce', 'invalid_client_attestation', 'invalid_dpop_proof'];

interface World extends KillWorld {
  readonly provider: WalletProvider;
}

async function open(t: TestContext): Promise<World> {
  const world = await openKillWorld(t, { CLIENT_ATTESTATION_CHALLENGE: 'required' });
  const { server } = world;
  const provider = await createWalletProvider();
  const trust = join(server.dataFolder, '..', 'config', 'trust', 'wallet-providers');
  mkdirSync(trust, { recursive: true });
  writeFileSync(join(trust, 'provider.pem'), provider.caPem);
  await server.start();
  return { ...world, provider };
}

interface Attempt {
  readonly world: World;
  readonly wallet: AttestedWallet;
  readonly offer: Offer;
  /** Requests without a response, to be sent again unchanged. */
  readonly lost: (() => Promise<Answer>)[];
  /** Codes that gave a token. */
  readonly spent: Set<string>;
}

/** A request with its own proofs. A lost one is kept. */
async function proven(
  { world, wallet, lost }: Attempt,
  path: string,
  parameters: Record<string, string>,
): Promise<Answer | undefined> {
  const headers = { ...(await wallet.attested()), ...wallet.dpopHeader('POST', path) };
  const send = (): Promise<Answer> => wallet.plain(path, parameters, headers);
  const answer = await world.ask(send);
  if (answer === undefined) lost.push(send);
  wallet.dpopNonce = answer?.headers.get('dpop-nonce') ?? wallet.dpopNonce;
  return answer;
}

/** From PAR to token. @returns undefined if a response was lost or a code was spent without one */
async function token(attempt: Attempt): Promise<string | undefined> {
  const { world, wallet, offer, spent } = attempt;
  const pushed = await proven(attempt, '/authorize/par', wallet.authorizationParameters(offer));
  if (pushed?.status !== 201) return retried(pushed);
  const redirected = await world.ask(() => wallet.authorize(pushed.json.request_uri));
  const code = new URL(redirected?.headers.get('location') ?? 'none:').searchParams.get('code');
  if (code === null) return undefined;
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await proven(attempt, '/authorize/token', wallet.codeParameters(code));
    if (answer?.status === 200) {
      assert.ok(!spent.has(code), 'a code gave two tokens');
      spent.add(code);
      return answer.json.access_token;
    }
    if (answer !== undefined && !TAKEN.includes(answer.json?.error)) {
      assert.equal(answer.json?.error, 'invalid_grant', answer.text);
      return undefined;
    }
  }
  return undefined;
}

function retried(answer: Answer | undefined): undefined {
  if (answer !== undefined) assert.ok(TAKEN.includes(answer.json?.error), answer.text);
}

test('an attested token survives a kill before and after each write, or is refused cleanly', async (t) => {
  const world = await open(t);
  const { server, provider } = world;
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const backend = {
    url: server.url,
    a: (path: string, init?: RequestInit) => fetch(server.url + path, { ...init, headers }),
  };
  for (const number of WRITES) {
    for (const when of ['before', 'after'] as const) {
      const [killsBefore, made] = [world.kills(), await makeOffer(backend)];
      const wallet = new AttestedWallet({ issuer: server.url, provider });
      const attempt: Attempt = { world, wallet, offer: await wallet.offer(made.uri), lost: [], spent: new Set() };
      world.arm({ session: made.session, number, when });
      let access: string | undefined;
      for (let tries = 0; access === undefined && tries < 6; tries += 1) access = await token(attempt);
      world.disarm();
      assert.equal(world.kills(), killsBefore + 1, `${when} ${number} was not reached`);
      assert.ok(access !== undefined, `no token after a kill ${when} write ${number}`);
      for (const send of attempt.lost) {
        const again = await send();
        assert.ok([...TAKEN, 'invalid_grant'].includes(again.json?.error), again.text);
      }
      const answer = await wallet.credential(access, await credentialBody(wallet));
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await sessionOf(backend, made.session)).issued.length, 1);
    }
  }
});
