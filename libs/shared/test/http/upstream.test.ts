import assert from 'node:assert/strict';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { annotated } from '../../src/http/annotation.ts';
import type { Operation, OperationRequest } from '../../src/http/message.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog } from '../../src/kernel/log.ts';
import { closedAddress, replica, request, SECRET, unavailable, upstream } from './replica.ts';

test('an operation is called with its request, its trace and its remaining time', async (t) => {
  const seen: OperationRequest[] = [];
  const { address, lines } = await replica(t, async (asked) => {
    seen.push(asked);
    return { body: { ok: true }, headers: { 'dpop-nonce': 'n' } };
  });
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const reply = await upstream(t, [address]).call('issuer.test', { ...request, trace });
  assert.deepEqual(reply, { body: { ok: true }, headers: { 'dpop-nonce': 'n' } });
  const [asked] = seen;
  assert.deepEqual(asked?.body, { a: 1 });
  assert.equal(asked?.trace?.slice(0, 36), trace.slice(0, 36));
  assert.notEqual(asked?.trace, trace);
  assert.ok(asked?.deadline !== undefined && asked.deadline > 0);
  assert.ok(lines.join('').includes('"trace":"0af7651916cd43dd8448eb211c80319c"'));
});

test('the caller gets errors of the operation; of an unexpected one only its request id', async (t) => {
  const { address, lines } = await replica(t, async ({ body }) => {
    if ((body as { a: number }).a === 1)
      throw new ProtocolError('invalid_grant', 'The code is used', { reason: 'session_unknown' });
    throw new Error('canary');
  });
  const calls = upstream(t, [address]);
  await assert.rejects(calls.call('issuer.test', request), { code: 'invalid_grant', message: 'The code is used' });
  await assert.rejects(calls.call('issuer.test', { ...request, body: { a: 2 } }), { code: 'server_error' });
  assert.ok(!lines.join('').includes('canary'));
  assert.ok(lines.some((line) => line.includes('unexpected error') && line.includes('"request":"r1"')));
  await assert.rejects(calls.call('issuer.other', request), { code: 'not_built' });
});

test('a call whose answer was lost is repeated only where that is harmless', async (t) => {
  let cut = 0;
  const broken = await tcpServer(t, (socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: countersign-calls\r\n\r\n');
      socket.once('data', () => {
        cut += 1;
        socket.destroy();
      });
    });
  });
  let answered = 0;
  const good = await replica(t, async () => {
    answered += 1;
    return {};
  });
  const calls = upstream(t, [broken, good.address, broken]);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 }, (_, n) => calls.call('issuer.test', { ...request, id: String(n) })),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, cut);
  assert.ok(cut > 0);
  assert.equal(answered, 3 - cut);
  const repeatable = await Promise.all(
    Array.from({ length: 3 }, () => calls.call('issuer.test', { ...request, method: 'PUT' })),
  );
  assert.equal(repeatable.length, 3);
  // A POST marked as repeatable, too.
  const before = cut;
  const said = await Promise.all(
    Array.from({ length: 3 }, () => calls.call('issuer.test', { ...request, repeatable: true })),
  );
  assert.equal(said.length, 3);
  assert.ok(cut > before);
});

test('a call whose connection ended before it was a channel goes to another address', async (t) => {
  let cut = 0;
  const broken = await tcpServer(t, (socket) => {
    socket.once('data', () => {
      cut += 1;
      socket.destroy();
    });
  });
  let answered = 0;
  const { address } = await replica(t, async () => {
    answered += 1;
    return {};
  });
  const calls = upstream(t, [broken, address]);
  for (let n = 0; n < 4; n += 1) await calls.call('issuer.test', request);
  assert.equal(answered, 4);
  assert.ok(cut > 0);
});

test('no server, or no answer in time: unavailable with a time to retry', async (t) => {
  await assert.rejects(upstream(t, [await closedAddress()]).call('issuer.test', request), unavailable);
  const { address } = await replica(t, () => new Promise(() => undefined));
  const calls = upstream(t, [address], { timeout: 400 });
  await assert.rejects(calls.call('issuer.test', request), unavailable);
  await assert.rejects(calls.call('issuer.test', { ...request, deadline: systemClock() - 1 }), unavailable);
});

test('a breaker forgets failures of more than five seconds ago', async (t) => {
  let now = Date.now();
  const calls = upstream(t, [await closedAddress()], { clock: () => now });
  const isOpen = (): boolean => calls.breakers().some(({ open }) => open);
  // Each call tries its only address twice, and five failures open the breaker.
  const fail = () => assert.rejects(calls.call('issuer.test', request), unavailable);
  for (let call = 0; call < 2; call += 1) await fail();
  now += 5500;
  for (let call = 0; call < 2; call += 1) await fail();
  assert.equal(isOpen(), false);
  await fail();
  assert.equal(isOpen(), true);
});

