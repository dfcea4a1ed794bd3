import { ProtocolError } from '@countersign/shared/kernel/errors';
import { differingUrls } from '@countersign/shared/kernel/reasons/url-difference';
import { text, type WalletParameters } from './wallet-parameters.ts';

/** RFC 8707, 2: the only resource here is the credential issuer. @throws ProtocolError `invalid_target` */
export function checkResource({ parameters, issuer }: WalletParameters & { readonly issuer: string }): void {
  const resource = text(parameters, 'resource');
  if (resource !== undefined && resource !== issuer) {
    throw new ProtocolError('invalid_target', 'resource must be the credential issuer identifier', {
      reason: 'resource',
      facts: differingUrls(issuer, resource),
    });
  }
}
