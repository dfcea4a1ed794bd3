/** Counts this process's calls of node:crypto. Synchronous and asynchronous calls count equally. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { add, begin, follow } from './counts.ts';

type Call = (this: unknown, ...args: unknown[]) => unknown;

const crypto = createRequire(import.meta.url)('node:crypto');

/** Function of node:crypto, and the kind of work to count it as. */
const functions: Readonly<Record<string, string>> = {
  sign: 'signatures made',
  verify: 'signatures checked',
  diffieHellman: 'key agreements',
  generateKeyPair: 'key pairs made',
  generateKeyPairSync: 'key pairs made',
  createPublicKey: 'keys imported',
  createPrivateKey: 'keys imported',
  createCipheriv: 'encryptions',
  createDecipheriv: 'decryptions',
};
const ofCurves: Readonly<Record<string, string>> = {
  computeSecret: 'key agreements',
  generateKeys: 'key pairs made',
  setPrivateKey: 'keys imported',
};
/** WebCrypto's functions; all of them are asynchronous. */
const ofSubtle: Readonly<Record<string, string>> = {
  sign: 'signatures made',
  verify: 'signatures checked',
  importKey: 'keys imported',
  generateKey: 'key pairs made',
  deriveBits: 'key agreements',
};

countAll(crypto, functions);
countAll(crypto.ECDH.prototype, ofCurves);
countAll(crypto.X509Certificate.prototype, { verify: 'certificate signatures checked' });
countAll(Object.getPrototypeOf(crypto.webcrypto.subtle), ofSubtle);
syncBuiltinESMExports();

function countAll(owner: Record<string, Call>, figures: Readonly<Record<string, string>>): void {
  for (const [name, figure] of Object.entries(figures)) {
    const original = owner[name];
    if (original === undefined) throw new Error(`node:crypto has no ${name}`);
    owner[name] = function counted(...args) {
      add(figure);
      if (isKeyText(args[2]) && (name === 'sign' || name === 'verify')) add('keys imported');
      const last = args.at(-1);
      if (typeof last === 'function') args[args.length - 1] = finishing(last as Call);
      const answer = original.apply(this, args);
      return answer instanceof Promise ? follow(answer) : answer;
    };
  }
}

/** The call imports a key that is not a KeyObject. */
function isKeyText(key: unknown): boolean {
  if (typeof key === 'string' || Buffer.isBuffer(key)) return true;
  if (typeof key !== 'object' || key === null || !('key' in key)) return false;
  return !(key.key instanceof crypto.KeyObject);
}

function finishing(callback: Call): Call {
  const done = begin();
  return function finished(...args) {
    done();
    return callback.apply(this, args);
  };
}
