/** The ordinary end of a server, and the second server that must not start. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience, timeLimit, until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import { manage, type World } from './exchange.ts';
import { checkFromOutside, checkStore, nothingWaits } from './invariants.ts';
import { newLedger } from './ledger.ts';
import { seeded } from './seeded.ts';
import { API_KEY, openServerProcess, type ServerProcess } from './server-process.ts';
import { issue } from './stubborn-wallet.ts';

/** Maximum milliseconds of an idle machine for a stop: less than the 5 s that an idle connection is kept. */
const QUICK = 4000;
/** Milliseconds after which a stop cuts hanging requests. */
const CUT = 10_000;

async function started(t: TestContext): Promise<ServerProcess> {
  const server = await openServerProcess();
  t.after(() => server.close());
  await server.start();
  return server;
}

async function endsQuickly(server: ServerProcess): Promise<void> {
  const ended = await Promise.race([server.terminate(), sleep(await patience(QUICK, CUT), undefined, { ref: false })]);
  assert.ok(ended !== undefined, 'the server was slow to end');
  assert.deepEqual([ended.code, ended.signal], [0, null], ended.stderr);
}

test('a second server on the same data folder does not begin, and the first continues', async (t) => {
  const server = await openServerProcess();
  t.after(() => server.close());
  const first = server.begin();
  await server.start();
  const second = await server.beginSecond();
  const { code, stderr } = await second.ended;
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`The data folder ${server.dataFolder} is in use by another server .*${first.pid}`));
  assert.doesNotMatch(stderr, /\n {4}at /, 'a message, no stack');
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  // A lock whose holder was killed is free.
  await server.kill();
  await server.start();
});

test('SIGTERM while idle ends the server before the connections that are kept open', async (t) => {
  const server = await openServerProcess();
  t.after(() => server.close());
  // One quick end proves that it doesn't wait for them; a busy machine may need several attempts.
  await until('an end before that of an idle connection', async () => {
    await server.start();
    const agent = new Agent({ keepAlive: true });
    const [answer] = await once(get(`${server.url}/health/live`, { agent }), 'response');
    await once(answer.resume(), 'end');
    const began = performance.now();
    const { code, signal, stderr } = await server.terminate();
    const took = performance.now() - began;
    agent.destroy();
    assert.deepEqual([code, signal], [0, null], stderr);
    return took < QUICK;
  });
});

test('SIGTERM lets a request that has begun to arrive have its answer, and the answer is kept', async (t) => {
  const server = await started(t);
  const body = JSON.stringify({
    response_type: 'uri',
    credentialConfigurationIds: ['pid'],
    flow: 'pre_authorized_code',
  });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const head = ['POST /vci/offer HTTP/1.1', 'host: server', `x-api-key: ${API_KEY}`, 'content-type: application/json'];
  socket.write(`${[...head, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
  // A later request has got a response, so the server has seen this one.
  await sleep(100);
  await fetch(`${server.url}/health/live`);
  const ended = server.terminate();
  while (
    await fetch(`${server.url}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    )
  )
    await sleep(10);
  socket.write(body.slice(20));
  await once(socket, 'close');
  assert.match(text, /^HTTP\/1\.1 201 /);
  assert.match(text, /\r\nconnection: close\r\n/i);
  assert.equal((await ended).code, 0);
  await server.start();
  const { session } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  const headers = { 'x-api-key': API_KEY };
  assert.equal((await read(await fetch(`${server.url}/session/${session}`, { headers }))).status, 200);
});

test('SIGTERM under load: the server ends by itself, and acknowledged changes are there', async (t) => {
  const server = await started(t);
  let stops = 0;
  let over = false;
  let isOver = timeLimit(60_000);
  const world: World = {
    url: server.url,
    ledger: newLedger(),
    dice: seeded(7),
    kills: () => stops,
    sending: () => undefined,
    isOver: () => isOver(),
  };
  const wallet = async (): Promise<void> => {
    while (!over) await issue(world);
  };
  const wallets = Array.from({ length: 6 }, wallet);
  t.after(async () => {
    // After a failed stop they would continue.
    over = true;
    isOver = async () => true;
    await Promise.allSettled(wallets);
  });
  for (; stops < 2; await server.start()) {
    await sleep(300 + world.dice() * 200);
    stops += 1;
    await endsQuickly(server);
  }
  over = true;
  await Promise.all(wallets);
  assert.deepEqual([...world.ledger.violations, ...(await checkFromOutside(world))], []);
  assert.equal((await manage(world, '/health/ready')).status, 200);
  assert.ok(await nothingWaits(server.dataFolder), 'an outbox was not relayed');
  await endsQuickly(server);
  assert.deepEqual(await checkStore(server.dataFolder), []);
  assert.deepEqual([server.surprises, server.lines.filter((line) => line.includes('"level":"error"'))], [[], []]);
  const { finished, lost, credentials } = world.ledger;
  t.diagnostic(`${finished} flows finished, ${lost} requests lost under way, ${credentials.length} credentials`);
  assert.ok(finished > 0);
});
