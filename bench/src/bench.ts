/** `npm run bench -- all`, names of scenarios, or `plots FILE`. */
import { bench, drawPlots } from './main.ts';

const [first, ...rest] = process.argv.slice(2);
await (first === 'plots' ? drawPlots(rest) : bench(process.argv.slice(2)));
process.exit();
