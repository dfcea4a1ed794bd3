import { missingParameter } from '../client/missing-parameter.ts';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 6749, 6. @throws ProtocolError `invalid_request` */
export function checkRefreshTokenGiven({ parameters }: WalletParameters): { readonly refreshToken: string } {
  const refreshToken = text(parameters, 'refresh_token');
  if (refreshToken === undefined) throw missingParameter(parameters, 'refresh_token');
  return { refreshToken };
}
