import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { pages } from '@countersign/shared/store/pages';
import { idempotentCalls, sessions } from '@countersign/shared/test/model/every-tenant';
import { KEPT_FOR, LEASE } from '../../src/idempotency/call-transitions.ts';
import { createPerformOnce, type IdempotentCall, type PerformOnce } from '../../src/idempotency/idempotent-calls.ts';
import { eraseAnswers } from '../../src/sessions/erase-answers.ts';

const body = { credentialConfigurationIds: ['pid'] };

async function open(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-idempotency-'));
  const store = await openEmbeddedStore({ folder });
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let now = 1_000_000_000;
  let requests = 0;
  const clock = (): number => now;
  const gateway = (): PerformOnce => {
    const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 7), random: systemRandom, clock });
    return createPerformOnce({ store, vaults, clock, random: systemRandom, log: silentLog });
  };
  const effects: string[] = [];
  const perform = async (): Promise<OperationReply> => {
    const session = `s${effects.push('effect')}`;
    await store.insert(sessions, { id: session, tenant: 'acme' } as SessionDocument);
    return { body: { session } };
  };
  const nextId = (): string => {
    requests += 1;
    return `r${requests}`;
  };
  const repeated: string[] = [];
  const callOf = (over: Partial<IdempotentCall> = {}, tenant = 'acme'): IdempotentCall => ({
    key: 'order-4711',
    operation: 'issuer.offer.create',
    perform,
    request: { id: nextId(), tenant, params: {}, query: {}, body } as unknown as OperationRequest,
    sessionOf: (reply) => (reply.body as { session?: string } | undefined)?.session,
    repeated: (id) => void repeated.push(id),
    ...over,
  });
  const stored = async () => {
    const found = [];
    for await (const page of pages(store, idempotentCalls, { index: 'age', limit: 100 })) found.push(...page);
    return found;
  };
  const advance = (ms: number): void => {
    now += ms;
  };
  return { store, gateway, effects, perform, repeated, callOf, stored, advance, clock };
}

const refused = (code: ErrorCode) => (error: unknown) => error instanceof ProtocolError && error.code === code;
const fails = (code: ErrorCode) => async (): Promise<never> => {
  throw new ProtocolError(code, 'No', { reason: 'login_twofold' });
};

/** A call that is performed until `finish`. */
function held(perform: () => Promise<OperationReply>) {
  let finish = (): void => undefined;
  let begin = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const slow = async (): Promise<OperationReply> => {
    begin();
    await finished;
    return perform();
  };
  return { slow, begun, finish };
}

test('50 calls at once over two gateways have one effect and one answer', async (t) => {
  const world = await open(t);
  const gateways = [world.gateway(), world.gateway()];
  const persistent = async (index: number): Promise<OperationReply> => {
    for (;;) {
      try {
        return (await gateways[index % 2]?.(world.callOf())) as OperationReply;
      } catch (error) {
        if (!refused('conflict')(error)) throw error;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => persistent(index)));
  assert.equal(world.effects.length, 1);
  for (const answer of answers) assert.deepEqual(answer, { body: { session: 's1' } });
  assert.equal(world.repeated.length, 49);
  assert.equal(new Set(world.repeated).size, 1);
});

test('another body or route is refused, another tenant and another key are other calls', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  await gateway(world.callOf());
  await assert.rejects(
    gateway(world.callOf({ operation: 'verifier.request.create' })),
    refused('idempotency_key_reused'),
  );
  const other = world.callOf();
  const changed = { ...other, request: { ...other.request, body: { ...body, flow: 'x' } } };
  await assert.rejects(gateway(changed), refused('idempotency_key_reused'));
  assert.equal(world.effects.length, 1);
  await gateway(world.callOf({}, 'other'));
  await gateway(world.callOf({ key: 'order-4712' }));
  assert.equal(world.effects.length, 3);
});

test('while it is performed a call is refused with Retry-After', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  const { slow, begun, finish } = held(world.perform);
  const running = gateway(world.callOf({ perform: slow }));
  await begun;
  await assert.rejects(gateway(world.callOf()), (error: unknown) => {
    assert.ok(error instanceof ProtocolError);
    assert.equal(error.code, 'conflict');
    assert.equal(error.options.headers?.['retry-after'], '1');
    return true;
  });
  finish();
  assert.deepEqual(await running, await gateway(world.callOf()));
});

test('a call whose gateway died is performed after its lease, and a late runner gives the first answer', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  const { slow, begun, finish } = held(world.perform);
  const late = gateway(world.callOf({ perform: slow }));
  await begun;
  world.advance(LEASE);
  const answer = await world.gateway()(world.callOf());
  finish();
  assert.deepEqual(await late, answer);
  assert.equal(world.effects.length, 2);
  assert.deepEqual(await gateway(world.callOf()), answer);
});

