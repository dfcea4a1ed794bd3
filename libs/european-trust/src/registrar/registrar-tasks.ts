/** Due tasks at a registrar, and when a failed attempt is retried. Pure. */
import type { RegistrarTaskDocument } from '@countersign/shared/model/tenant/registrar-tasks';
import type { RegistrationClaims } from '../registration/registration-claims.ts';
import { isRenewalDue, pauseAfter } from '../renewal/renewal-times.ts';
import { endOf } from '../tenant/registration-view.ts';
import type { RegistrarError } from './registrar-error.ts';

/** What a task is of: the entry of the party, or a certificate by its id. */
export type TaskOf = { readonly party: true } | { readonly certificate: string };

export function taskId(tenant: string, of: TaskOf): string {
  return 'party' in of ? `${tenant}/party` : `${tenant}/certificate/${of.certificate}`;
}

export function newTask(tenant: string, of: TaskOf): Omit<RegistrarTaskDocument, 'rev'> {
  return { id: taskId(tenant, of), tenant, next: 0, failures: 0 };
}

/** @param claims of the current certificate, if it can be read */
export function isCertificateDue(claims: Pick<RegistrationClaims, 'iat' | 'exp'> | undefined, now: number): boolean {
  return claims === undefined || isRenewalDue({ notBefore: claims.iat * 1000, notAfter: endOf(claims) }, now);
}

/** @param registered a hash of the party, if it was registered */
export function taskDone(task: RegistrarTaskDocument, now: number, registered?: string): RegistrarTaskDocument {
  const { failure: _, ...rest } = task;
  return { ...rest, next: 0, failures: 0, succeededAt: now, ...(registered === undefined ? {} : { registered }) };
}

export function taskFailed(
  task: RegistrarTaskDocument,
  { reason, facts }: Pick<RegistrarError, 'reason' | 'facts'>,
  now: number,
): RegistrarTaskDocument {
  const failures = task.failures + 1;
  const detail = facts.detail ?? facts.received;
  const failure = { at: now, reason, ...(detail === undefined ? {} : { detail: String(detail) }) };
  return { ...task, failures, failure, next: now + pauseAfter(failures) };
}
