/** `npm run provision`: makes the indexes in MongoDB and the topics on Kafka, for the services as separate processes. */
import { runCommand } from './command.mjs';

await runCommand('libs/shared/dist/src/runtime/provision-main.js', 'runProvision');
