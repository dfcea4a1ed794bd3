import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { openIssuer, PUBLIC_URL, type World } from '../world.ts';
import { payloadOf, type WithToken, withToken } from './token.ts';

const CREDENTIAL = 'issuer.credential';
const uri = `${PUBLIC_URL}/list`;

/** What happened, in its order. */
type Log = string[];

interface StatusService {
  readonly idx: number;
  /** Runs before it responds. Whatever it throws is the response. */
  readonly write?: () => void;
}

const entriesOf = (idx: number): Json => ({ entries: [{ uri, idx }] });

function allocating(world: World, log: Log, { idx, write }: StatusService): void {
  const call = async () => {
    write?.();
    log.push('allocated');
    return { body: entriesOf(idx) };
  };
  Object.assign(world.platform, { call });
}

async function opened(t: TestContext, service: StatusService) {
  const world = await openIssuer(t);
  const token: WithToken = await withToken(world);
  const log: Log = [];
  allocating(world, log, service);
  const indexes = async () => (await world.stored(token.session)).issuance.credentials.map(({ status }) => status?.idx);
  return { world, log, indexes, ...token };
}

function indexOf(body: Json | undefined): Json | undefined {
  const { credentials } = body as unknown as { credentials: readonly { readonly credential: string }[] };
  return payloadOf(credentials[0]?.credential ?? '').status;
}

test('the record is written after the entry, and the credential has its index', async (t) => {
  const { world, session, indexes, log, send, request } = await opened(t, { idx: 5, write: () => undefined });
  const before = (await world.stored(session)).issuance.credentials.length;
  assert.equal(before, 0);
  const { body } = await send(CREDENTIAL, await request());
  assert.deepEqual(indexOf(body), { status_list: { uri, idx: 5 } });
  assert.deepEqual([await indexes(), log], [[5], ['allocated']]);
});

test('with a used nonce nothing is recorded', async (t) => {
  const { indexes, log, send, request } = await opened(t, { idx: 5 });
  const asked = await request();
  await send(CREDENTIAL, asked);
  assert.deepEqual(await whyRefused(() => send(CREDENTIAL, asked)), ['proof_nonce_used', { detail: 'used' }]);
  assert.deepEqual(await indexes(), [5]);
  assert.deepEqual(log, ['allocated', 'allocated']);
});

test('an entry that can not be written uses up no nonce: the same request then gets its credential', async (t) => {
  let isAway = true;
  const write = (): void => {
    if (isAway) throw new Error('away');
  };
  const { indexes, send, request } = await opened(t, { idx: 5, write });
  const asked = await request();
  await assert.rejects(send(CREDENTIAL, asked), /away/);
  isAway = false;
  const { body } = await send(CREDENTIAL, asked);
  assert.deepEqual(indexOf(body), { status_list: { uri, idx: 5 } });
  assert.equal((await indexes()).at(-1), 5);
});

test('a record that is refused refuses the request, also where the entry was written', async (t) => {
  const { world, session, send, request } = await opened(t, { idx: 5 });
  const asked = await request();
  const { call } = world.platform;
  const revoking: typeof call = async (name, given) => {
    await world.change(session, (document) => ({
      ...document,
      issuance: { ...document.issuance, progress: { state: 'failed', reason: 'claims_invalid' } },
    }));
    return call(name, given);
  };
  Object.assign(world.platform, { call: revoking });
  await assert.rejects(send(CREDENTIAL, asked), { code: 'invalid_token' });
});
