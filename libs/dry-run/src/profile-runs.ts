/** Every profile of real wallets performs the flow, each in a separate session. */
import type { DryRunProfile } from '@countersign/shared/messages/dry-run-report';
import { REAL_WALLETS, WALLETS } from '@countersign/wallet/profiles/habits';
import type { Flow, FlowOutcome } from './flow/flow.ts';
import { runIssuance } from './flow/run-issuance.ts';
import { createStepLog } from './flow/step-log.ts';
import { profileView } from './profile-findings.ts';

/** @param end revokes and erases what a run has left @returns the profiles that fit into the run's time */
export async function runProfiles(flow: Flow, end: () => Promise<unknown>): Promise<readonly DryRunProfile[]> {
  const { settings, clock } = flow.platform;
  const views: DryRunProfile[] = [];
  for (const profile of REAL_WALLETS) {
    if (flow.signal.aborted) continue;
    const log = createStepLog({ settings, clock, signal: flow.signal, headers: flow.run.headers });
    const outcome = await runIssuance({ ...flow, log }, profile);
    await end();
    if (!flow.signal.aborted) views.push(profileView(profile, WALLETS[profile].source, whyNot(outcome)));
  }
  return views;
}

/** Pure. A wallet that must wait for a user or a backend has accepted everything so far. */
export function whyNot({ outcome, refusal }: Pick<FlowOutcome, 'outcome' | 'refusal'>): readonly string[] {
  if (outcome !== 'refused' || refusal === undefined) return [];
  const { step, error, reason, explanation, description } = refusal;
  const named = [error, reason].filter((one) => one !== undefined).join(', ');
  return [`${step}${named === '' ? '' : ` (${named})`}: ${explanation ?? description ?? 'refused'}`];
}
