import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/** RFC 6749, 6. @throws ProtocolError `invalid_request` */
export function checkRefreshTokenGiven({ parameters }: WalletParameters): { readonly refreshToken: string } {
  const refreshToken = text(parameters, 'refresh_token');
  if (refreshToken === undefined) throw new ProtocolError('invalid_request', 'refresh_token is missing');
  return { refreshToken };
}
