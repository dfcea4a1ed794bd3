import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newHandle, newReference } from '../../src/crypto/wallet-reference.ts';
import { annotationOf } from '../../src/http/annotation.ts';
import type { OperationReply, OperationRequest } from '../../src/http/message.ts';
import type { ReportingOperation } from '../../src/http/reports.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { sessionByReference } from '../../src/model/session/session-change.ts';
import { createWalletSteps } from '../../src/runtime/wallet-steps.ts';
import type { Store } from '../../src/store/port.ts';
import { sessions } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const request: OperationRequest = {
  id: 'r1',
  tenant: 'acme',
  method: 'POST',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: undefined,
  encoding: 'none',
};

async function open(t: TestContext, change: (store: Store) => Store = (store) => store) {
  const opened = await temporaryStore(t);
  const handle = newHandle(0, systemRandom);
  const times = { createdAt: 1, updatedAt: 1, expiresAt: 2 };
  const empty = { pendingDeliveries: [], outbox: [] };
  const fresh = { id: 's', tenant: 'acme', kind: 'issuance', handle, status: 'created', ...times, ...empty } as const;
  assert.ok(await opened.insert(sessions, fresh));
  const lines: string[] = [];
  const world = { now: 5000 };
  const clock = (): number => world.now;
  const log = createLog('debug', clock, (line) => lines.push(line));
  const store = change(opened);
  const code = newReference(handle, systemRandom).text;
  const asked = { ...request, body: { code } };
  /** Looks up the session, and then ends in the given way. */
  const operation =
    (end: () => OperationReply): ReportingOperation =>
    async (given, reports) => {
      assert.ok(await sessionByReference({ store }, { request: given, reports }, code));
      return end();
    };
  const lastOf = async () => (await opened.get(sessions, 's'))?.lastRefusal;
  return { step: createWalletSteps({ store, clock, log }), store, operation, asked, code, lines, lastOf, world };
}

const refuse = (): never => {
  throw new ProtocolError('invalid_grant', 'The code is unknown, used or expired', { reason: 'session_unknown' });
};

