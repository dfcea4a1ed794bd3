/**
 * Whole issuance flows over HTTP against a server process of their own: closed loop at c = 1, 8, 32.
 * With --cluster against the five services on Kafka, a MongoDB-wire server and Redis.
 * `npm run bench -- --flows 10000 --dpop --concurrency 1,8,32`
 * With --haip, the plain flow and that of an attested wallet, and the cryptographic work of both: see haip.ts.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { loadOptions, report } from './closed-loop.ts';
import { startClusterServer } from './cluster-server.ts';
import { benchHaip } from './haip.ts';
import { checkCredential, type FlowKeys, issuanceLoad } from './issuance-flow.ts';
import { startServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    dpop: { type: 'boolean', default: false },
    haip: { type: 'boolean', default: false },
    counted: { type: 'string', default: '200' },
  },
});
const root = resolve(import.meta.dirname, '../..');
if (values.haip) {
  await benchHaip(root, values);
  process.exit();
}
const server = await (values.cluster ? startClusterServer(root) : startServerProcess(root));
try {
  const keys = Array.from({ length: Number(values.keys) }, (): FlowKeys => {
    const holder = newWalletKey();
    return values.dpop ? { holder, dpop: newWalletKey() } : { holder };
  });
  const issuerKey = ((await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as { keys: object[] }).keys[0];
  const seen = new Set<string>();
  await report(issuanceLoad(server, keys), {
    title: values.dpop ? 'DPoP' : 'Bearer',
    options: values,
    check: (outcomes) => {
      for (const { credential, keys: own } of outcomes) {
        const index = checkCredential(credential, own.holder, issuerKey);
        if (seen.has(index)) throw new Error(`The status index ${index} was given twice`);
        seen.add(index);
      }
    },
    checked: 'every credential checked, no status index twice',
  });
} finally {
  await server.stop();
}
