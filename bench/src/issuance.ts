/**
 * Issuance flows over HTTP against a server process of their own: `npm run bench -- --flows 10000 --dpop --concurrency 1,8,32`.
 * With --haip also those of an attested wallet, and the cryptographic work of both.
 */
import { bench } from './main.ts';

const args = process.argv.slice(2);
await bench(['issuance', ...args], { warmup: '3000', counted: args.includes('--haip') ? '200' : '0' });
process.exit();
