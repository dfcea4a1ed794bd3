/** `npm run wallet -- '<link>'`: a small wallet at the terminal, for trying offers and presentations without a phone. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
await import(join(root, 'libs', 'wallet', 'dist', 'src', 'command', 'command.js'));
