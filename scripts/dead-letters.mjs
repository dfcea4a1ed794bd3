/**
 * `npm run dead-letters -- list`: the events that a service could not handle, one line each.
 * `npm run dead-letters -- replay [id]`: puts one of them, or all, back into the outbox of its session; the running
 * server publishes it within seconds, with the same id. `gone`: its session is no more; `unreadable`: it is no event,
 * there is nothing to replay.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const load = (path) => import(join(root, path));
const { openBesideServer } = await load('services/standalone/dist/src/beside-server.js');
const { listDeadLetters, replayDeadLetter } = await load('libs/shared/dist/src/store/dead-letters.js');

const [command, id] = process.argv.slice(2);
if (command !== 'list' && command !== 'replay') {
  process.stderr.write('npm run dead-letters -- list | replay [id]\n');
  process.exit(1);
}
const { store } = await openBesideServer(process.env);
try {
  for (const letter of await listDeadLetters(store)) {
    const { id: letterId, at, event, error } = letter;
    const line = { id: letterId, at: new Date(at).toISOString(), type: event?.type ?? 'unreadable', error };
    if (command === 'list') process.stdout.write(`${JSON.stringify(line)}\n`);
    else if (id === undefined || id === letter.id) {
      process.stdout.write(`${letter.id} ${await replayDeadLetter(store, letter)}\n`);
    }
  }
} finally {
  await store.close();
}
