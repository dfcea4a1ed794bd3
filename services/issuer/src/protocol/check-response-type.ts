import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './authorization-request.ts';

/** RFC 6749, 3.1.1 and 4.1.2.1. @throws ProtocolError `invalid_request`, `unsupported_response_type` */
export function checkResponseType({ parameters }: WalletParameters): void {
  const responseType = text(parameters, 'response_type');
  if (responseType === undefined) throw new ProtocolError('invalid_request', 'response_type is missing');
  if (responseType !== 'code') throw new ProtocolError('unsupported_response_type', 'response_type must be code');
}
