/** Reasons of refusals: dry runs. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const dryRunReasons = {
  dry_run_absent: {
    step: 'management',
    standard: { document: 'RFC 9110', section: '15.6.2' },
    blame: 'operator',
    explanation: 'This server performs no dry runs: they are turned off, or the test wallet is not installed.',
    hint: 'Set DRY_RUN=on at the gateway, and build its image with `--build-arg DRY_RUN=on`, or install all packages with `npm run setup`.',
    facts: [],
  },
} as const satisfies ReasonEntries;
