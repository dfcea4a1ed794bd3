/** What a tenant that acts for a party requires of its presentation configurations. */
import type { ActsFor } from '@countersign/shared/flow-config/registration-rules';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Configuration } from './configurations.ts';
import { KEPT_BY_INTERMEDIARY } from './kept-by-intermediary.ts';
import { RAW_OF_INTERMEDIARY } from './raw-presentations.ts';

export type PartyConfiguration = Pick<
  Configuration,
  'profile' | 'registrationId' | 'retention' | 'release' | 'raw' | 'statusCheck' | 'statusUnreachable' | 'query'
>;

/**
 * ARF RPI_05: it contains the id of the certificate; RPI_09: it checks what was agreed; RPI_10: nothing is kept. Empty for
 * other tenants.
 */
export function partyConfigurationFindings(
  configuration: PartyConfiguration,
  actsFor: ActsFor | undefined,
): readonly FieldError[] {
  if (actsFor === undefined) return [];
  const { profile, registrationId, retention, release, raw } = configuration;
  if (profile !== undefined) return [{ pointer: '/profile', detail: UNNAMED }];
  return [
    ...(registrationId === undefined ? [{ pointer: '/registrationCert/id', detail: WITHOUT_CERTIFICATE }] : []),
    ...(raw === undefined ? [] : [{ pointer: '/raw', detail: RAW_OF_INTERMEDIARY }]),
    ...(retention === undefined && release === undefined
      ? [{ pointer: '/retention', detail: `${KEPT_BY_INTERMEDIARY}, or release response_code` }]
      : []),
    ...(actsFor.checks.includes('revocation') ? statusFindings(configuration) : []),
    ...(actsFor.checks.includes('holder_binding') ? bindingFindings(configuration) : []),
  ];
}

function statusFindings({ statusCheck, statusUnreachable }: PartyConfiguration): readonly FieldError[] {
  const detail = 'The party has agreed on the check revocation (actsFor.checks in tenant.json): remove this member';
  return [
    ...(statusCheck === 'off' ? [{ pointer: '/statusCheck', detail }] : []),
    ...(statusUnreachable === 'accept' ? [{ pointer: '/statusUnreachable', detail }] : []),
  ];
}

function bindingFindings({ query }: PartyConfiguration): readonly FieldError[] {
  const detail = 'The party has agreed on the check holder_binding (actsFor.checks in tenant.json): remove this member';
  return query.credentials.flatMap(({ requireHolderBinding }, index) =>
    requireHolderBinding
      ? []
      : [{ pointer: `/dcql_query/credentials/${index}/require_cryptographic_holder_binding`, detail }],
  );
}

const UNNAMED = 'The tenant acts for a party, and a request without certificates does not show the wallet which one';

const WITHOUT_CERTIFICATE =
  "The tenant acts for a party, so the configuration must name one of the party's registration certificates";
