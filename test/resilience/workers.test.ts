/**
 * A server with workers: single use applies across all of them, and a worker, or the primary, that is killed under load
 * loses nothing that was acknowledged. `TEST_WORKERS=2 npm test -- resilience` runs all other kills with workers too.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit, until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import { fetchRequest, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { type FixedConnections, openFixedConnections } from '../support/fixed-connections.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import type { World } from './exchange.ts';
import { checkFromOutside, checkStore, outboxesEmpty } from './invariants.ts';
import { newLedger } from './ledger.ts';
import { pick, seeded } from './seeded.ts';
import {
  API_KEY,
  backendOf,
  openServerProcess,
  type ServerProcess,
  startWorkers,
  workerPids,
} from './server-process.ts';
import { issue } from './stubborn-wallet.ts';

const WORKERS = '2';
/** Two of each worker: the primary hands each connection to the worker that has the fewest. */
const CONNECTIONS = 4;
const ROUNDS = 8;

function succeeded(answers: readonly Answer[]): number {
  for (const { status, text } of answers) assert.ok(status < 500, text);
  return answers.filter(({ status }) => status === 200).length;
}

describe('two workers at once', () => {
  let server: ServerProcess;
  let connections: FixedConnections;
  before(async () => {
    server = await openServerProcess({ WORKERS });
    server.writeConfig('presentation/question.json', pidQuestion);
    await startWorkers(server, WORKERS);
    connections = openFixedConnections(CONNECTIONS);
    // Opened one after the other, so that they alternate between the workers.
    for (let n = 0; n < CONNECTIONS; n += 1) await read(await connections.of(n)(`${server.url}/health/live`));
  });
  after(async () => {
    connections.close();
    await server.close();
  });

  /** The same wallet on each connection. */
  const walletsOf = (dpop: boolean): readonly Wallet[] =>
    Array.from({ length: CONNECTIONS }, (_, n) => new Wallet({ issuer: server.url, dpop, fetch: connections.of(n) }));
  const codes = async (count: number): Promise<readonly Record<string, string>[]> => {
    const wallet = new Wallet({ issuer: server.url });
    return Promise.all(
      Array.from({ length: count }, async () => {
        const { uri } = await makeOffer(backendOf(server), PRE_AUTHORIZED_FLOW);
        return wallet.preAuthorizedParameters(await wallet.offer(uri));
      }),
    );
  };

  it('a code gives one token', async () => {
    const wallets = walletsOf(false);
    for (const code of await codes(ROUNDS)) {
      assert.equal(succeeded(await Promise.all(wallets.map((wallet) => wallet.token(code)))), 1);
    }
  });

  it('a DPoP proof is good for one request, also for several codes', async () => {
    const wallets = walletsOf(false);
    for (let round = 0; round < ROUNDS; round += 1) {
      const iat = Math.floor(Date.now() / 1000);
      const dpop = dpopProof(newWalletKey(), { method: 'POST', url: `${server.url}/authorize/token`, iat });
      const own = await codes(CONNECTIONS);
      const answers = await Promise.all(wallets.map((wallet, n) => wallet.token(own[n] ?? {}, { dpop })));
      assert.equal(succeeded(answers), 1, answers.map(({ text }) => text).join());
    }
  });

  it('a nonce gives one credential, also with several tokens and keys', async () => {
    const wallets = walletsOf(false);
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await codes(CONNECTIONS);
      const tokens = await Promise.all(
        wallets.map(async (wallet, n) => (await wallet.token(own[n] ?? {})).json.access_token as string),
      );
      const nonce = await wallets[0]?.nonce();
      const answers = await Promise.all(
        wallets.map((wallet, n) =>
          wallet.credential(tokens[n] ?? '', {
            credential_configuration_id: 'pid',
            proofs: { jwt: [wallet.proof(newWalletKey(), nonce)] },
          }),
        ),
      );
      assert.equal(succeeded(answers), 1, answers.map(({ text }) => text).join());
    }
  });

  it('a presentation request takes one answer', async () => {
    const held = await holdPid(backendOf(server));
    for (let round = 0; round < ROUNDS; round += 1) {
      const { request } = await makeFetchedRequest(backendOf(server));
      const answers = await Promise.all(
        Array.from({ length: CONNECTIONS }, async (_, n) => {
          // Each has its own signature, so different bytes.
          const fields = responseFields(request, vpTokenOf(present(held, request), request));
          const send = connections.of(n);
          return read(await send(request.response_uri, { method: 'POST', body: new URLSearchParams(fields) }));
        }),
      );
      assert.equal(succeeded(answers), 1, answers.map(({ text }) => text).join());
    }
  });

  it('an edit of a configuration, and a session, are seen by the next request at each of them', async () => {
    const { session, uri } = await makeOffer(backendOf(server), PRE_AUTHORIZED_FLOW);
    const held = (await new Wallet({ issuer: server.url }).receive(uri)).answer;
    assert.equal(held.status, 200, held.text);
    server.writeConfig('presentation/late.json', pidQuestion);
    for (let n = 0; n < CONNECTIONS; n += 1) {
      const body = JSON.stringify({ response_type: 'uri', requestId: 'late' });
      const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
      const made = await connections.of(n)(`${server.url}/oid4vp`, { method: 'POST', headers, body });
      assert.equal(made.status, 201);
      const view = await read(await connections.of(n)(`${server.url}/session/${session}`, { headers }));
      assert.equal(view.status, 200, view.text);
    }
  });
});

