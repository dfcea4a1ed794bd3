import { ProtocolError } from '@countersign/shared/kernel/errors';

/** FAPI 2.0 Security Profile, 5.3.4: an access token is never sent in the query. @throws ProtocolError `invalid_request` */
export function checkTokenPlace({
  request: { query },
}: {
  readonly request: { readonly query: Readonly<Record<string, string>> };
}): void {
  if (query.access_token !== undefined) {
    throw new ProtocolError('invalid_request', 'The access token belongs in the Authorization header', {
      reason: 'token_in_query',
    });
  }
}
