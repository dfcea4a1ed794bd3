/**
 * A server with workers: single use applies across all of them. `npm run campaign -- --workers 2` kills them, and their
 * primary, under load; `TEST_WORKERS=2 npm test -- resilience` runs all other kills with workers too.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import { present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { type FixedConnections, openFixedConnections } from '../support/fixed-connections.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { API_KEY, backendOf, openServerProcess, type ServerProcess, startWorkers } from './server-process.ts';

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
