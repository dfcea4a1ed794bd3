import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/** RFC 6749, 4.1.3. @throws ProtocolError `invalid_request` */
export function checkCodeGiven({ parameters }: WalletParameters): { readonly code: string } {
  const code = text(parameters, 'code');
  if (code === undefined) throw new ProtocolError('invalid_request', 'code is missing');
  return { code };
}
