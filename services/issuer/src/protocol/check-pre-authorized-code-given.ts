import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/** OpenID4VCI 1.0, 6.1. @throws ProtocolError `invalid_request` */
export function checkPreAuthorizedCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'pre-authorized_code');
  if (code === undefined) throw new ProtocolError('invalid_request', 'pre-authorized_code is missing');
  return { code };
}
