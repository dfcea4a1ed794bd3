/** Presentation flows over HTTP against a server process of their own: `npm run bench -- presentation --concurrency 1,8,32`. */
import { bench } from './main.ts';

await bench(['presentation', ...process.argv.slice(2)], { warmup: '2000', counted: '0' });
process.exit();
