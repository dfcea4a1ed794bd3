/** Records a management call: its audit record, and its session for the log. */
import type { Audit } from '@countersign/shared/audit/record';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Caller } from '../authenticate/caller.ts';
import { namedBy } from '../routes/audited.ts';
import type { Route } from '../routes/route.ts';
import type { Exchange } from './answer.ts';

/** A request on its way to an operation. */
export interface Called<C> {
  readonly route: Route;
  readonly caller: C;
  readonly operationRequest: OperationRequest;
}

/** Writes the audit record of a successful call, and sets its session for the log. */
export async function recordCall(
  audit: Audit,
  exchange: Exchange,
  { route, caller, operationRequest }: Called<Caller>,
  reply: OperationReply,
): Promise<void> {
  if (route.audit === undefined || (reply.status ?? 200) >= 400) return;
  const { action, data: ofRow } = route.audit;
  const { data: drawn, ...named } = namedBy(action, operationRequest, reply);
  if (named.session !== undefined) exchange.session = named.session;
  if (route.audit.by === 'operation') return;
  const data = ofRow === undefined && drawn === undefined ? {} : { data: { ...ofRow, ...drawn } };
  const { tenant, client } = caller;
  await audit.record({ tenant, action, client, request: operationRequest.id, ...named, ...data });
}