async function thrownBy(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

test('a reply says which session it was about; one of a request without a session does not', async (t) => {
  const { step, operation, asked, lastOf } = await open(t);
  const reply = await step(
    'token',
    operation(() => ({ body: { a: 1 } })),
  )(asked);
  assert.deepEqual(reply, { body: { a: 1 }, annotation: { session: 's', step: 'token' } });
  assert.deepEqual(await step('token', async () => ({ body: {} }))(asked), { body: {} });
  assert.equal(await lastOf(), undefined);
});

test('a refusal is annotated and written into the session', async (t) => {
  const { step, operation, asked, lastOf } = await open(t);
  const error = await thrownBy(() => step('token', operation(refuse))(asked));
  assert.ok(error instanceof ProtocolError && error.code === 'invalid_grant');
  assert.deepEqual(annotationOf(error), { session: 's', step: 'token' });
  const last = await lastOf();
  assert.deepEqual([last?.code, last?.step, last?.at], ['invalid_grant', 'token', 5000]);
});

test('a request of a dry run is refused where it reaches a session that is not its own', async (t) => {
  const { step, operation, asked } = await open(t);
  const bound = { ...asked, dryRun: { until: 1, session: 'other' } };
  const error = await thrownBy(() =>
    step(
      'token',
      operation(() => assert.fail('it went on')),
    )(bound),
  );
  assert.ok(error instanceof ProtocolError && error.code === 'invalid_client_attestation');
});

test('a reply that words the refusal itself, as a redirect does, is a refusal too', async (t) => {
  const { step, operation, asked, lastOf } = await open(t);
  const refusal = new ProtocolError('access_denied', 'No', { reason: 'issuance_ended' });
  const reply = await step(
    'authorize',
    operation(() => ({ status: 302, refusal })),
  )(asked);
  const refused = { reason: 'issuance_ended' };
  const annotation = { session: 's', step: 'authorize', code: 'access_denied', refused };
  assert.deepEqual(reply, { status: 302, annotation });
  assert.equal((await lastOf())?.code, 'access_denied');
});

test('checks are reported for refusals, notes always, each once', async (t) => {
  const { step, operation, asked } = await open(t);
  const reporting =
    (end: ReportingOperation): ReportingOperation =>
    async (given, reports) => {
      reports.checks.push({ check: 'first', ok: true }, { check: 'second', ok: false });
      reports.notes.push({ reason: 'content_type', facts: { received: 'text/plain' } }, { reason: 'content_type' });
      return end(given, reports);
    };
  const checks = [
    { check: 'first', ok: true },
    { check: 'second', ok: false },
  ];
  const notes = [{ reason: 'content_type', facts: { received: 'text/plain' } }];
  const good = await step('token', reporting(operation(() => ({}))))(asked);
  assert.deepEqual(good.annotation, { session: 's', step: 'token', notes });
  const unknown = await thrownBy(() =>
    step(
      'token',
      reporting(async () => refuse()),
    )(asked),
  );
  assert.deepEqual(annotationOf(unknown), { step: 'token', checks, notes });
  const refusal = new ProtocolError('access_denied', 'No', { reason: 'session_unknown' });
  const redirect = await step('authorize', reporting(operation(() => ({ status: 302, refusal }))))(asked);
  const refused = { reason: 'session_unknown' };
  const expected = { session: 's', step: 'authorize', code: 'access_denied', refused, checks, notes };
  assert.deepEqual(redirect.annotation, expected);
});

test('of many checks the first hundred are kept, and the one that refused', async (t) => {
  const { step, asked } = await open(t);
  const error = await thrownBy(() =>
    step('response', async (_, { checks }) => {
      for (let n = 0; n < 150; n += 1) checks.push({ check: `check ${n}`, ok: true });
      checks.push({ check: 'last', ok: false });
      return refuse();
    })(asked),
  );
  const { checks = [] } = annotationOf(error) ?? {};
  assert.equal(checks.length, 100);
  assert.deepEqual(
    [checks[0], checks[98], checks[99]],
    [
      { check: 'check 0', ok: true },
      { check: 'check 98', ok: true },
      { check: 'last', ok: false },
    ],
  );
});

test('an internal error is annotated, but is no refusal', async (t) => {
  const { step, operation, asked, lastOf } = await open(t);
  const broken = operation(() => {
    throw new TypeError('canary');
  });
  const away = operation(() => {
    throw new ProtocolError('temporarily_unavailable', 'Later', { reason: 'dependency_away' });
  });
  for (const one of [broken, away]) {
    const error = await thrownBy(() => step('token', one)(asked));
    assert.deepEqual(annotationOf(error), { session: 's', step: 'token' });
  }
  assert.equal(await lastOf(), undefined);
});

test('a request that is refused before its session is looked up names it', async (t) => {
  const { step, asked, lastOf, code } = await open(t);
  const naming = ({ body }: OperationRequest) => (body as { code: string }).code;
  const error = await thrownBy(() => step('token', async () => refuse(), naming)(asked));
  assert.equal(annotationOf(error)?.session, 's');
  assert.equal((await lastOf())?.step, 'token');
  for (const other of [{ body: { code: 'x' } }, { tenant: 'other', body: { code } }]) {
    const stranger = await thrownBy(() => step('token', async () => refuse(), naming)({ ...asked, ...other }));
    assert.equal(annotationOf(stranger), undefined);
  }
});

test('such lookups are at most twenty a second', async (t) => {
  let reads = 0;
  const { step, asked, world } = await open(t, (store) => ({
    ...bound(store),
    find: (...given) => {
      reads += 1;
      return store.find(...given);
    },
  }));
  const naming = ({ body }: OperationRequest) => (body as { code: string }).code;
  const operation = step('token', async () => refuse(), naming);
  for (let n = 0; n < 100; n += 1) await thrownBy(() => operation(asked));
  assert.equal(reads, 20);
  world.now += 1000;
  await thrownBy(() => operation(asked));
  assert.equal(reads, 21);
});

test('requests that name no session use up no lookup', async (t) => {
  const { step, asked, lastOf } = await open(t);
  const naming = ({ body }: OperationRequest) => (body as { code?: string }).code;
  const named = step('token', async () => refuse(), naming);
  const unnamed = step('offer', async () => refuse());
  for (let n = 0; n < 20; n += 1) {
    await thrownBy(() => named({ ...asked, body: {} }));
    await thrownBy(() => unnamed(asked));
  }
  assert.equal(annotationOf(await thrownBy(() => named(asked)))?.session, 's');
  assert.equal((await lastOf())?.step, 'token');
});

test('a store that fails changes neither answer nor annotation', async (t) => {
  const { step, operation, asked, lines } = await open(t, (store) => ({
    ...bound(store),
    replace: async () => {
      throw new Error('canary');
    },
  }));
  const error = await thrownBy(() => step('token', operation(refuse))(asked));
  assert.ok(error instanceof ProtocolError && error.code === 'invalid_grant');
  const line = JSON.parse(lines.join(''));
  assert.deepEqual([line.message, line.session, line.tenant], ['a refusal was not kept', 's', 'acme']);
  assert.ok(!lines.join('').includes('canary'));
});

/** The methods of a store, to be overridden. */
function bound(store: Store): Store {
  return {
    insert: (...given) => store.insert(...given),
    get: (...given) => store.get(...given),
    replace: (...given) => store.replace(...given),
    find: (...given) => store.find(...given),
    delete: (...given) => store.delete(...given),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
