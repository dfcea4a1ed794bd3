/**
 * What a tenant's wallets and backend did in an hour, as one process counted it. No decision depends on it: the gateway
 * writes it every few seconds, so a crash may lose the last ones. It contains sessions and reasons, and no personal
 * data.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface ActivityCounts {
  /** Responses with a credential. */
  readonly issued: number;
  /** Presentations that were accepted. */
  readonly presented: number;
  /** Calls that changed the status of credentials. */
  readonly statusChanges: number;
  /** Refused requests of wallets and browsers by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** The last of them, newest first. */
  readonly failures: readonly ActivityFailure[];
}

export interface ActivityFailure {
  /** Milliseconds. */
  readonly at: number;
  readonly step: string;
  readonly reason: string;
  /** Id of the request, which log and trace have too. */
  readonly request: string;
  readonly session?: string;
}

export interface ActivityDocument extends TenantDocument, ActivityCounts {
  readonly id: string;
  readonly tenant: string;
  /** Milliseconds: the start of the hour. */
  readonly hour: number;
}

export const activity: TenantCollection<ActivityDocument> = {
  perTenant: true,
  name: 'activity',
  indexes: { newest: { fields: ['tenant', 'hour'] }, age: { fields: ['hour'] } },
};
