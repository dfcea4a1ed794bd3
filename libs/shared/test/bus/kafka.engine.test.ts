import { describe } from 'node:test';
import { createTopics } from '../../src/bus/kafka/topics.ts';
import { silentLog } from '../../src/log.ts';
import { busContract } from './contract.ts';
import { newBus, newPrefix, removePrefix, SKIP, settingsOf } from './kafka/cluster.ts';

describe('Kafka', { skip: SKIP }, () => {
  busContract('kafka', async () => {
    const prefix = newPrefix();
    await createTopics({ settings: settingsOf(prefix), log: silentLog });
    const { bus, deadLetters } = newBus(prefix);
    return {
      bus,
      deadLetters,
      close: async () => {
        await bus.stop();
        await removePrefix(prefix);
      },
    };
  });
});
