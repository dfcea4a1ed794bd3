import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kafka, logLevel } from 'kafkajs';
import { startKafka } from './kafka.ts';
import { canStart, listens, started } from './started.ts';

const TOPIC = 'kept';
const WORDS = ['one', 'two', 'three'];

async function write(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 1 }] });
  await admin.disconnect();
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  await producer.send({ topic: TOPIC, acks: -1, messages: WORDS.map((value) => ({ value })) });
  await producer.disconnect();
}

/** Reads the topic from its start in a group. */
async function read(kafka: Kafka, groupId: string): Promise<readonly string[]> {
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  const words: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ message }: { message: { value: Buffer | null } }): Promise<void> => {
      words.push(String(message.value));
      if (words.length === WORDS.length) resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return words;
}

test('Kafka keeps topics and messages over a kill and a stop, on the same port', async (t) => {
  if (!canStart(t, 'kafka')) return;
  const engine = await started(t, startKafka);
  const kafka = new Kafka({ brokers: [engine.url], logLevel: logLevel.NOTHING });
  await write(kafka);
  assert.deepEqual(await read(kafka, 'a'), WORDS);

  await engine.kill();
  assert.equal(engine.pid, undefined);
  await engine.start();
  assert.deepEqual(await read(kafka, 'b'), WORDS);

  await engine.stop();
  assert.equal(await listens(Number(engine.url.split(':')[1])), false);
  await engine.start();
  assert.deepEqual(await read(kafka, 'c'), WORDS);
});