interface Load {
  readonly world: World;
  /** Ends it, and resolves when all flows have. */
  finish(): Promise<void>;
}

function load(t: TestContext, server: ServerProcess, kills: () => number, wallets: number): Load {
  let over = false;
  let isOver = async (): Promise<boolean> => false;
  const world: World = {
    url: server.url,
    ledger: newLedger(),
    dice: seeded(11),
    kills,
    sending: () => undefined,
    isOver: () => isOver(),
  };
  const wallet = async (): Promise<void> => {
    while (!over) await issue(world);
  };
  const clients = Array.from({ length: wallets }, wallet);
  t.after(async () => {
    // After a failed test they would continue.
    over = true;
    isOver = async () => true;
    await Promise.allSettled(clients);
  });
  const finish = async (): Promise<void> => {
    over = true;
    isOver = timeLimit(60_000);
    await Promise.all(clients);
  };
  return { world, finish };
}

/** Asserts that nothing acknowledged was lost, and nothing was done twice. */
async function assertWhole(server: ServerProcess, { world }: Load): Promise<void> {
  const [empty, findings] = await Promise.all([outboxesEmpty(server.dataFolder), checkFromOutside(world)]);
  assert.deepEqual([...world.ledger.violations, ...findings], []);
  assert.ok(empty, 'an outbox was not relayed');
  const ended = await server.terminate();
  assert.deepEqual([ended.code, ended.signal], [0, null], ended.stderr);
  assert.deepEqual(await checkStore(server.dataFolder), []);
  assert.deepEqual(server.surprises, [], 'the server ended by itself');
  assert.ok(world.ledger.finished > 0, 'the load did nothing');
}

test('a worker that is killed under load: the other answers, and each webhook comes with one id', async (t) => {
  const server = await openServerProcess({ WORKERS, OUTBOUND_ALLOW: '127.0.0.1' });
  const receiver = await openReceiver();
  t.after(async () => {
    await server.close();
    await receiver.close();
  });
  server.writeConfig('presentation/question.json', { ...pidQuestion, webhook: { url: receiver.url } });
  await startWorkers(server, WORKERS);
  const dice = seeded(5);
  let kills = 0;
  const running = load(t, server, () => kills, 4);
  const held = await holdPid(backendOf(server));
  const presented: string[] = [];
  const presentOne = async (): Promise<void> => {
    try {
      const { session, uri } = await makeRequest(backendOf(server));
      const fetched = await fetchRequest(uri);
      const fields = responseFields(fetched, vpTokenOf(present(held, fetched), fetched));
      const answer = await fetch(fetched.response_uri, { method: 'POST', body: new URLSearchParams(fields) });
      if (answer.status === 200) presented.push(session);
      await answer.text();
    } catch (error) {
      // Its connection ended with the worker; nothing was acknowledged.
      if (!(error instanceof TypeError)) throw error;
    }
  };
  for (; kills < 4; kills += 1) {
    const presenting = Promise.all(Array.from({ length: 6 }, presentOne));
    await sleep(dice() * 60);
    process.kill(pick(dice, workerPids(server)), 'SIGKILL');
    await presenting;
    await startWorkers(server, WORKERS);
  }
  await running.finish();
  assert.equal(running.world.ledger.down, 0, 'the port was never closed, and nothing was answered 503');
  const idsOf = (session: string): readonly string[] =>
    receiver.received
      .filter(({ body }) => (JSON.parse(body) as { readonly session: string }).session === session)
      .map(({ headers }) => String(headers['webhook-id']));
  await until('a webhook for each', () => presented.every((session) => idsOf(session).length > 0));
  for (const session of presented) assert.equal(new Set(idsOf(session)).size, 1, `one webhook of ${session}`);
  await assertWhole(server, running);
  const { finished, lost } = running.world.ledger;
  t.diagnostic(`${kills} kills, ${finished} issuances, ${lost} requests lost, ${presented.length} presentations`);
});

test('the primary that is killed under load ends its workers, and a new one finds all that was acknowledged', async (t) => {
  const server = await openServerProcess({ WORKERS });
  t.after(() => server.close());
  await startWorkers(server, WORKERS);
  let kills = 0;
  const running = load(t, server, () => kills, 4);
  const dice = seeded(3);
  for (; kills < 3; kills += 1) {
    await sleep(300 + dice() * 500);
    const workers = workerPids(server);
    // Resolves when all have ended: they have its output.
    await server.kill();
    for (const pid of workers) assert.equal(existsSync(`/proc/${pid}/fd/0`), false, 'a worker outlived the primary');
    await startWorkers(server, WORKERS);
  }
  await running.finish();
  await assertWhole(server, running);
});
