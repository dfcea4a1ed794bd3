import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 6749, 3.1.1 and 4.1.2.1. @throws ProtocolError `invalid_request`, `unsupported_response_type` */
export function checkResponseType({ parameters }: WalletParameters): void {
  const responseType = text(parameters, 'response_type');
  if (responseType === 'code') return;
  const facts = { expected: 'code', ...(responseType === undefined ? {} : { received: responseType }) };
  const why = { reason: 'response_type', facts } as const;
  throw responseType === undefined
    ? new ProtocolError('invalid_request', 'response_type is missing', why)
    : new ProtocolError('unsupported_response_type', 'response_type must be code', why);
}
