/** Records a management call: its audit record, and its session for the log. */
import type { Audit, AuditEntry } from '@countersign/shared/audit/record';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { CallRecord } from '@countersign/shared/model/tenant/audit-record';
import type { Caller } from '../authenticate/caller.ts';
import { type Named, namedBy } from '../routes/audited.ts';
import type { Route } from '../routes/route.ts';
import type { Exchange } from './answer.ts';

/** A request on its way to an operation. */
export interface Called<C> {
  readonly route: Route;
  readonly caller: C;
  readonly operationRequest: OperationRequest;
}

/** The record that the operation may write with the session that it creates, if the row allows it. */
export function recordToCarry(audit: Audit, called: Called<Caller>): CallRecord | undefined {
  const { route, operationRequest } = called;
  if (route.audit === undefined) return undefined;
  return audit.draft(entryOf(called, route.audit, namedBy(route.audit.action, operationRequest, {})));
}

/**
 * Writes the audit record of a successful call, and sets its session for the log.
 * @param carried the record that went with the request. If the operation has written it, only the log line is left
 */
export async function recordCall(
  audit: Audit,
  exchange: Exchange,
  called: Called<Caller>,
  reply: OperationReply,
  carried?: CallRecord,
): Promise<void> {
  const { route, operationRequest } = called;
  if (route.audit === undefined || (reply.status ?? 200) >= 400) return;
  const named = namedBy(route.audit.action, operationRequest, reply);
  const { session } = named;
  if (session !== undefined) exchange.session = session;
  if (route.audit.by === 'operation') return;
  if (carried === undefined || reply.recorded === undefined) await audit.record(entryOf(called, route.audit, named));
  else await audit.line({ ...carried, ...(session === undefined ? {} : { session }) });
}

function entryOf(
  { caller: { tenant, client }, operationRequest: { id } }: Called<Caller>,
  { action, data: ofRow }: NonNullable<Route['audit']>,
  { data: drawn, ...named }: Named,
): AuditEntry {
  const data = ofRow === undefined && drawn === undefined ? {} : { data: { ...ofRow, ...drawn } };
  return { tenant, action, client, request: id, ...named, ...data };
}
