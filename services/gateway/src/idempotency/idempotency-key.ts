/** A request's `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header). */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { DistinctHeaders } from '../authenticate/caller.ts';
import { IDEMPOTENCY_KEY_PATTERN, type Route } from '../routes/route.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';

const KEY = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/**
 * @returns undefined if the request has no key, or the row does not use it
 * @throws ProtocolError `invalid_request`
 */
export function readIdempotencyKey(
  headers: DistinctHeaders,
  { idempotent }: Pick<Route, 'idempotent'>,
): string | undefined {
  const values = headers[IDEMPOTENCY_KEY];
  if (values === undefined || idempotent !== true) return undefined;
  const [key = ''] = values;
  if (values.length === 1 && KEY.test(key)) return key;
  throw new ProtocolError(
    'invalid_request',
    'The header Idempotency-Key must be 8 to 128 visible ASCII characters, once',
    {
      reason: 'idempotency_key_malformed',
      facts: { count: values.length },
    },
  );
}
