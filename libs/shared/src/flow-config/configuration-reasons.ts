/** Reasons of refusals: configurations of a tenant. */
import type { ReasonEntries } from '../kernel/reasons/reason.ts';

export const configurationReasons = {
  flow_configuration_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant of the caller has no configuration of this id.',
    hint: 'List the configurations to see their ids, with a credential of the same tenant.',
    facts: ['configurationId'],
  },
  flow_configuration_invalid: {
    step: 'management',
    blame: 'configuration',
    explanation: 'The configuration breaks a rule of its kind, so it was not stored.',
    hint: 'Correct what `errors` of the answer names; npm run check-config reports the same for files.',
    facts: ['parameters', 'count', 'detail'],
  },
  flow_configuration_is_file: {
    step: 'management',
    blame: 'configuration',
    explanation: 'The configuration is a file of the server, which no request deletes.',
    hint: 'Remove the file from the folder of configurations.',
    facts: ['configurationId'],
  },
  tenant_configuration: {
    step: 'any',
    blame: 'configuration',
    explanation: 'The files of the tenant are broken or incomplete, so that it is not served.',
    hint: 'Run npm run check-config, which says what is wrong in which file.',
    facts: ['place', 'detail'],
  },
  images_full: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has as many images as the API stores.',
    hint: 'Delete images that are no longer needed.',
    facts: ['count'],
  },
} as const satisfies ReasonEntries;
