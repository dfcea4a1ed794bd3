/**
 * `npm run dead-letters -- list`: the events that a service could not handle, one line each.
 * `npm run dead-letters -- replay [id] --yes`: puts one of them, or all, back into the outbox of its session; the running
 * server publishes it within seconds, with the same id. `gone`: its session is no more; `unreadable`: it is no event,
 * there is nothing to replay.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/dead-letters.js', 'runDeadLetters');
