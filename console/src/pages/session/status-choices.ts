/** What an operator can do with the status of a configuration's credentials. Pure. */
import type { StatusGroup } from '../../parts/flow/session-view.ts';
import type { SignedIn } from '../../state/session.ts';

/** By the value that it sets. */
export const statusOfChoice = { revoke: 1, suspend: 2, resume: 0, restore: 0 } as const;
export type StatusChoice = keyof typeof statusOfChoice;

/** The API changes all credentials of the configuration together, or none. */
export function statusChoices(
  { count, revoked, suspended, brief }: Pick<StatusGroup, 'count' | 'revoked' | 'suspended' | 'brief'>,
  profile: SignedIn['profile'],
): readonly StatusChoice[] {
  const valid = count - revoked - suspended - brief;
  const choices: StatusChoice[] = valid + suspended > 0 ? ['revoke'] : [];
  if (profile !== 'eu') return revoked + suspended > 0 ? [...choices, 'restore'] : choices;
  // A revocation is final there, so it excludes every other value for the whole group.
  if (revoked > 0) return choices;
  if (valid > 0) choices.push('suspend');
  return suspended > 0 ? [...choices, 'resume'] : choices;
}
