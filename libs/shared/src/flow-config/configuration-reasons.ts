/** Reasons of refusals: configurations of a tenant. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const configurationReasons = {
  flow_configuration_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: "The caller's tenant has no configuration with this id.",
    hint: 'List the configurations to see their ids, with an API key or token for the same tenant.',
    facts: ['configurationId'],
  },
  flow_configuration_invalid: {
    step: 'management',
    blame: 'configuration',
    explanation: 'The configuration has errors, so it was not stored.',
    hint: "Correct the errors listed in the response's `errors`. For files, npm run check-config reports the same.",
    facts: ['parameters', 'count', 'detail'],
  },
  flow_configuration_is_file: {
    step: 'management',
    blame: 'configuration',
    explanation: 'The configuration comes from a file on the server, which a request cannot delete.',
    hint: 'Remove the file from the configuration folder.',
    facts: ['configurationId'],
  },
  disclosure_policy_changed: {
    step: 'management',
    standard: { document: 'ARF 3.0', section: 'EDP_11' },
    blame: 'configuration',
    explanation:
      'Credentials were issued under the earlier disclosure policy, and wallets keep the policy that they received.',
    hint: 'Repeat the call with `revokeExisting=true` to revoke them, or keep the policy.',
    facts: ['configurationId', 'count'],
  },
  tenant_configuration: {
    step: 'any',
    blame: 'configuration',
    explanation: "The tenant's files are broken or incomplete, so the tenant is not served.",
    hint: 'Run npm run check-config, which shows what is wrong in which file.',
    facts: ['place', 'detail'],
  },
  images_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has reached the limit for images stored through the API.',
    hint: 'Delete images that are no longer needed.',
    facts: ['count'],
  },
} as const satisfies ReasonEntries;
