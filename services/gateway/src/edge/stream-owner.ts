/** The owner of a stream, and whether a new request of the same kind would still be admitted. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { checkPermission } from '../authenticate/permission.ts';
import type { AdmitParts, Admitted } from './admit.ts';
import type { Exchange } from './answer.ts';

export interface StreamOwner {
  /** Streams with the same key are checked together. */
  readonly key: string;
  /** Never rejects: while the deciding service is unavailable, streams stay. */
  readonly mayRead: () => Promise<boolean>;
}

/** Credential, client, role and tenant are checked as at the start of the request. */
export function streamOwner(
  { authenticate, tenantStatusOf }: Pick<AdmitParts, 'authenticate' | 'tenantStatusOf'>,
  { request }: Pick<Exchange, 'request'>,
  { match, caller, tenant }: Pick<Admitted, 'match' | 'caller' | 'tenant'>,
): StreamOwner {
  const { route, owner } = match;
  const headers = caller === undefined ? {} : request.headersDistinct;
  const credential = [headers['x-api-key'], headers.authorization, headers.cookie];
  const admitted = async (): Promise<boolean> => {
    if (caller !== undefined) {
      const now = await authenticate(headers, match);
      if (now.tenant !== tenant) return false;
      checkPermission(route, now, {});
    }
    return (await tenantStatusOf(tenant)) === 'served';
  };
  return {
    // By digest, so that no credential is a key.
    key: hashOf(JSON.stringify([tenant, owner, route.operation, credential])),
    mayRead: () => admitted().catch((error) => !(error instanceof ProtocolError && error.status < 500)),
  };
}
