/** Reasons of refusals: lists of trusted entities that a tenant publishes. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const hostingReasons = {
  hosted_list_unknown: {
    step: 'any',
    blame: 'backend',
    explanation: 'The tenant publishes no list with this name.',
    hint: 'Take the name from GET /hosted-lists, or create the list with POST /hosted-lists/{list}.',
    facts: [],
  },
  hosted_list_invalid: {
    step: 'management',
    standard: { document: 'ETSI TS 119 602', section: '6.3 to 6.6 and annexes D to I' },
    blame: 'backend',
    explanation: 'The list cannot be published like this; see `errors`.',
    hint: 'Correct the places listed in `errors`, and send everything again.',
    facts: ['parameters', 'count'],
  },
  hosted_list_changed: {
    step: 'management',
    blame: 'backend',
    explanation: 'Someone else has changed the list since you read it.',
    hint: 'Read the list again, and repeat your change with its `revision`.',
    facts: ['expected', 'received'],
  },
  hosted_list_full: {
    step: 'management',
    blame: 'backend',
    explanation:
      'The tenant has no room for this: it would have too many lists, or the list too many entities or bytes.',
    hint: 'Remove entities that are no longer trusted, or use another list.',
    facts: ['most', 'bytes', 'mostBytes'],
  },
  hosted_entity_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The list has no entity with this id, or is closed.',
    hint: 'Take the id from GET /hosted-lists/{list}. To open a closed list again, send its scheme.',
    facts: [],
  },
  hosted_list_ended: {
    step: 'any',
    standard: { document: 'ETSI TS 119 602', section: '6.3.15' },
    blame: 'operator',
    explanation: "The list's last version has expired, and the server could not sign a new version in time.",
    hint: 'Check the signing key with the purpose `list`, and the log of the job `sign-hosted-lists`.',
    facts: ['expiredSeconds'],
  },
} as const satisfies ReasonEntries;
