/** `npm run demo:login`: a server, an application that knows nothing but OpenID Connect, and a wallet that signs a user in. */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'demo', 'demo-login.js'));
