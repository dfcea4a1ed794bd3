/** `issuer.revocation-list`: the certificate revocation list of a tenant's IACA. Public. */
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Platform } from '@countersign/shared/runtime/service';
import { createRevocationLists } from './revocation-lists.ts';

/** Seconds. */
const LONGEST_CACHED = 3600;

/**
 * Parameter `generation` -> the list in DER (RFC 5280, 4.2.1.13).
 * @throws ProtocolError `not_found` for an IACA that the tenant does not have
 */
export function revocationList(platform: Pick<Platform, 'store' | 'vaults' | 'signers' | 'clock'>): Operation {
  const listOf = createRevocationLists(platform);
  return async ({ tenant, params: { generation = '' } }) => {
    const list = /^[1-9]\d{0,8}$/.test(generation) ? await listOf(tenant, Number(generation)) : undefined;
    if (list === undefined) {
      throw new ProtocolError('not_found', 'There is no such revocation list', { reason: 'revocation_list_unknown' });
    }
    const seconds = Math.ceil((list.until - platform.clock()) / 1000);
    return {
      raw: list.der,
      contentType: 'application/pkix-crl',
      headers: { 'cache-control': `max-age=${Math.min(LONGEST_CACHED, seconds)}` },
    };
  };
}
