/**
 * `npm run authority -- FOLDER [--port N]`: a registrar, an authority of access certificates and two trust lists on
 * loopback, for trying out profile `eu` (docs/how-to/eu.md). Writes their certificates into the folder, and serves
 * until Ctrl-C. They certify anybody, and their keys are public: never trust them in production.
 */
import { resolve } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
await import(resolve(root, 'test', 'dist', 'authority', 'authority.js'));
