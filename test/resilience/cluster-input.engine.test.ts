/** Input to a running cluster from unauthorized senders: messages that aren't events, and calls to its inner ports. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import { systemClock } from '@countersign/shared/kernel/clock';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import { updateDocument } from '@countersign/shared/store/update-document';
import { sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { openPatientStore } from '@countersign/shared/test/store/mongo/mongo-server';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { Kafka, logLevel, type Message } from 'kafkajs';
import { ROOT } from '../cluster/cluster-processes.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { holdPid, makeFetchedRequest } from '../support/presentation.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type ClusterWorld, openClusterWorld } from './cluster-world.ts';

const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';

describe('hostile input of a cluster', { skip: skip && 'needs engines that it may stop' }, () => {
  let world: ClusterWorld;
  let receiver: WebhookReceiver;
  let held: HeldCredential;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    world = await openClusterWorld({
      after: (closer) => void closers.push(async () => void (await (closer as () => unknown)())),
    });
    receiver = await openReceiver();
    await until('a wallet gets its credential', async () => {
      held = await holdPid(world);
      return true;
    });
  });
  after(async () => {
    await receiver?.close();
    for (const closer of closers) await closer();
    const surprises = world.cluster.processes.flatMap((process) => process.surprises);
    assert.deepEqual(surprises, []);
  });

  /** Presents the PID for a request of the backend. @param between called between request and response */
  const presentPid = async (between: (session: string) => Promise<void> = async () => undefined): Promise<string> => {
    const asked = await makeFetchedRequest(world, { webhook: { url: receiver.url } });
    await between(asked.session);
    const answer = await post(
      asked.request.response_uri,
      responseFields(asked.request, vpTokenOf(present(held, asked.request), asked.request)),
    );
    assert.equal(answer.status, 200, answer.text);
    return asked.session;
  };
  const arrivals = (session: string): number => receiver.received.filter(({ body }) => body.includes(session)).length;
  const delivered = (session: string): Promise<void> =>
    until(`the webhook of ${session} arrives`, async () => arrivals(session) > 0);
  /** Runs the operator's command for real. */
  const deadLetters = async (...words: readonly string[]): Promise<readonly string[]> => {
    const child = spawn('npm', ['run', '-s', 'dead-letters', '--', ...words], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...world.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    return output.split('\n').filter((line) => line !== '' && !line.startsWith('> '));
  };
  const produce = async (topic: string, messages: readonly Message[]): Promise<void> => {
    const producer = new Kafka({ brokers: [world.kafka.url], logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    await producer.send({ topic: `${world.env.KAFKA_PREFIX}${topic}`, messages: [...messages] });
    await producer.disconnect();
  };

  it('messages that are no events: kept for people where they should be one, and the next webhook arrives', async () => {
    const session = await presentPid();
    await delivered(session);
    const { event } = newEvent({
      type: 'presentation.verified.v1',
      session,
      tenant: 'default',
      data: { configuration: 'question', request: 'r' },
      source: 'https://somewhere.example',
      clock: systemClock,
      random: systemRandom,
    });
    const json = (change: object): Message => ({ key: session, value: JSON.stringify({ ...event, ...change }) });
    const unreadable: readonly Message[] = [
      { value: 'no JSON' },
      { key: 'k', value: '' },
      { key: randomBytes(8), value: randomBytes(2000) },
      { key: session, value: '[]' },
      { key: session, value: `{"__proto__":${JSON.stringify(event)}}` },
      { key: session, value: `${'['.repeat(20_000)}` },
      json({ id: 'x'.repeat(70_000) }),
      json({ specversion: '0.3' }),
      json({ subject: 'another session' }),
      json({ data: { session } }),
      json({ type: 'issuance.completed.v1' }),
    ];
    const ignored: readonly Message[] = [
      json({ type: 'presentation.verified.v9' }),
      json({ type: 'toString' }),
      // Events of an erased session, and one that its session does not confirm.
      json({ subject: 'gone', data: { ...event.data, session: 'gone' } }),
      json({}),
      json({ data: { ...event.data, tenant: 'another' } }),
    ];
    for (const message of [...unreadable, ...ignored]) await produce('presentation-results', [message]);
    await produce('presentation-results', [{ key: session, value: null }]);
    await delivered(await presentPid());
    const consumed = (): number => world.lines().filter((line) => line.includes('event_')).length;
    await until('what is no event was consumed', async () => consumed() >= unreadable.length);
    const listed = (await deadLetters('list')).map((line) => JSON.parse(line));
    assert.ok(listed.length >= unreadable.length, JSON.stringify(listed));
    assert.deepEqual(new Set(listed.map(({ type }) => type)), new Set(['unreadable']));
    const errors = ['event_not_json', 'event_not_valid', 'event_on_wrong_topic', 'event_too_large'];
    assert.deepEqual([...new Set(listed.map(({ error }) => error))].sort(), errors);
    const replayed = await deadLetters('replay', '--yes');
    assert.ok(
      replayed.every((line) => line.endsWith(' unreadable')),
      replayed.join('\n'),
    );
    assert.equal(arrivals(session), 1);
    await delivered(await presentPid());
  });

  it('forged events of every type: the backend gets only what the store confirms', async () => {
    const outcome = await openReceiver();
    try {
      const offer = await makeOffer(world, { ...PRE_AUTHORIZED_FLOW, notifyWebhook: { url: outcome.url } });
      assert.equal((await new Wallet({ issuer: world.url }).receive(offer.uri)).answer.status, 200);
      await outcome.wait(1);
      const revoke = { method: 'POST', body: JSON.stringify({ sessionId: offer.session, status: 1 }) };
      assert.ok((await world.a('/status-management', revoke)).ok);
      await outcome.wait(2);
      const { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' } = world.env;
      const store = await openPatientStore(url, database);
      const { documents } = await store.find(statusEntries, { index: 'session', equal: [offer.session], limit: 1 });
      await store.close();
      const lies: Record<string, string> = { status: '0', list: '1', entry: documents[0]?.id ?? '' };
      for (const [type, { topic, data: members }] of Object.entries(eventDefinitions)) {
        const data = Object.fromEntries(Object.keys(members).map((name) => [name, lies[name] ?? 'forged']));
        const common = { session: offer.session, tenant: 'default', source: 'https://somewhere.example', data };
        const { event } = newEvent({ ...common, type: type as EventType, clock: systemClock, random: systemRandom });
        await produce(topic, [{ key: offer.session, value: JSON.stringify(event) }]);
      }
      // One more change in that partition comes after all of them.
      const restore = { method: 'POST', body: JSON.stringify({ sessionId: offer.session, status: 0 }) };
      assert.ok((await world.a('/status-management', restore)).ok);
      const webhooks = (await outcome.wait(3)).map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        webhooks.map(({ type, status }) => [type, status]),
        [
          ['credential.issued', undefined],
          ['status.changed', 1],
          ['status.changed', 0],
        ],
      );
      await delivered(await presentPid());
      assert.equal(outcome.received.length, 3);
    } finally {
      await outcome.close();
    }
  });

  it('an event that its service could not handle is listed, and delivered when it is replayed', async () => {
    const { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' } = world.env;
    const store = await openPatientStore(url, database);
    const setWebhooks = async (id: string, webhooks: SessionDocument['webhooks']): Promise<void> => {
      await updateDocument(store, sessions, id, (present) => ({ ...present, ...(webhooks && { webhooks }) }));
    };
    try {
      let sealed: SessionDocument['webhooks'];
      const session = await presentPid(async (id) => {
        sealed = (await store.get(sessions, id))?.webhooks;
        await setWebhooks(id, { result: 'sealed by no key' });
      });
      type Letter = { readonly id: string; readonly type: string };
      let letter: Letter | undefined;
      await until('it is a dead letter', async () => {
        const letters = (await deadLetters('list')).map((line) => JSON.parse(line) as Letter);
        letter = letters.find(({ type }) => type === 'presentation.verified.v1');
        return letter !== undefined;
      });
      assert.equal(arrivals(session), 0);
      // Others continue in parallel.
      await delivered(await presentPid());
      await setWebhooks(session, sealed);
      assert.deepEqual(await deadLetters('replay', letter?.id ?? '', '--yes'), [`${letter?.id} replayed`]);
      await delivered(session);
      assert.ok(!(await deadLetters('list')).some((line) => line.includes(letter?.id ?? '-')));
      assert.equal(arrivals(session), 1);
    } finally {
      await store.close();
    }
  });

  it('inner ports answer no request without the secret, however it is spelled', async () => {
    const secret = world.env.INTERNAL_SECRET ?? '';
    const name = 'x-internal-secret';
    const wrong: readonly Readonly<Record<string, string>>[] = [
      {},
      { [name]: '' },
      { [name]: 'undefined' },
      { [name]: secret.slice(0, -1) },
      { [name]: `${secret}x` },
      { [name]: secret.toUpperCase() },
      { [name]: `Bearer ${secret}` },
      { [name]: `x, ${secret}` },
      { [name]: `${secret}, ${secret}` },
      { authorization: `Bearer ${secret}` },
      { cookie: `${name}=${secret}` },
      { 'x-internal_secret': secret },
      { x_internal_secret: secret },
      { 'x-api-key': world.env.AUTH_API_KEY ?? '' },
    ];
    const paths = [
      '/internal/issuer.offer',
      '/internal/',
      '//internal/health',
      '/',
      '/INTERNAL/x',
      '/health/../internal/x',
    ];
    for (const process of behind()) {
      for (const headers of wrong) {
        for (const path of paths) {
          const answer = await raw(process.url, request('POST', `${path}?${name}=${secret}`, headers, '{}'));
          assert.match(answer, /^HTTP\/1\.1 401 /, `${process.service} ${path} ${JSON.stringify(headers)}\n${answer}`);
          assert.match(answer, /content-length: 0/i);
        }
      }
      const twice = `POST /internal/x HTTP/1.1\r\nhost: a\r\n${name}: x\r\n${name}: ${secret}\r\ncontent-length: 0\r\n\r\n`;
      assert.match(await raw(process.url, twice), /^HTTP\/1\.1 401 /);
      for (const [method, path] of [
        ['POST', '/health'],
        ['GET', '/health/live/'],
        ['GET', '/health/%6cive'],
        ['GET', '/__proto__'],
        ['OPTIONS', '*'],
        ['TRACE', '/health'],
      ] as const) {
        assert.match(await raw(process.url, request(method, path, {}, '')), /^HTTP\/1\.1 40[01] /, `${method} ${path}`);
      }
    }
  });

  it('inner ports withstand requests that no service sends, with the secret and without', async () => {
    for (const process of behind()) {
      const secret = { 'x-internal-secret': world.env.INTERNAL_SECRET ?? '' };
      // Refused before a byte of the body has come.
      const announced = { 'content-length': String(5 * 1024 * 1024) };
      assert.match(await raw(process.url, request('POST', '/internal/x', announced, '')), /^HTTP\/1\.1 401 /);
      // So is a body that is too large. A caller that sends it anyway may find the connection closed.
      const large = await raw(process.url, request('POST', '/internal/x', { ...secret, ...announced }, ''));
      assert.match(large, /payload_too_large/, large.slice(0, 300));
      for (const operation of ['__proto__', 'constructor', 'toString', '../health', '%2e%2e/x', '']) {
        const body =
          '{"id":"","tenant":"","method":"GET","url":"","params":{},"query":{},"headers":{},"encoding":"none"}';
        const answer = await raw(process.url, request('POST', `/internal/${operation}`, secret, body));
        assert.match(answer, /not_built/, `${operation}: ${answer}`);
      }
      for (const body of ['', 'null', '[]', '{', '{"id":1}', '"x"', '{"__proto__":{}}', `${'['.repeat(100_000)}`]) {
        const answer = await raw(process.url, request('POST', '/internal/x', secret, body));
        assert.match(answer, /invalid_request/, `${body.slice(0, 20)}: ${answer}`);
      }
      // Bodies that never come delay no other request, and are dropped when their sender leaves.
      const { hostname, port } = new URL(process.url);
      const slow = Array.from({ length: 50 }, (_, index) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        const headers = index % 2 === 0 ? secret : {};
        socket.write(request('POST', '/internal/x', { ...headers, 'content-length': '1000' }, ''));
        return socket;
      });
      assert.equal((await fetch(`${process.url}/health/ready`)).status, 200);
      for (const socket of slow) socket.destroy();
      assert.equal((await fetch(`${process.url}/health/live`)).status, 200);
    }
    assert.equal(
      world.lines().find((line) => line.includes('unexpected error')),
      undefined,
    );
    await delivered(await presentPid());
  });

  it('inner headers that come from outside change nothing', async () => {
    const spoofed = {
      'x-internal-secret': world.env.INTERNAL_SECRET ?? '',
      'x-internal-budget': '1',
      'x-internal-reply': '{"kind":"none","status":204}',
      'x-internal-draining': '1',
      'x-tenant-id': 'another',
      'x-tenant': 'another',
      'x-request-id': 'chosen-outside',
      traceparent: `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
      tracestate: 'spoofed=1',
    };
    const asked = { response_type: 'uri', requestId: 'question', state: 'spoofed' };
    const answer = await world.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked), headers: spoofed });
    assert.equal(answer.status, 201, await answer.clone().text());
    assert.equal(answer.headers.get('x-internal-draining'), null);
    assert.equal(answer.headers.get('x-internal-reply'), null);
    const { session } = (await answer.json()) as { readonly session: string };
    const { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' } = world.env;
    const store = await openPatientStore(url, database);
    const stored = await store.get(sessions, session);
    await store.close();
    assert.equal(stored?.tenant, 'default');
    const lines = world.lines();
    assert.ok(!lines.some((line) => line.includes('0'.repeat(32)) || line.includes('chosen-outside')));
    assert.ok(!lines.some((line) => line.includes('"another"')));
    for (const path of ['/internal/issuer.offer', '/internal/gateway.health', '/INTERNAL/x']) {
      const refused = await fetch(world.url + path, { method: 'POST', body: '{}', headers: spoofed });
      assert.equal(refused.status, 404, path);
      await refused.text();
    }
    await delivered(await presentPid());
  });

  const behind = () => world.cluster.processes.filter(({ service }) => service !== 'gateway');
});

function request(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { host: 'inner', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** Sends raw bytes; returns what the server sent until the end of its response. */
function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const timer = setTimeout(() => socket.destroy(new Error(`No answer to ${bytes.slice(0, 200)}`)), 20_000);
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const [head = '', body] = received.split('\r\n\r\n', 2);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body !== undefined && body.length >= length) done();
    });
    socket.once('close', done);
    socket.on('error', (error) => {
      clearTimeout(timer);
      if (received === '') reject(error);
      else resolve(received);
    });
    socket.write(bytes);
  });
}
