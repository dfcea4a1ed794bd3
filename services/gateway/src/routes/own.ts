/** Routes of the gateway's own operations. */

import { configurationId } from '@countersign/shared/configuration-documents/listed-members';
import { EVENT_POSITION } from '../schemas/event-position.ts';
import { overviewSchema } from '../schemas/overview-schemas.ts';
import * as answers from '../schemas/response-schemas.ts';
import * as sessions from '../schemas/session-schemas.ts';
import { tokenRequestSchema } from '../schemas/sign-in-schemas.ts';
import * as trace from '../schemas/trace-schemas.ts';
import { KIB, management, probed, wallet } from './kinds.ts';
import { page, time } from './list-query.ts';
import type { Route } from './route.ts';

const after = {
  description: 'Same as Last-Event-ID, for clients that cannot send it; 0: all stored events',
  schema: { type: 'string', pattern: EVENT_POSITION, description: 'the id of an event of the stream, or 0' },
  example: '0',
} as const;

const lines = { type: 'string', description: 'One record per line' } as const;

export const ownRoutes: readonly Route[] = [
  wallet({
    operation: 'gateway.token',
    task: 'access',
    service: 'gateway',
    method: 'POST',
    paths: { b: ['/auth/token'] },
    accepts: ['json', 'form'],
    request: tokenRequestSchema,
    success: { json: 201, form: 200 },
    errors: 'problem',
    cors: false,
    bodyLimit: 16 * KIB,
    login: true,
    audit: { action: 'token.issued', by: 'operation' },
    summary: 'Bearer token for a management client',
    response: answers.tokenResponseSchema,
  }),
  management({
    operation: 'gateway.session.list',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/session', '/sessions'] },
    shape: 'session',
    role: 'viewer',
    audit: { action: 'session.listed' },
    summary: 'Sessions, newest first',
    query: {
      ...page,
      status: {
        description: 'Only sessions with this status. `expired` sessions are sorted by their end, latest first',
        schema: sessions.sessionStatusSchema,
      },
      offerSession: {
        description: 'Only the redemptions of this offer, by its session id',
        schema: { type: 'string', minLength: 1, maxLength: 128 },
      },
      firstSession: {
        description: 'Only the renewals of this session, started with its refresh token',
        schema: { type: 'string', minLength: 1, maxLength: 128 },
      },
      dryRun: {
        description: 'true: sessions of running dry runs, which no other list contains',
        schema: { type: 'string', enum: ['true'] },
      },
      state: { description: 'Only sessions with this state', schema: { type: 'string', minLength: 1, maxLength: 256 } },
      kind: {
        description: 'Only issuances, or only presentations that belong to no issuance',
        schema: { type: 'string', enum: ['issuance', 'presentation'] },
      },
      configuration: {
        description: 'Only sessions with this credential or presentation configuration, by its id',
        schema: configurationId,
      },
      from: { description: 'Only sessions that were created at this time (ISO 8601) or later', ...time },
      until: { description: 'Only sessions that were created before this time (ISO 8601)', ...time },
    },
    response: { type: 'array', items: sessions.sessionSchema },
  }),
  management({
    operation: 'gateway.search',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/search'] },
    role: 'viewer',
    audit: { action: 'search.read' },
    summary: 'Sessions by their `state`, by their id, or by the id of one of their webhook deliveries',
    query: {
      q: {
        description: 'The whole text, exactly as it was given',
        schema: { type: 'string', minLength: 1, maxLength: 256 },
        example: 'order-1',
        required: true,
      },
    },
    response: { type: 'array', items: sessions.searchHitSchema },
  }),
  management({
    operation: 'gateway.session.get',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/session/{sessionId}', '/sessions/{sessionId}'] },
    shape: 'session',
    changes: { query: 'response_code' },
    role: 'viewer',
    audit: { action: 'session.read' },
    summary: 'One session',
    query: {
      response_code: {
        description: 'Code of a same-device return; 200 once, 409 if it is wrong or already redeemed',
        schema: { type: 'string', minLength: 1, maxLength: 256 },
      },
    },
    response: sessions.sessionSchema,
  }),
  management({
    operation: 'gateway.session.cancel',
    task: 'sessions',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/session/{sessionId}/cancel'] },
    success: { json: 200 },
    role: 'operator',
    audit: { action: 'session.cancelled' },
    summary: 'Cancel an offer that no wallet has redeemed, or a request that no wallet has responded to',
    response: answers.emptySchema,
  }),
  management({
    operation: 'gateway.session.delete',
    task: 'sessions',
    service: 'gateway',
    method: 'DELETE',
    paths: { shared: ['/session/{sessionId}'] },
    role: 'admin',
    audit: { action: 'session.erased', by: 'operation' },
    summary: 'Erase a session immediately; its status entries stay',
    response: answers.emptySchema,
  }),
  management({
    operation: 'gateway.trace.session',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/session/{sessionId}/trace', '/sessions/{sessionId}/trace'] },
    role: 'viewer',
    audit: { action: 'trace.read' },
    stream: 'entries',
    summary: 'The requests of a session and why they were refused, in chronological order',
    also: {
      200: {
        description:
          'Success; with Accept text/event-stream each entry as an event when it occurs; Last-Event-ID continues after an entry',
        content: { 'text/event-stream': { type: 'string' } },
      },
    },
    response: trace.traceSchema,
  }),
  management({
    operation: 'gateway.events',
    task: 'webhooks',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/events'] },
    role: 'viewer',
    audit: { action: 'events.read' },
    stream: 'events',
    summary:
      'Events of all sessions when they occur; Last-Event-ID continues after an event, at any replica, for 24 hours',
    query: { after },
    contentType: 'text/event-stream',
  }),
  management({
    operation: 'gateway.session.events',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/session/{sessionId}/events', '/sessions/{sessionId}/events'] },
    role: 'viewer',
    audit: { action: 'events.read' },
    stream: 'events',
    summary:
      'Events of one session: the last 24 hours, then new events when they occur; Last-Event-ID continues after an event',
    query: { after },
    contentType: 'text/event-stream',
  }),
  management({
    operation: 'gateway.trace.unmatched',
    task: 'sessions',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/trace'] },
    role: 'viewer',
    audit: { action: 'unmatched.read' },
    summary: 'Refused requests of the last hour that belong to no session, newest first',
    query: {
      unmatched: {
        description: 'Must be `true`',
        schema: { type: 'string', enum: ['true'] },
        example: 'true',
        required: true,
      },
    },
    response: trace.traceSchema,
  }),
  management({
    operation: 'gateway.audit',
    task: 'operations',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/audit'] },
    role: 'admin',
    audit: { action: 'audit.read' },
    summary: 'The audit log, newest first; with Accept application/jsonl or application/x-ndjson as JSON lines',
    query: {
      ...page,
      session: {
        description: 'Only records of this session',
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', description: 'the id of a session' },
      },
      changes: {
        description: 'true: only changes, without reads and sign-ins',
        schema: { type: 'string', enum: ['true'] },
      },
      client: { description: 'Only records of this client or person', schema: { type: 'string', maxLength: 256 } },
      action: { description: 'Only this action, such as `status.changed`', schema: { type: 'string', maxLength: 64 } },
      from: { description: 'Only records from this time (ISO 8601) or later', ...time },
      until: { description: 'Only records before this time (ISO 8601)', ...time },
    },
    also: {
      200: {
        description: 'Success; JSON lines if requested with Accept',
        content: { 'application/jsonl': lines, 'application/x-ndjson': lines },
      },
    },
    response: answers.auditRecordsSchema,
  }),
  management({
    role: 'viewer',
    operation: 'gateway.overview',
    task: 'operations',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/overview'] },
    audit: { action: 'overview.read' },
    summary:
      "Today's numbers, pending deliveries, the last failures with their reasons, and the health of the components",
    query: {
      from: {
        description:
          'Start of the counts (ISO 8601), rounded down to the hour, at most 31 days ago. Default: the start of the day in UTC',
        ...time,
      },
    },
    response: overviewSchema,
  }),
  probed({
    operation: 'gateway.health',
    task: 'operations',
    service: 'gateway',
    paths: { global: ['/health'] },
    cors: false,
    cache: 'no-store',
    summary: 'State of the components in use; 503 when one is down',
    response: answers.healthReportSchema,
    also: { 503: { description: 'A component is down', content: { 'application/json': answers.healthReportSchema } } },
  }),
  probed({
    operation: 'gateway.live',
    task: 'operations',
    service: 'gateway',
    paths: { global: ['/health/live'] },
    cors: false,
    cache: 'no-store',
    summary: 'Whether the process is running',
    response: answers.readinessSchema,
  }),
  probed({
    operation: 'gateway.ready',
    task: 'operations',
    service: 'gateway',
    paths: { global: ['/health/ready'] },
    cors: false,
    cache: 'no-store',
    summary: 'Whether the process accepts requests; 503 while it does not',
    response: answers.readinessSchema,
    also: { 503: { description: 'It does not', content: { 'application/json': answers.readinessSchema } } },
  }),
];
