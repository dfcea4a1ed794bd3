/**
 * Preloaded into a server: counts its calls of node:crypto, and writes the counts as JSON to the file COUNT_TO on
 * SIGUSR2. Synchronous and asynchronous calls count equally.
 */
import { writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
const counts: Record<string, number> = {};

/** Function of node:crypto, and the kind of work to count it as. */
const counted: Readonly<Record<string, string>> = {
  sign: 'signatures made',
  verify: 'signatures checked',
  diffieHellman: 'key agreements',
  generateKeyPairSync: 'key pairs made',
  createPublicKey: 'keys read',
  createPrivateKey: 'keys read',
};

for (const [name, label] of Object.entries(counted)) {
  const original = crypto[name];
  crypto[name] = (...args: unknown[]) => {
    add(label);
    return original(...args);
  };
}
countMethod(crypto.ECDH.prototype, 'computeSecret', 'key agreements');
countMethod(crypto.ECDH.prototype, 'generateKeys', 'key pairs made');
countMethod(crypto.X509Certificate.prototype, 'verify', 'certificate signatures checked');
syncBuiltinESMExports();

function countMethod(prototype: Record<string, (...args: unknown[]) => unknown>, name: string, label: string): void {
  const original = prototype[name];
  if (original === undefined) return;
  prototype[name] = function counting(this: unknown, ...args: unknown[]) {
    add(label);
    return original.apply(this, args);
  };
}

function add(label: string): void {
  counts[label] = (counts[label] ?? 0) + 1;
}

process.on('SIGUSR2', () => writeFileSync(process.env.COUNT_TO ?? '', JSON.stringify(counts)));
