import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { openIssuer, PUBLIC_URL, type World } from '../world.ts';
import { payloadOf, type WithToken, withToken } from './token.ts';

const CREDENTIAL = 'issuer.credential';
const uri = `${PUBLIC_URL}/list`;

/** What happened, in its order. */
type Log = string[];

interface StatusService {
  /** The index that it decides, and the one that counts. */
  readonly decides: number;
  readonly counts: number;
  /** Before its answer; what it throws is its answer. */
  readonly write?: (used: boolean) => Promise<void> | void;
}

const entriesOf = (idx: number): Json => ({ entries: [{ uri, idx }] });

/** The status service in the process of the issuer; default: the indexes that it decides count. */
function inProcess(world: World, log: Log, service: StatusService): void {
  const call = async (_: string, { decided }: OperationRequest) => {
    const used = await decided?.(entriesOf(service.decides));
    log.push(`used: ${used}`);
    await service.write?.(used === true);
    return { body: entriesOf(service.counts) };
  };
  Object.assign(world.platform, { call });
}

async function opened(t: TestContext, service: StatusService) {
  const world = await openIssuer(t);
  const token: WithToken = await withToken(world);
  const log: Log = [];
  inProcess(world, log, service);
  const indexes = async () =>
    (await world.stored(token.session)).issuance.credentials.map(({ status: { idx } }) => idx);
  return { world, log, indexes, ...token };
}

function indexOf(body: Json | undefined): Json | undefined {
  const { credentials } = body as unknown as { credentials: readonly { readonly credential: string }[] };
  return payloadOf(credentials[0]?.credential ?? '').status;
}

test('in one process the record is not kept waiting by the entry, and the answer waits for both', async (t) => {
  let recorded: (() => void) | undefined;
  const isRecorded = new Promise<void>((resolve) => {
    recorded = resolve;
  });
  // An entry that is written only after the record: one that waited for the other would never end.
  const { world, indexes, log, send, request } = await opened(t, { decides: 5, counts: 5, write: () => isRecorded });
  const { store } = world.platform;
  const replace: typeof store.replace = async (...args) => {
    const stored = await store.replace(...args);
    recorded?.();
    return stored;
  };
  Object.assign(world.platform, { store: { ...store, replace } });
  const { body } = await send(CREDENTIAL, await request());
  assert.deepEqual(indexOf(body), { status_list: { uri, idx: 5 } });
  assert.deepEqual(await indexes(), [5]);
  assert.deepEqual(log, ['used: true']);
});

test('the indexes of an earlier request with the same proofs are those of record and credential', async (t) => {
  const { indexes, send, request } = await opened(t, { decides: 5, counts: 3 });
  const { body } = await send(CREDENTIAL, await request());
  assert.deepEqual(indexOf(body), { status_list: { uri, idx: 3 } });
  assert.deepEqual(await indexes(), [3]);
});

test('with a used nonce nothing is recorded, and the indexes are not used', async (t) => {
  const { indexes, log, send, request } = await opened(t, { decides: 5, counts: 5 });
  const asked = await request();
  await send(CREDENTIAL, asked);
  assert.deepEqual(await whyRefused(() => send(CREDENTIAL, asked)), ['proof_nonce_used', { detail: 'used' }]);
  assert.deepEqual(await indexes(), [5]);
  assert.deepEqual(log, ['used: true', 'used: false']);
});

test('where the entry can not be written nothing is sent; with a fresh nonce the wallet gets its credential', async (t) => {
  let isAway = true;
  const write = (): void => {
    if (isAway) throw new Error('away');
  };
  const { indexes, send, request } = await opened(t, { decides: 5, counts: 5, write });
  await assert.rejects(send(CREDENTIAL, await request()), /away/);
  isAway = false;
  const { body } = await send(CREDENTIAL, await request());
  assert.deepEqual(indexOf(body), { status_list: { uri, idx: 5 } });
  assert.equal((await indexes()).at(-1), 5);
});

test('a record that is refused refuses the request, also where the entry was written', async (t) => {
  const { world, session, send, request } = await opened(t, {
    ...{ decides: 5, counts: 5 },
  });
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
