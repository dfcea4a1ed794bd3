import { missingParameter } from './missing-parameter.ts';
import { text, type WalletParameters } from './wallet-parameters.ts';

/** RFC 6749, 4.1.1; RFC 9126, 4: also together with a request_uri. @throws ProtocolError `invalid_request` */
export function checkClientId({ parameters }: WalletParameters): { readonly clientId: string } {
  const clientId = text(parameters, 'client_id');
  if (clientId === undefined) throw missingParameter(parameters, 'client_id');
  return { clientId };
}
