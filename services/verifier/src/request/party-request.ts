/** What a tenant that acts for a party requires of a request: a way on which only the party receives the claims. */

import { errorsBelow } from '@countersign/shared/flow-config/listed';
import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import type { Configuration } from '../query/configurations.ts';
import { type PartyConfiguration, partyConfigurationFindings } from '../query/party-configuration.ts';
import { RAW_OF_INTERMEDIARY } from '../query/raw-presentations.ts';

/** ARF RPI_08: an intermediary passes the claims to the party only. Empty for other tenants. */
export function partyFindings(
  { webhook, redirectUri, raw }: Pick<PresentationRequest, 'webhook' | 'redirectUri' | 'raw'>,
  configuration: PartyConfiguration & Pick<Configuration, 'webhook'>,
  actsFor: ActsFor | undefined,
): readonly FieldError[] {
  if (actsFor === undefined) return [];
  // A configuration in a file was not checked with the tenant.
  const before = errorsBelow('/requestId', partyConfigurationFindings(configuration, actsFor));
  if (before.length > 0) return before;
  if (webhook !== undefined) {
    return [{ pointer: '/webhook', detail: "The claims go to the party's webhook, which is in its configuration" }];
  }
  if (raw !== undefined) return [{ pointer: '/raw', detail: RAW_OF_INTERMEDIARY }];
  if (configuration.webhook !== undefined || redirectUri !== undefined) return [];
  return [{ pointer: '/redirectUri', detail: WITHOUT_WAY }];
}

const WITHOUT_WAY =
  'Without a webhook in the configuration the party receives the claims with the response_code only: add redirectUri';
