/** Reasons of refusals: users at the console. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const personReasons = {
  person_not_admitted: {
    step: 'management',
    blame: 'user',
    explanation:
      "The user signed in at the identity provider, but the provider's claims contain no role or no tenant on this server.",
    hint: 'Give the account a role at the provider. MANAGEMENT_OIDC_ROLE_CLAIM, MANAGEMENT_OIDC_ROLES and MANAGEMENT_OIDC_TENANT_CLAIM set which claims are used.',
    facts: ['detail'],
  },
} as const satisfies ReasonEntries;
