/** `npm run service -- NAME`: installs and compiles if needed, then runs one service as a separate process. */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

const services = ['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher'];

const name = process.argv[2];
if (!services.includes(name)) {
  process.stderr.write(`npm run service -- NAME, where NAME is one of: ${services.join(', ')}\n`);
  process.exit(1);
}
install();
build();
await import(join(root, 'bundle', `${name}.js`));
