/** The promises of the architecture on five services with two replicas each: a crash or an unreachable engine loses no outcome. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Answer } from '@countersign/wallet/sending/answer';
import { beginWithToken, credentialBody, makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, makeRequest } from '../support/presentation.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { type ClusterWorld, errorsOf, openClusterWorld } from './cluster-world.ts';

const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';

describe('five services, two replicas each', { skip: skip && 'needs engines that it may stop' }, () => {
  let world: ClusterWorld;
  let receiver: WebhookReceiver;
  let held: HeldCredential;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    world = await openClusterWorld(
      { after: (closer) => void closers.push(async () => void (await (closer as () => unknown)())) },
      { replicas: 2 },
    );
    receiver = await openReceiver();
    held = await recovering(() => holdPid(world));
  });
  after(async () => {
    await receiver.close();
    for (const closer of closers) await closer();
  });

  /** Answers a request of the backend with the PID, and reads the session. */
  const presentPid = async (webhook = true): Promise<string> => {
    const asked = await makeFetchedRequest(world, webhook ? { webhook: { url: receiver.url } } : {});
    const fields = responseFields(asked.request, vpTokenOf(present(held, asked.request), asked.request));
    const answer = await post(asked.request.response_uri, fields);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await sessionOf(world, asked.session)).status, 'verified');
    return asked.session;
  };
  const delivered = (session: string): Promise<void> =>
    until(`the webhook of ${session} arrives`, async () =>
      receiver.received.some(({ body }) => body.includes(session)),
    );

  it('issue and present, each request at another replica of everything', async () => {
    const before = requestsBySource(world);
    for (let n = 0; n < 3; n += 1) await holdPid(world);
    const session = await presentPid();
    await delivered(session);
    const each = requestsBySource(world);
    for (const process of world.cluster.processes.filter(({ service }) => service !== 'webhook-dispatcher')) {
      const name = `${process.service} ${process.replica}`;
      assert.ok((each.get(name) ?? 0) > (before.get(name) ?? 0), `${name} was not asked`);
    }
    assert.deepEqual(errorsOf(world.cluster.processes), []);
  });

  it('one code, redeemed 50 times at once at all replicas, yields one token', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await makeOffer(world, PRE_AUTHORIZED_FLOW);
      const wallet = new Wallet({ issuer: world.url, dpop: false });
      const offer = await wallet.offer(made.uri);
      const body = wallet.preAuthorizedParameters(offer);
      const answers = await Promise.all(Array.from({ length: 50 }, () => wallet.token(body)));
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      const refused = answers.filter(({ status }) => status !== 200);
      assert.ok(refused.every(({ json }) => json.error === 'invalid_grant'));
    }
  });

  it('one nonce in parallel requests at all replicas yields one credential', async () => {
    const { wallet, token } = await beginWithToken(world);
    const body = await credentialBody(wallet);
    const answers = await Promise.all(Array.from({ length: 12 }, () => wallet.credential(token, body)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join('\n'));
  });

  it('kill one replica of each service in the middle of a flow: the others carry on', async () => {
    const { wallet, token } = await beginWithToken(world);
    const asked = await makeFetchedRequest(world, { webhook: { url: receiver.url } });
    const victims = world.cluster.processes.filter(({ replica }) => replica === 2);
    await Promise.all(victims.map((victim) => victim.kill()));
    const answer = await recovering(async () => wallet.credential(token, await credentialBody(wallet)));
    assert.equal(answer.status, 200, answer.text);
    const fields = responseFields(asked.request, vpTokenOf(present(held, asked.request), asked.request));
    assert.equal((await post(asked.request.response_uri, fields)).status, 200);
    await delivered(asked.session);
    for (let n = 0; n < 5; n += 1) await holdPid(world);
    await Promise.all(victims.map((victim) => victim.start()));
    await until('all are up', async () => !Object.values(await world.components()).includes('down'));
  });

  it('Kafka is unreachable from the start of the flows to their end: webhooks arrive when it is reachable again', async () => {
    await world.kafka.kill();
    const { wallet, token } = await beginWithToken(world);
    assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
    const first = await presentPid();
    const second = await presentPid();
    await until('health names Kafka', async () => (await world.components()).kafka === 'down');
    const ready = await Promise.all(world.cluster.processes.map(({ url }) => fetch(`${url}/health/ready`)));
    assert.ok(
      ready.every(({ status }) => status === 200),
      'readiness must not depend on Kafka',
    );
    assert.ok(!receiver.received.some(({ body }) => body.includes(first)));
    await world.kafka.start();
    await delivered(first);
    await delivered(second);
    const ids = receiver.received
      .filter(({ body }) => body.includes(first) || body.includes(second))
      .map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 2);
    await until('Kafka is up', async () => (await world.components()).kafka === 'up');
  });

  it('Redis is unreachable: what needs a replay check answers 503, all else works', async () => {
    const { wallet, token } = await beginWithToken(world, PRE_AUTHORIZED_FLOW, { dpop: false });
    const body = await credentialBody(wallet);
    await world.redis.kill();
    const refused = await wallet.credential(token, body);
    assert.equal(refused.status, 503, refused.text);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    // Nothing in it depends on used-once marks: an offer, its document, a code without DPoP, a presentation.
    const made = await makeOffer(world, PRE_AUTHORIZED_FLOW);
    const other = new Wallet({ issuer: world.url, dpop: false });
    assert.equal((await other.redeem(await other.offer(made.uri))).status, 200);
    await delivered(await presentPid());
    await until('health names Redis', async () => (await world.components()).redis === 'down');
    await world.redis.start();
    const send = async (): Promise<Answer> => wallet.credential(token, await credentialBody(wallet));
    const first = await recovering(send, (status) => status !== 503);
    // Nonces from before Redis was ready could have been used. One repeat must do: wallets try no further.
    const answer = first.status === 400 ? await send() : first;
    assert.equal(answer.status, 200, answer.text);
  });

  it('MongoDB is unreachable: 503 with Retry-After, and the services continue by themselves when it is reachable again', async () => {
    const { wallet, token } = await beginWithToken(world);
    const body = await credentialBody(wallet);
    const made = await makeRequest(world, { webhook: { url: receiver.url } });
    await world.mongodb.kill();
    const [refused, unread] = await Promise.all([wallet.credential(token, body), world.a(`/session/${made.session}`)]);
    assert.equal(refused.status, 503, refused.text);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal(unread.status, 503);
    await until('no process is ready', async () => {
      const ready = await Promise.all(world.cluster.processes.map(({ url }) => fetch(`${url}/health/ready`)));
      return ready.every(({ status }) => status === 503);
    });
    await world.mongodb.start();
    const answer = await recovering(async () => wallet.credential(token, await credentialBody(wallet)));
    assert.equal(answer.status, 200, answer.text);
    const request = await recovering(() => fetchRequest(made.uri));
    const fields = responseFields(request, vpTokenOf(present(held, request), request));
    assert.equal((await post(request.response_uri, fields)).status, 200);
    await delivered(made.session);
  });

  it('a rolling restart under load fails no request', async () => {
    let over = false;
    const statuses: number[] = [];
    const failures: string[] = [];
    const failed = (): readonly string[] => world.lines().filter((line) => line.includes('request failed'));
    const failedBefore = new Set(failed());
    const flows = async (): Promise<void> => {
      while (!over) {
        try {
          const { wallet, token } = await beginWithToken(world);
          const answer = await wallet.credential(token, await credentialBody(wallet));
          statuses.push(answer.status);
          if (answer.status !== 200) failures.push(answer.text);
          await presentPid(false);
        } catch (error) {
          failures.push(String(error));
        }
        // A load that leaves the processors room for the processes that start.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const load = Promise.all(Array.from({ length: 4 }, flows));
    try {
      for (const process of world.cluster.processes) {
        // Requests come from outside while the gateway is ready, as a load balancer does it.
        world.ingress.gateways = world.cluster.gateways.filter((url) => url !== process.url);
        const { code, stderr } = await process.terminate();
        assert.equal(code, 0, stderr);
        await process.start();
        world.ingress.gateways = world.cluster.gateways;
      }
    } finally {
      over = true;
      await load;
    }
    const reasons = failed().filter((line) => !failedBefore.has(line));
    assert.deepEqual(failures, [], [...failures, ...reasons].join('\n'));
    assert.deepEqual(world.ingress.failures, []);
    assert.ok(statuses.length > 10, `only ${statuses.length} flows`);
  });

  it('nothing personal and no secret reached a log, and no process ended by itself', () => {
    const log = world.lines().join('\n');
    for (const canary of ['Mustermann', 'Erika', world.env.AUTH_API_KEY, world.env.INTERNAL_SECRET, held.credential]) {
      assert.ok(!log.includes(String(canary)), `the log holds ${String(canary).slice(0, 12)}`);
    }
    assert.deepEqual(
      world.cluster.processes.flatMap(({ surprises }) => surprises),
      [],
    );
    const unexpected = world.lines().filter((line) => line.includes('unexpected error'));
    assert.deepEqual(unexpected, []);
  });
});

/** Number of requests that each process served, by its log. */
function requestsBySource(world: ClusterWorld): Map<string, number> {
  return new Map(
    world.cluster.processes.map(({ service, replica, lines }) => [
      `${service} ${replica}`,
      lines.filter((line) => line.includes('"operation":') && !line.includes('.health"')).length,
    ]),
  );
}

/** Retries for a while, as a wallet does after a 503. */
async function recovering<T>(
  act: () => Promise<T>,
  isEnough: (status: number) => boolean = (status) => status === 200,
): Promise<T> {
  let outcome: T | undefined;
  await until('it works again', async () => {
    outcome = await act();
    return isEnough((outcome as { readonly status?: number }).status ?? 200);
  });
  return outcome as T;
}
