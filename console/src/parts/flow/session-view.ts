/** A session as the API returns it, and what its status means for users. Pure. */
import type { Answer } from '../../api/answer.ts';
import { stateTexts } from '../../text/flow.ts';
import type { Tone } from '../badge.tsx';

export type IssuedCredential = Answer<'IssuedCredential'>;
export type PresentedCredential = Answer<'PresentedCredential'>;
/** A server of a later version may have more statuses. */
export type SessionView = Omit<Answer<'Session'>, 'status'> & { readonly status: string };

/** Every status, with its tone and whether the flow has ended. */
const states: Readonly<Record<string, readonly [tone: Tone, over: boolean]>> = {
  created: ['plain', false],
  pushed: ['busy', false],
  presentation_required: ['busy', false],
  authorized: ['busy', false],
  token_issued: ['busy', false],
  // A wallet may still send a notification, and many never do.
  issued: ['good', true],
  completed: ['good', true],
  exhausted: ['good', true],
  requested: ['busy', false],
  verified: ['good', true],
  rejected: ['bad', true],
  failed: ['bad', true],
  expired: ['warn', true],
};

export const statuses: readonly string[] = Object.keys(states);

/** A status from a later version is shown by its id, and never as final. */
export function stateOf(status: string): { readonly tone: Tone; readonly over: boolean; readonly text: string } {
  const [tone, over] = states[status] ?? ['plain', false];
  const said: Readonly<Record<string, string>> = stateTexts();
  return { tone, over, text: said[status] ?? status };
}

/** The credentials of a session that change their status together. */
export interface StatusGroup {
  readonly configuration: string;
  readonly count: number;
  readonly revoked: number;
  readonly suspended: number;
  /** Without a status: they expire within 24 hours. */
  readonly brief: number;
  readonly issuedAt: string;
}

/** One group per configuration, in order of the first issuance. The API sets the status of a whole group together. */
export function statusGroups(issued: readonly IssuedCredential[]): readonly StatusGroup[] {
  const groups = new Map<string, StatusGroup>();
  for (const { credentialConfigurationId: configuration, issuedAt, status } of issued) {
    const none = { configuration, count: 0, revoked: 0, suspended: 0, brief: 0, issuedAt };
    const { count, revoked, suspended, brief, ...group } = groups.get(configuration) ?? none;
    groups.set(configuration, {
      ...group,
      count: count + 1,
      revoked: revoked + Number(status?.value === 1),
      suspended: suspended + Number(status?.value === 2),
      brief: brief + Number(status === undefined),
    });
  }
  return [...groups.values()];
}
