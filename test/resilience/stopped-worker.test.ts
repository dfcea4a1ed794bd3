/**
 * A worker that is stopped (SIGSTOP) in the middle of a transaction holds the lock that the writes of all workers need.
 * The primary misses its signs of life and replaces it: writes continue, and what was acknowledged is there.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import type { Answer } from '@countersign/wallet/sending/answer';
import { bundled } from '../support/bundled.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { type History, redeemCode, unexplainedUses } from './history.ts';
import { checkStore } from './invariants.ts';
import type { Use } from './linearizability.ts';
import { isConnectionError, isNotSent } from './lost-connection.ts';
import { backendOf, openServerProcess, startWorkers, workerPids } from './server-process.ts';

const WORKERS = '3';
const WALLETS = 9;

test('a worker that is stopped in a transaction is replaced, and all writes continue', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stopped-'));
  const STOP_FILE = join(folder, 'stop');
  const nodeOptions = ['--import', bundled('stop-in-transaction')];
  const server = await openServerProcess({ WORKERS, STOP_FILE }, { nodeOptions });
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await startWorkers(server, WORKERS);
  const before = workerPids(server);
  const offered = await Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const { session, uri } = await makeOffer(backendOf(server), PRE_AUTHORIZED_FLOW);
      const wallet = new Wallet({ issuer: server.url });
      return { session, wallet, parameters: wallet.preAuthorizedParameters(await wallet.offer(uri)) };
    }),
  );

  writeFileSync(STOP_FILE, '');
  const uses: History<Use> = new Map();
  const answers = await Promise.all(offered.map((own) => unlessLost(redeemCode(uses, own))));
  assert.equal(existsSync(STOP_FILE), false, 'no worker was stopped');
  const others = answers.filter((answer) => answer !== undefined);
  assert.ok(others.length > 0, 'all requests were lost');
  for (const { status, text } of others) assert.equal(status, 200, text);

  await startWorkers(server, WORKERS);
  const replaced = before.filter((pid) => !workerPids(server).includes(pid));
  assert.equal(replaced.length, 1, 'only the stopped worker is replaced');
  const said = (words: string): number => server.lines.filter((line) => line.includes(words)).length;
  assert.equal(said('A worker does not respond, and is terminated'), 1);
  for (const own of offered) {
    assert.equal((await sessionOf(backendOf(server), own.session)).id, own.session);
    await redeemCode(uses, own);
  }
  assert.deepEqual(unexplainedUses(uses), []);
  assert.equal((await server.terminate()).code, 0);
  assert.deepEqual(await checkStore(server.dataFolder), []);
});

/** @returns undefined if the request's worker was replaced */
async function unlessLost(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    // The port itself never closes.
    if (isConnectionError(error) && !isNotSent(error)) return undefined;
    throw error;
  }
}
