/** The alarm of a tenant whose anchors of wallet providers are missing or have expired: its attested wallets are refused. */
import type { Platform } from '@countersign/shared/runtime/service';

/** Milliseconds between two log lines of a tenant. */
const PAUSE = 60_000;

/** @returns called for each refused request; `found` is the number of anchors, none of them valid now */
export function createTrustAlarm({
  log,
  metrics,
  clock,
}: Pick<Platform, 'log' | 'metrics' | 'clock'>): (tenant: string, found: number) => void {
  // One entry per tenant with a folder for wallet providers.
  const reported = new Map<string, number>();
  return (tenant, found) => {
    metrics.count('countersign_wallet_trust_missing_total', {});
    const last = reported.get(tenant);
    if (last !== undefined && clock() - last < PAUSE) return;
    reported.set(tenant, clock());
    const detail =
      found === 0 ? 'There is no anchor in trust/wallet-providers' : 'No anchor in trust/wallet-providers is valid now';
    log.error('Every attested wallet is refused', { tenant, detail });
  };
}
