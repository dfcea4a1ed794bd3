/**
 * A tenant's tasks for the registrar: register the party, issue a certificate. One document each, with the result of
 * the last attempt.
 */
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

export interface RegistrarTaskDocument extends TenantDocument {
  /** `<tenant>/party`, or `<tenant>/certificate/<id>`. */
  readonly id: string;
  readonly tenant: string;
  /** A hash of the party that was registered last. */
  readonly registered?: string;
  /** Milliseconds, as all times here: not before. */
  readonly next: number;
  /** In a row. */
  readonly failures: number;
  readonly failure?: { readonly at: number; readonly reason: string; readonly detail?: string };
  readonly succeededAt?: number;
}

export const registrarTasks: TenantCollection<RegistrarTaskDocument> = {
  perTenant: true,
  name: 'registrarTasks',
  indexes: { list: { fields: ['tenant', 'next'] } },
};
