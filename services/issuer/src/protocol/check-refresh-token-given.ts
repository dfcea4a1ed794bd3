import { text, type WalletParameters } from './authorization-request.ts';
import { missingParameter } from './missing-parameter.ts';

/** RFC 6749, 6. @throws ProtocolError `invalid_request` */
export function checkRefreshTokenGiven({ parameters }: WalletParameters): { readonly refreshToken: string } {
  const refreshToken = text(parameters, 'refresh_token');
  if (refreshToken === undefined) throw missingParameter(parameters, 'refresh_token');
  return { refreshToken };
}
