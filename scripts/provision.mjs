/** `npm run provision`: makes the indexes in MongoDB and the topics on Kafka, for the services as separate processes. */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/provision.js', 'runProvision');
