/** Replaces the key of an account at an authority (RFC 8555, 7.3.5). The next key is stored first, so an interrupted rollover is finished later. */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Clock } from '@countersign/shared/kernel/clock';
import { changeAccountKey, findAccount } from './acme-account.ts';
import type { AcmeAccounts } from './acme-accounts.ts';
import { AcmeError } from './acme-error.ts';
import { createAcmeExchange } from './acme-exchange.ts';
import { acmeReasons } from './acme-reasons.ts';

export interface RolloverParts {
  readonly accounts: AcmeAccounts;
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/** @returns whether there is an account @throws AcmeError; the current key then stays, unless the authority has taken the next one */
export async function rollOverAccount(
  { accounts, outbound, clock }: RolloverParts,
  tenant: string,
  directory: string,
): Promise<boolean> {
  const { key, url } = await accounts.of(tenant, directory);
  if (url === undefined) return false;
  const next = await accounts.next(tenant, directory);
  const exchangeOf = (by: typeof key) => createAcmeExchange({ outbound, clock, key: by, address: directory });
  // The response of an earlier attempt may have been lost.
  const taken = await findAccount(exchangeOf(next));
  if (taken === undefined) await changeAccountKey(exchangeOf(key), { account: url, key, next });
  await accounts.adopt(tenant, directory, taken ?? url);
  return true;
}

export type ReplacedAccountKey = {
  readonly directory: string;
  readonly outcome: 'replaced' | 'no_account' | 'failed';
  readonly reason?: string;
  readonly detail?: string;
  readonly explanation?: string;
  readonly hint?: string;
};

/** Each authority in turn; one that refuses does not keep others from it. */
export async function replaceAccountKeys(
  parts: RolloverParts,
  tenant: string,
  directories: readonly string[],
): Promise<readonly ReplacedAccountKey[]> {
  const replaced: ReplacedAccountKey[] = [];
  for (const directory of directories) replaced.push(await replaceAccountKey(parts, tenant, directory));
  return replaced;
}

async function replaceAccountKey(parts: RolloverParts, tenant: string, directory: string): Promise<ReplacedAccountKey> {
  try {
    return { directory, outcome: (await rollOverAccount(parts, tenant, directory)) ? 'replaced' : 'no_account' };
  } catch (error) {
    if (!(error instanceof AcmeError)) throw error;
    const { reason, facts } = error;
    const { explanation, hint } = acmeReasons[reason];
    const detail = facts.detail === undefined ? {} : { detail: String(facts.detail) };
    return { directory, outcome: 'failed', reason, ...detail, explanation, hint };
  }
}
