/**
 * A start that fails: one clear line contains the setting and the remedy, the process stays alive and keeps retrying,
 * and it becomes ready when the cause is removed. Only settings that can't be right end it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { collections } from '@countersign/shared/model/collections';
import { openMongoStore } from '@countersign/shared/store/mongo/store';
import { patience, until } from '@countersign/shared/test/patience';
import type { Engine } from '../engines/engine.ts';
import { startKafka } from '../engines/kafka.ts';
import { startMongoWire } from '../engines/mongo-wire.ts';
import { redisCommand, startRedis } from '../engines/redis.ts';
import { freePort } from '../support/child-server.ts';
import { prepareEngines } from '../support/engine-names.ts';
import { aliveNotReady, allUp, beginService, PASSWORD, removedAfter, startEnv } from './start-world.ts';

const needed = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL'].filter((name) => process.env[name] === undefined);
const skip = needed.length > 0 && `needs ${needed.join(', ')}`;

/** Settings on the engines of the environment, prepared. */
async function prepared(t: TestContext, own: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const env = startEnv();
  await prepareEngines(env);
  removedAfter(t, env);
  return { ...env, ...own };
}

/** A separate engine in a separate folder, killed at the end. */
async function startOwn(
  t: TestContext,
  start: (options: { readonly folder: string; readonly port?: number }) => Promise<Engine>,
  port?: number,
): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-start-engine-'));
  const engine = await start({ folder, ...(port === undefined ? {} : { port }) });
  t.after(async () => {
    await engine.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return engine;
}

function linesWith(lines: readonly string[], word: string): number {
  return lines.filter((line) => line.includes(word)).length;
}

describe('an engine can not be reached at the start', { skip }, () => {
  it('MONGODB_URL: alive, not ready, reported once', async (t) => {
    const env = startEnv({ MONGODB_URL: `mongodb://somebody:${PASSWORD}@127.0.0.1:${await freePort()}` });
    const child = await beginService(t, 'issuer', env);
    await child.says('MONGODB_URL', '"level":"error"');
    await aliveNotReady(child);
    // It is checked each second, and reported once.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    assert.equal(linesWith(child.lines, 'MONGODB_URL'), 1);
    assert.deepEqual(child.surprises, []);
    await aliveNotReady(child);
    const { code, stderr } = await child.terminate();
    assert.equal(code, 0, stderr);
  });

  it('KAFKA_BROKERS: ready without it, and named in the log', async (t) => {
    const child = await beginService(
      t,
      'issuer',
      await prepared(t, { KAFKA_BROKERS: `127.0.0.1:${await freePort()}` }),
    );
    await child.says('KAFKA_BROKERS', '"level":"warn"');
    await until('it is ready', async () => (await child.health('/ready')) === 200);
    assert.deepEqual(await child.components(), { database: 'up', kafka: 'down', redis: 'up' });
    assert.ok(linesWith(child.lines, 'KAFKA_BROKERS') <= 3, child.output());
    assert.deepEqual(child.surprises, []);
  });

  it('REDIS_URL: ready without it, and named in the log', async (t) => {
    const env = await prepared(t, { REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${await freePort()}` });
    const child = await beginService(t, 'issuer', env);
    await child.says('REDIS_URL', '"level":"error"');
    await until('it is ready', async () => (await child.health('/ready')) === 200);
    assert.deepEqual((await child.components()).redis, 'down');
    assert.equal(linesWith(child.lines, 'REDIS_URL'), 1);
    assert.deepEqual(child.surprises, []);
  });

  it('all three away, and coming up later one by one', async (t) => {
    const ports = { mongodb: await freePort(), redis: await freePort(), kafka: await freePort() };
    const env = startEnv({
      MONGODB_URL: `mongodb://127.0.0.1:${ports.mongodb}`,
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
    });
    const child = await beginService(t, 'issuer', env);
    await child.says('MONGODB_URL');
    await child.says('REDIS_URL');
    await aliveNotReady(child);
    await startOwn(t, startRedis, ports.redis);
    await until('Redis is up', async () => (await child.components()).redis === 'up');
    await aliveNotReady(child);
    await startOwn(t, startMongoWire, ports.mongodb);
    await child.says('npm run provision', 'indexes');
    await aliveNotReady(child);
    const store = openMongoStore({
      timeout: await patience(10_000),
      url: env.MONGODB_URL ?? '',
      database: env.MONGODB_DATABASE ?? '',
      log: silentLog,
    });
    t.after(() => store.close());
    await store.ensureIndexes(collections);
    await until('it is ready', async () => (await child.health('/ready')) === 200);
    await child.says('KAFKA_BROKERS');
    await startOwn(t, startKafka, ports.kafka);
    await child.says('npm run provision', 'topic');
    assert.equal((await child.components()).kafka, 'down');
    await prepareEngines(env);
    await allUp(child);
  });
});

describe('an engine refuses the login', { skip }, () => {
  it('Redis with another password: reported, and used when it is right', async (t) => {
    const redis = await startOwn(t, startRedis);
    const port = Number(new URL(redis.url).port);
    assert.equal(await redisCommand(port, ['CONFIG', 'SET', 'requirepass', 'another-password']), '+OK');
    const env = await prepared(t, { REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${port}` });
    const child = await beginService(t, 'issuer', env);
    await child.says('REDIS_URL', 'password');
    await until('it is ready', async () => (await child.health('/ready')) === 200);
    assert.equal((await child.components()).redis, 'down');
    await redis.kill();
    await redis.start();
    assert.equal(await redisCommand(port, ['CONFIG', 'SET', 'requirepass', PASSWORD]), '+OK');
    await allUp(child);
  });

  it('Kafka: a user where the brokers have none', async (t) => {
    const env = await prepared(t, { KAFKA_USERNAME: 'somebody', KAFKA_PASSWORD: PASSWORD });
    const child = await beginService(t, 'issuer', env);
    await child.says('KAFKA_USERNAME');
    await until('it is ready', async () => (await child.health('/ready')) === 200);
    assert.deepEqual(await child.components(), { database: 'up', kafka: 'down', redis: 'up' });
  });

  it('MongoDB: a user that is unknown to the server', async (t) => {
    const env = startEnv();
    const url = new URL(env.MONGODB_URL ?? '');
    url.username = 'somebody';
    url.password = PASSWORD;
    const child = await beginService(t, 'issuer', { ...env, MONGODB_URL: url.href });
    await child.says('MONGODB_URL', '"level":"error"');
    await aliveNotReady(child);
  });
});

describe('settings that end the process', { skip }, () => {
  const ended = async (t: TestContext, env: Readonly<Record<string, string>>): Promise<string> => {
    const child = await beginService(t, 'gateway', env);
    await until('it ends', async () => child.surprises.length > 0);
    const [how] = child.surprises;
    assert.equal(how?.code, 1);
    return how.stderr;
  };

  it('all missing and wrong settings are reported at once', async (t) => {
    const { MONGODB_URL: _url, INTERNAL_SECRET: _secret, ...rest } = startEnv();
    const wrong = { KAFKA_BROKERS: 'broker', REDIS_URL: `http://:${PASSWORD}@localhost`, ISSUER_URL: 'localhost:3001' };
    const said = await ended(t, { ...rest, ...wrong, SESSION_TTL: 'soon' });
    for (const name of ['MONGODB_URL', 'INTERNAL_SECRET', 'KAFKA_BROKERS', 'REDIS_URL', 'ISSUER_URL', 'SESSION_TTL']) {
      assert.match(said, new RegExp(`- .*${name}`), said);
    }
    assert.ok(!said.includes(PASSWORD));
  });

  it('a port that is taken', async (t) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => void server.close());
    const port = (server.address() as { readonly port: number }).port;
    assert.match(await ended(t, startEnv({ PORT: String(port) })), new RegExp(`PORT ${port} .* taken`));
  });
});

it('another INTERNAL_SECRET: 503, and the log names it', { skip }, async (t) => {
  const env = await prepared(t);
  const issuer = await beginService(t, 'issuer', env);
  const other = { ...env, INTERNAL_SECRET: `${PASSWORD}-0123456789-abcdefghijklmnopq`, ISSUER_URL: issuer.url };
  const gateway = await beginService(t, 'gateway', other);
  await Promise.all([issuer, gateway].map((child) => child.start()));
  const offer = await fetch(`${gateway.url}/vci/offer`, {
    method: 'POST',
    headers: { 'x-api-key': env.AUTH_API_KEY ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'uri', credentialConfigurationIds: ['pid'] }),
  });
  assert.equal(offer.status, 503, await offer.text());
  await gateway.says('INTERNAL_SECRET', 'must be the same');
  assert.equal(await gateway.health('/live'), 200);
});
