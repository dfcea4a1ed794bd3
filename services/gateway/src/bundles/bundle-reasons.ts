/** Reasons of refusals: bundles of configurations. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const bundleReasons = {
  bundle_plan_stale: {
    step: 'management',
    blame: 'backend',
    explanation: 'The plan no longer matches what the tenant has, or the bundle that came with it.',
    hint: 'Make a new plan, read it, and apply that one.',
    facts: [],
  },
  bundle_generation_lower: {
    step: 'management',
    blame: 'backend',
    explanation: 'A newer generation of this bundle was applied before.',
    hint: 'Raise the generation of the bundle if an older state is really wanted again.',
    facts: ['expected', 'received'],
  },
  bundle_apply_running: {
    step: 'management',
    blame: 'time',
    explanation: 'A bundle of the tenant is being applied now.',
    hint: 'Repeat the call in a few seconds. A bundle whose server was stopped is completed within half a minute.',
    facts: [],
  },
  bundle_refused: {
    step: 'management',
    blame: 'configuration',
    explanation: 'A write of the bundle was refused, so all its writes were taken back.',
    hint: 'Somebody has changed the tenant at the same time: make a new plan.',
    facts: ['parameter'],
  },
  bundle_unknown: {
    step: 'management',
    blame: 'backend',
    explanation: 'The tenant has no bundle with this name.',
    hint: 'GET /configurations/bundles lists the bundles.',
    facts: [],
  },
} as const satisfies ReasonEntries;
