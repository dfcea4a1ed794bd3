/** A pre-authorized issuance of several copies of a credential, one for each key of the wallet. */
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { wellKnown } from '../server/site.ts';
import { inTurn, receivePreAuthorized, STEPS, type Step, siteOf } from './issuance-flow.ts';

/** The copies of one flow, in the order of the keys. */
export interface Batch {
  readonly credentials: readonly string[];
  readonly keys: readonly WalletKey[];
}

/** Keys of a request: what the issuer allows, ten at most. */
export async function batchSize(server: ServerProcess): Promise<number> {
  const answer = await fetch(server.url + wellKnown(server, 'openid-credential-issuer'));
  const metadata = (await answer.json()) as { batch_credential_issuance?: { batch_size: number } };
  return Math.min(10, metadata.batch_credential_issuance?.batch_size ?? 1);
}

/** @param wallets wallets in turn, each with as many keys as `size` */
export function batchLoad(
  server: ServerProcess,
  { wallets, size, configuration }: { wallets: number; size: number; configuration?: string | undefined },
): Load<Step, Batch> {
  const all = Array.from({ length: wallets }, () => Array.from({ length: size }, newWalletKey));
  return {
    server,
    steps: STEPS,
    flow: async (call, number) => {
      const keys = inTurn(all, number);
      const [holder = newWalletKey()] = keys;
      const context = { ...siteOf(server), call, keys: { holder }, configuration };
      return { credentials: (await receivePreAuthorized(context, keys)).credentials, keys };
    },
  };
}
