/** A member of a group in a separate process that crashes between the handling of an event and its commit. */
import { newBus } from './cluster.ts';

const [prefix, group] = process.argv.slice(2);
if (prefix === undefined || group === undefined) throw new Error('crashing-member <prefix> <group>');
const { bus } = newBus(prefix);
bus.subscribe({
  topic: 'issuance-results',
  group,
  handler: async (event) => {
    process.stdout.write(`${event.id}\n`, () => process.kill(process.pid, 'SIGKILL'));
    await new Promise(() => undefined);
  },
});
await bus.start();
