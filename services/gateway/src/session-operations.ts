/** The operations for a backend's sessions: reading and erasing them, their traces and their events. */
import type { Audit } from '@countersign/shared/audit/record';
import { aboutSession } from '@countersign/shared/http/about-session';
import type { OperationRequest, Operations } from '@countersign/shared/http/message';
import type { Platform } from '@countersign/shared/runtime/service';
import { sessionEvents, tenantEvents } from './events/event-operations.ts';
import { search } from './sessions/search.ts';
import { cancelSession, deleteSession, getSession, listSessions } from './sessions/sessions.ts';
import { sessionTrace, unmatchedTrace } from './trace/trace-operations.ts';

const bySessionId = ({ params }: OperationRequest): string | undefined => params.sessionId;

export function sessionOperations(platform: Platform, receiptLine: Audit['line']): Operations {
  return {
    'gateway.session.list': listSessions(platform),
    'gateway.search': search(platform),
    'gateway.session.get': aboutSession(getSession(platform), bySessionId),
    'gateway.session.cancel': aboutSession(cancelSession(platform), bySessionId),
    'gateway.session.delete': aboutSession(deleteSession(platform, receiptLine), bySessionId),
    'gateway.trace.session': aboutSession(sessionTrace(platform), bySessionId),
    'gateway.trace.unmatched': unmatchedTrace(platform),
    'gateway.events': tenantEvents(platform),
    'gateway.session.events': aboutSession(sessionEvents(platform), bySessionId),
  };
}
