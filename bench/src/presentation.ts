/**
 * Whole presentation flows over HTTP against a server process of their own: closed loop at c = 1, 8, 32.
 * With --cluster against the five services on Kafka, a MongoDB-wire server and Redis.
 * `npm run bench -- presentation --flows 10000 --concurrency 1,8,32`
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { loadOptions, measure, report } from './closed-loop.ts';
import { startClusterServer } from './cluster-server.ts';
import { issuanceLoad } from './issuance-flow.ts';
import { makePresenter, presentationLoad, writeConfiguration } from './presentation-flow.ts';
import { startServerProcess } from './server-process.ts';

const { values } = parseArgs({ options: { ...loadOptions, warmup: { type: 'string', default: '2000' } } });
const root = resolve(import.meta.dirname, '../..');
const server = await (values.cluster ? startClusterServer(root) : startServerProcess(root));
try {
  await writeConfiguration(server);
  const keys = Array.from({ length: Number(values.keys) }, () => ({ holder: newWalletKey() }));
  const { outcomes: issued } = await measure(issuanceLoad(server, keys), keys.length, 8);
  const presenters = issued.map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
  const seen = new Set<string>();
  await report(presentationLoad(server, presenters), {
    title: `direct_post.jwt, ${presenters.length} credentials`,
    options: values,
    check: (sessions) => {
      for (const session of sessions) {
        if (seen.has(session)) throw new Error(`The session ${session} was given twice`);
        seen.add(session);
      }
    },
    checked: 'every session verified, with the claim that was presented',
  });
} finally {
  await server.stop();
}
