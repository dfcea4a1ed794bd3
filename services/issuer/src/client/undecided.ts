/** A wallet whose provider is not trusted, while a list of wallet providers has ended: nobody knows now, so the wallet may come again. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { ListedAnchors } from '@countersign/shared/trust/listed-anchors';

const UNTRUSTED: ReadonlySet<string | undefined> = new Set([
  'client_attestation_untrusted',
  'key_attestation_untrusted',
]);
/** Seconds. */
const RETRY_AFTER = '60';

/** @returns what to throw instead of the error: `temporarily_unavailable`, or the error itself */
export async function undecided(
  error: unknown,
  listed: Pick<ListedAnchors, 'isUndecided'>,
  tenant: string,
): Promise<unknown> {
  if (!(error instanceof ProtocolError) || !UNTRUSTED.has(error.options.reason)) return error;
  if (!(await listed.isUndecided(tenant, 'wallet-providers'))) return error;
  return new ProtocolError('temporarily_unavailable', 'The providers of wallets are not known at the moment', {
    headers: { 'retry-after': RETRY_AFTER },
    reason: 'wallet_list_ended',
  });
}
