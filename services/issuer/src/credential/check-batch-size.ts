import type { Settings } from '@countersign/shared/settings/settings';
import { batchSizeOf } from '../configuration/batch-size.ts';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import { checkProofCount } from './credential-request.ts';
import type { WithCredentialRequest } from './request-checks.ts';

/** OpenID4VCI 1.0, 8.2 and 12.2.4 (`batch_size`). @throws ProtocolError `invalid_credential_request` */
export function checkBatchSize({
  platform: { settings },
  credentialRequest,
  configuration,
}: WithCredentialRequest & {
  readonly platform: { readonly settings: Pick<Settings, 'BATCH_SIZE'> };
  readonly configuration: Pick<CredentialConfiguration, 'batchSize'>;
}): void {
  checkProofCount(credentialRequest.proofs, batchSizeOf(settings, configuration));
}
