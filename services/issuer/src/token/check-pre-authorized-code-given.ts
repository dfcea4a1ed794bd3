import { missingParameter } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** OpenID4VCI 1.0, 6.1. @throws ProtocolError `invalid_request` */
export function checkPreAuthorizedCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'pre-authorized_code');
  if (code === undefined) throw missingParameter(parameters, 'pre-authorized_code');
  return { code };
}
