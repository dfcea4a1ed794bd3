import { missingParameter } from './missing-parameter.ts';
import type { RequestingClient } from './wallet-parameters.ts';

/** RFC 6749, 3.2.1 and 4.1.1: a code belongs to a client, so the request names one. @throws ProtocolError `invalid_request` */
export function checkClientNamed({ client }: { readonly client: RequestingClient | undefined }): {
  readonly client: RequestingClient;
} {
  if (client === undefined) throw missingParameter({}, 'client_id');
  return { client };
}
