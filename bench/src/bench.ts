/** `npm run bench -- all`, or names of scenarios. */
import { bench } from './main.ts';

await bench(process.argv.slice(2));
process.exit();
