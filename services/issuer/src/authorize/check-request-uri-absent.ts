import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 9126, 2.1: a pushed request contains no request_uri. @throws ProtocolError `invalid_request` */
export function checkRequestUriAbsent({ parameters }: WalletParameters): void {
  if (parameters.request_uri !== undefined) {
    throw new ProtocolError('invalid_request', 'request_uri is not accepted here', {
      ...{ reason: 'request_uri_misplaced', facts: { parameter: 'request_uri' } },
    });
  }
}
