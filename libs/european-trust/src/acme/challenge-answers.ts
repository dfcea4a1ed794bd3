/**
 * What an authority reads at `/.well-known/acme-challenge/<token>` (RFC 8555, 8.3): from the store, so that every
 * replica can respond.
 */
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import type { Store } from '@countersign/shared/store/port';

/** The key authorization for a token of an open challenge; undefined for any other string. */
export async function challengeAnswer(store: Store, token: string): Promise<string | undefined> {
  if (!/^[\w-]{16,128}$/.test(token)) return undefined;
  const query = { index: 'token', equal: [token], limit: 1 };
  const [order] = (await store.find(overAllTenants(certificateOrders), query)).documents;
  return order?.thumbprint === undefined ? undefined : `${token}.${order.thumbprint}`;
}
