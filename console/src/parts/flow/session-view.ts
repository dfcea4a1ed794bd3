/** A session as the interface shows it, and what its state means for people. Pure. */
import { stateTexts } from '../../text/flow.ts';
import type { Tone } from '../badge.tsx';
import type { TraceEntry } from '../timeline.tsx';

export interface IssuedCredential {
  readonly credentialConfigurationId: string;
  readonly issuedAt: string;
  readonly status: { readonly uri: string; readonly idx: number; readonly value: 0 | 1 };
}

export interface PresentedCredential {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly signer?: { readonly subject: string; readonly issuer: string; readonly fingerprint: string };
  readonly issuerBound?: boolean;
  readonly statusUnknown?: boolean;
}

type Failure = Pick<TraceEntry, 'reason' | 'explanation' | 'hint'> & {
  readonly code: string;
  readonly credential?: string;
  readonly description?: string;
};

export interface SessionView {
  readonly id: string;
  readonly status: string;
  readonly kind?: 'issuance' | 'presentation';
  readonly configurations?: readonly string[];
  /** Not for viewers. */
  readonly state?: string;
  readonly createdAt: string;
  readonly updatedAt?: string;
  readonly expiresAt?: string;
  readonly dryRun?: boolean;
  readonly offerSession?: string;
  readonly firstSession?: string;
  readonly redemptions?: { readonly limit: number; readonly redeemed: number };
  readonly issued?: readonly IssuedCredential[];
  /** Not for viewers. */
  readonly credentials?: readonly PresentedCredential[];
  readonly credentialsErased?: boolean;
  readonly notifications?: readonly { readonly event: string; readonly at: string }[];
  readonly error?: Failure;
  readonly lastError?: Failure & { readonly step: string; readonly at: string };
}

/** Every status, with its tone and whether the flow has ended. */
const states: Readonly<Record<string, readonly [tone: Tone, over: boolean]>> = {
  created: ['plain', false],
  pushed: ['busy', false],
  presentation_required: ['busy', false],
  authorized: ['busy', false],
  token_issued: ['busy', false],
  // A wallet may still report what became of it, and many never do.
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

/** A status of a later version is shown as it is, and not as an end. */
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
  readonly issuedAt: string;
}

/** One group for each configuration, in order of the first issuance: the interface sets the status of all of them at once. */
export function statusGroups(issued: readonly IssuedCredential[]): readonly StatusGroup[] {
  const groups = new Map<string, StatusGroup>();
  for (const { credentialConfigurationId: configuration, issuedAt, status } of issued) {
    const before = groups.get(configuration) ?? { configuration, count: 0, revoked: 0, issuedAt };
    groups.set(configuration, { ...before, count: before.count + 1, revoked: before.revoked + status.value });
  }
  return [...groups.values()];
}