test('without the secret nothing is read or called', async (t) => {
  let called = 0;
  const { address, port } = await replica(t, async () => {
    called += 1;
    return {};
  });
  const lines: string[] = [];
  const log = createLog('info', systemClock, (line) => lines.push(line));
  for (const secret of ['', 'wrong', `${SECRET}x`]) {
    await assert.rejects(upstream(t, [address], { secret, log }).call('issuer.test', request), unavailable);
  }
  assert.ok(lines.join('').includes('INTERNAL_SECRET'));
  assert.equal((await fetch(`${address}/internal/issuer.test`, { method: 'POST', body: '{}' })).status, 401);
  assert.equal((await fetch(`${address}/anything`)).status, 401);
  // The server does not wait for a body that never ends.
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /internal/issuer.test HTTP/1.1\r\nhost: x\r\ncontent-length: 900000000\r\n\r\n{');
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  socket.destroy();
  assert.match(answer, /^HTTP\/1\.1 401 /);
  assert.equal(called, 0);
});

test('with the secret, a body that is too large or no request is refused, and the service continues', async (t) => {
  const { address } = await replica(t, async () => ({ body: 'fine' }));
  const post = (body: string): Promise<Response> =>
    fetch(`${address}/internal/issuer.test`, { method: 'POST', body, headers: { 'x-internal-secret': SECRET } });
  assert.match(await (await post('x'.repeat(5 * 1024 * 1024))).text(), /payload_too_large/);
  assert.match(await (await post('not json')).text(), /invalid_request/);
  assert.match(await (await post('{"id":1}')).text(), /invalid_request/);
  assert.equal(
    (await fetch(`${address}/internal/issuer.test`, { headers: { 'x-internal-secret': SECRET } })).status,
    404,
  );
  assert.equal((await fetch(`${address}/health/live`)).status, 200);
  assert.equal((await upstream(t, [address]).call('issuer.test', request)).body, 'fine');
});

test('a wrong secret is logged at most once a minute for all replicas', async (t) => {
  const two = [await replica(t, async () => ({})), await replica(t, async () => ({}))];
  const lines: string[] = [];
  let now = 1_000_000;
  const made = upstream(
    t,
    two.map(({ address }) => address),
    { secret: 'another', clock: () => now, log: createLog('error', systemClock, (line) => lines.push(line)) },
  );
  const refused = async (): Promise<void> => {
    await assert.rejects(made.call('issuer.test', request), { code: 'temporarily_unavailable' });
  };
  for (let n = 0; n < 4; n += 1) await refused();
  assert.equal(lines.filter((line) => line.includes('INTERNAL_SECRET')).length, 1);
  now += 59_999;
  await refused();
  assert.equal(lines.length, 1);
  now += 1;
  await refused();
  assert.equal(lines.length, 2);
});

test('the line of an operation says session, tenant and code, of replies and of refusals', async (t) => {
  const annotation = { session: '01hk0mps8abcdefg-rest', step: 'token' } as const;
  const asked: Record<string, Operation> = {
    reply: async () => ({ body: {}, annotation }),
    refusal: async () => {
      throw annotated(
        new ProtocolError('invalid_grant', 'No', { reason: 'session_unknown', detail: 'why' }),
        annotation,
      );
    },
    redirect: async () => ({ status: 302, annotation: { ...annotation, code: 'access_denied' } }),
  };
  for (const [name, code] of [
    ['reply', undefined],
    ['refusal', 'invalid_grant'],
    ['redirect', 'access_denied'],
  ] as const) {
    const server = await replica(t, asked[name] ?? assert.fail());
    await upstream(t, [server.address])
      .call('issuer.test', request)
      .catch(() => undefined);
    const lines = server.lines.map((line) => JSON.parse(line));
    assert.ok(lines.length >= 1);
    for (const line of lines) {
      assert.deepEqual([line.session, line.tenant, line.code], ['01hk0mps8abcdefg', 'default', code], name);
    }
  }
});

test('a reply in tiny pieces counts as no answer', async (t) => {
  const chunks = `1\r\n \r\n`.repeat(5000);
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end(
        `HTTP/1.1 200 OK\r\nx-internal-reply: {"kind":"text"}\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  await assert.rejects(upstream(t, [address]).call('issuer.test', request), (error: Error) => {
    assert.ok(error instanceof ProtocolError && error.code === 'temporarily_unavailable', String(error));
    assert.match(String((error.options.cause as Error | undefined)?.message), /tiny_pieces/);
    return true;
  });
});

async function tcpServer(t: TestContext, serve: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}
