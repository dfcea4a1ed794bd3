/** The proxies between five services and their engines: each may go dead, and the store's may break off in a write. */
import { startBrokerProxy } from '@countersign/shared/test/bus/kafka/broker-proxy';
import { type FaultProxy, faultProxy } from '@countersign/shared/test/store/mongo/fault-proxy';
import type { Engines } from '../cluster-world.ts';
import type { Outage } from './system.ts';

/** The commands of the store that write. */
const WRITES = ['insert', 'update', 'findAndModify', 'bulkWrite', 'delete'];

export interface EngineLinks {
  /** Settings of the services. */
  readonly env: Readonly<Record<string, string>>;
  /** The engine is there, and nothing arrives in either direction. */
  readonly partitions: Readonly<Record<keyof Engines, Outage>>;
  /** Each write of the store loses its connection, before or behind it. */
  readonly breaks: Outage;
  close(): Promise<void>;
}

export async function openEngineLinks({ kafka, mongodb, redis }: Engines): Promise<EngineLinks> {
  const closers: (() => unknown)[] = [];
  const toKafka = await startBrokerProxy({ after: (closer) => void closers.push(closer as () => unknown) }, kafka.url);
  const [toMongo, toRedis] = await Promise.all([mongodb, redis].map(({ url }) => proxyTo(url)));
  if (toMongo === undefined || toRedis === undefined) throw new Error('A proxy is missing');
  closers.push(toMongo.stop, toRedis.stop);
  return {
    env: {
      KAFKA_BROKERS: toKafka.address,
      MONGODB_URL: `mongodb://127.0.0.1:${toMongo.port}`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
    },
    partitions: {
      kafka: { begin: async () => toKafka.block(), end: () => toKafka.restore() },
      mongodb: partition(toMongo),
      redis: partition(toRedis),
    },
    breaks: breaksOf(toMongo),
    close: async () => void (await Promise.all(closers.map((closer) => closer()))),
  };
}

function proxyTo(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url);
  return faultProxy({ host: hostname, port: Number(port) });
}

function partition(proxy: FaultProxy): Outage {
  return {
    begin: async () => proxy.stall(),
    // What is open stays dead.
    end: async () => {
      await proxy.stop();
      await proxy.start();
    },
  };
}

function breaksOf(proxy: FaultProxy): Outage {
  let timer: NodeJS.Timeout | undefined;
  let behind = false;
  const cut = (): void => {
    behind = !behind;
    for (const command of WRITES) proxy.cut(command, behind ? 'after' : 'before');
  };
  return {
    begin: async () => {
      timer = setInterval(cut, 200);
    },
    end: async () => clearInterval(timer),
  };
}
