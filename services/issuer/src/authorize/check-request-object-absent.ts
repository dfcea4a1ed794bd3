import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { WalletParameters } from '../client/wallet-parameters.ts';

/** RFC 9126, 3; RFC 9101: request objects are not supported. @throws ProtocolError `request_not_supported` */
export function checkRequestObjectAbsent({ parameters }: WalletParameters): void {
  if (parameters.request !== undefined) {
    throw new ProtocolError('request_not_supported', 'Request objects are not supported', {
      ...{ reason: 'request_object', facts: { parameter: 'request' } },
    });
  }
}
