/**
 * Kafka, MongoDB and Redis behind TLS with a private authority, requiring client certificates. Kafka serves TLS itself;
 * the other two are behind a proxy that does.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTopics } from '@countersign/shared/bus/kafka/topics';
import { createRedisCache } from '@countersign/shared/cache/redis/cache';
import { systemClock } from '@countersign/shared/kernel/clock';
import { silentLog } from '@countersign/shared/kernel/log';
import { openConfiguredMongo } from '@countersign/shared/runtime/configured-mongo';
import { readEngineTls } from '@countersign/shared/settings/engine-tls';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import { patience, until } from '@countersign/shared/test/patience';
import { freePort } from './engine.ts';
import { startKafka } from './kafka.ts';
import { canStart, started } from './started.ts';
import { openTlsDoor, type TlsDoor, type TlsFiles, writeTlsFiles } from './tls-files.ts';

/** The engine's own files, and a different authority's. */
async function files(t: TestContext): Promise<{ readonly own: TlsFiles; readonly others: TlsFiles }> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tls-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return { own: await writeTlsFiles(folder, 'own'), others: await writeTlsFiles(folder, 'others') };
}

/** An engine's settings with these files, and the settings that it must refuse or be refused with. */
function settingsOf(engine: string, { own, others }: Awaited<ReturnType<typeof files>>) {
  const named = ({ ca, cert, key }: TlsFiles): Environment => ({
    [`${engine}_TLS_CA`]: ca,
    [`${engine}_TLS_CERT`]: cert,
    [`${engine}_TLS_KEY`]: key,
  });
  return {
    good: named(own),
    bad: {
      'no certificate of its own': { [`${engine}_TLS_CA`]: own.ca },
      'a certificate of another authority': { ...named(others), [`${engine}_TLS_CA`]: own.ca },
      'a server that it does not trust': { ...named(own), [`${engine}_TLS_CA`]: others.ca },
    },
  };
}

async function doorTo(t: TestContext, url: string | undefined, { own }: { readonly own: TlsFiles }): Promise<TlsDoor> {
  const pem = { ca: readFileSync(own.ca), cert: readFileSync(own.cert), key: readFileSync(own.key) };
  const door = await openTlsDoor(pem, Number(new URL(url ?? '').port));
  t.after(() => door.close());
  return door;
}

test('Kafka', async (t) => {
  if (!canStart(t, 'kafka')) return;
  const given = await files(t);
  const port = await freePort();
  await started(t, (options) =>
    startKafka({ ...options, tls: { port, keyStore: given.own.both, trustStore: given.own.ca } }),
  );
  const { good, bad } = settingsOf('KAFKA', given);
  const base = { KAFKA_BROKERS: `127.0.0.1:${port}`, KAFKA_TLS: 'true', KAFKA_REPLICATION: '1', KAFKA_PARTITIONS: '1' };
  const make = (env: Environment) =>
    createTopics({ settings: readSettings({ ...base, ...env }).settings, log: silentLog });
  for (const [why, env] of Object.entries(bad)) await assert.rejects(make(env), why);
  assert.ok((await make(good)).created.length > 0);
});

const mongo = process.env.MONGODB_URL;

test('MongoDB', { skip: mongo === undefined && 'needs MONGODB_URL' }, async (t) => {
  const given = await files(t);
  const door = await doorTo(t, mongo, given);
  const { good, bad } = settingsOf('MONGODB', given);
  const ping = async (env: Environment): Promise<void> => {
    const url = `mongodb://127.0.0.1:${door.port}/?directConnection=true`;
    const { settings } = readSettings({ MONGODB_URL: url, MONGODB_TIMEOUT: `${await patience(2000, 60_000)}`, ...env });
    const store = openConfiguredMongo(settings, silentLog);
    try {
      await store.ping();
    } finally {
      await store.close();
    }
  };
  for (const [why, env] of Object.entries(bad))
    await assert.rejects(ping(env), { code: 'temporarily_unavailable' }, why);
  assert.ok(door.refused() > 0);
  await ping(good);
});

const redis = process.env.REDIS_URL;

test('Redis', { skip: redis === undefined && 'needs REDIS_URL' }, async (t) => {
  const given = await files(t);
  const door = await doorTo(t, redis, given);
  const { good, bad } = settingsOf('REDIS', given);
  const cacheWith = (env: Environment) => {
    const url = `rediss://127.0.0.1:${door.port}`;
    const { settings } = readSettings({ REDIS_URL: url, ...env });
    const tls = readEngineTls(settings, 'REDIS');
    return createRedisCache({ url, prefix: 'tls-test:', clock: systemClock, log: silentLog, ...(tls && { tls }) });
  };
  for (const [why, env] of Object.entries(bad)) {
    const cache = cacheWith(env);
    const before = door.refused();
    await until(why, async () => door.refused() > before);
    await assert.rejects(cache.ping(), { code: 'temporarily_unavailable' }, why);
    await cache.close();
  }
  const cache = cacheWith(good);
  await until('a connection', () =>
    cache.ping().then(
      () => true,
      () => false,
    ),
  );
  await cache.close();
});