test('a late runner that answers first counts for the one that took the call too', async (t) => {
  const world = await open(t);
  const [first, second] = [held(world.perform), held(world.perform)];
  const late = world.gateway()(world.callOf({ perform: first.slow }));
  await first.begun;
  world.advance(LEASE);
  const taker = world.gateway()(world.callOf({ perform: second.slow }));
  await second.begun;
  first.finish();
  const answer = await late;
  second.finish();
  assert.deepEqual(await taker, answer);
});

test('a lease is renewed while the call is performed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const world = await open(t);
  const { slow, begun, finish } = held(world.perform);
  const running = world.gateway()(world.callOf({ perform: slow }));
  await begun;
  for (let round = 0; round < 4; round += 1) {
    const [{ rev } = { rev: 0 }] = await world.stored();
    world.advance(LEASE / 2);
    t.mock.timers.tick(LEASE / 3);
    while ((await world.stored())[0]?.rev === rev) await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(world.gateway()(world.callOf()), refused('conflict'));
  }
  finish();
  await running;
});

test('a refusal is kept; what asks to try again is not, and frees the call', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  for (const code of ['temporarily_unavailable', 'rate_limited'] as const) {
    await assert.rejects(gateway(world.callOf({ perform: fails(code) })), refused(code));
  }
  const bug = async (): Promise<never> => {
    throw new TypeError('a bug');
  };
  await assert.rejects(gateway(world.callOf({ perform: bug })), TypeError);
  await assert.rejects(gateway(world.callOf({ perform: fails('not_found') })), refused('not_found'));
  await assert.rejects(gateway(world.callOf()), refused('not_found'));
  assert.equal(world.effects.length, 0);
});

test('after 24 hours the key begins anew', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  await gateway(world.callOf());
  world.advance(KEPT_FOR - 1);
  await gateway(world.callOf());
  assert.equal(world.effects.length, 1);
  world.advance(1);
  await gateway(world.callOf());
  assert.equal(world.effects.length, 2);
});

test('with its session an answer is erased, and the call is not performed again', async (t) => {
  const world = await open(t);
  const gateway = world.gateway();
  await gateway(world.callOf());
  const own = ofTenant(world.store, 'acme');
  await eraseAnswers(own, 's2');
  await gateway(world.callOf());
  await eraseAnswers(own, 's1');
  await assert.rejects(gateway(world.callOf()), refused('gone'));
  assert.deepEqual(
    (await world.stored()).map(({ call }) => call),
    [{ state: 'erased' }],
  );
  assert.equal(world.effects.length, 1);
});

test('an answer that is written after its session was erased does not stay', async (t) => {
  const world = await open(t);
  const perform = async (): Promise<OperationReply> => ({ body: { session: 'gone' } });
  await world.gateway()(world.callOf({ perform }));
  assert.deepEqual(
    (await world.stored()).map(({ call }) => call),
    [{ state: 'erased' }],
  );
});

test('neither key nor body nor answer can be read in the store', async (t) => {
  const world = await open(t);
  const perform = async (): Promise<OperationReply> => ({ body: { txCode: 'CANARY-482916' } });
  await world.gateway()(world.callOf({ key: 'CANARY-order-of-erika', perform }));
  const text = JSON.stringify(await world.stored());
  assert.ok(text.includes('sealed') && !/CANARY|pid/.test(text), text);
});

test('what a call does not keep of its answer is in no repeat, and the first caller has all of it', async (t) => {
  const { store, gateway, callOf, stored, repeated } = await open(t);
  await store.insert(sessions, { id: 's1', tenant: 'acme' } as SessionDocument);
  const perform = async (): Promise<OperationReply> => ({ body: { session: 's1', credentials: ['Ada'] } });
  const call = { perform, kept: (reply: OperationReply) => ({ ...reply, body: {} }) };
  assert.deepEqual(await gateway()(callOf(call)), { body: { session: 's1', credentials: ['Ada'] } });
  assert.deepEqual((await gateway()(callOf(call))).body, {});
  assert.deepEqual(repeated, ['r1']);
  const [document] = await stored();
  assert.ok(document?.call.state === 'done');
  assert.equal(document.session, 's1', 'it is erased with its session');
});

test('a refusal is kept as it is', async (t) => {
  const { gateway, callOf } = await open(t);
  const call = { perform: fails('invalid_request'), kept: () => ({ body: {} }) };
  for (let n = 0; n < 2; n += 1) await assert.rejects(gateway()(callOf(call)), refused('invalid_request'));
});
