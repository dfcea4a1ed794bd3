import { checkRedirectUri } from '@countersign/shared/kernel/redirect-uri';
import { type RequestingClient, text, type WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 6749, 3.1.2; RFC 9700, 2.1: the redirect URI is one of the client's. @throws ProtocolError `invalid_request` */
export function checkRedirectTarget({ parameters, client }: WalletParameters & { readonly client: RequestingClient }): {
  readonly redirectUri: string;
} {
  return { redirectUri: checkRedirectUri(text(parameters, 'redirect_uri'), client) };
}
