/** The audit record of a management call, made of its request and answer. It has ids and counts, never claims. */
import type { AuditEntry } from '@countersign/shared/audit/record';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';

/** What a record names besides caller and time. */
export type Named = Pick<AuditEntry, 'session' | 'subject' | 'data'>;

type Draw = (request: OperationRequest, reply: OperationReply) => Named;

/** At most this many ids per record; the record also has their number. */
const MOST_IDS = 100;

const actions = {
  'offer.made': ({ body }, reply) => ({
    ...session(member(reply.body, 'session')),
    data: { configurations: texts(member(body, 'credentialConfigurationIds')) },
  }),
  'presentation-request.made': ({ body }, reply) => ({
    ...session(member(reply.body, 'session')),
    ...subject(member(body, 'requestId')),
  }),
  'configuration.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'configuration.written': ({ body }) => subject(member(body, 'id')),
  'configuration.removed': ({ params }) => subject(params.id),
  'dry-run.made': ({ params }, reply) => ({
    ...session(member(reply.body, 'session')),
    ...subject(params.id),
    data: { ...textOf('outcome', member(reply.body, 'outcome')) },
  }),
  'sign-in.read': () => ({}),
  'sign-in.written': ({ body }) => subject(member(body, 'issuer')),
  'sign-in.removed': () => ({}),
  'session.read': ({ params, query }) => ({
    ...session(params.sessionId),
    ...(query.response_code === undefined ? {} : { data: { responseCode: 'redeemed' } }),
  }),
  'session.listed': (_, { body }) => {
    const ids = texts(items(body).map((item) => member(item, 'id')));
    return { data: { count: ids.length, sessions: ids.slice(0, MOST_IDS) } };
  },
  'trace.read': ({ params }) => session(params.sessionId),
  'unmatched.read': (_, { body }) => ({ data: { count: items(member(body, 'entries')).length } }),
  'status.changed': ({ body }, reply) => ({
    ...session(member(body, 'sessionId')),
    ...subject(member(body, 'credentialConfigurationId')),
    data: { ...numberOf('status', member(body, 'status')), entries: items(reply.body).length },
  }),
  'status.read': ({ params }, { body }) => ({ ...session(params.session), data: { entries: items(body).length } }),
  'deliveries.read': ({ params }, { body }) => ({
    ...session(params.sessionId),
    data: { count: items(body).length },
  }),
  'delivery.replayed': ({ params }) => ({ ...session(params.sessionId), ...subject(params.deliveryId) }),
  'audit.read': ({ query }, { body, raw }) => {
    // Only checked values: the operation has accepted these.
    const { session: of, from, until } = query;
    const count = typeof raw === 'string' ? raw.split('\n').length - 1 : items(body).length;
    return { data: { count, ...(of && { session: of }), ...(from && { from }), ...(until && { until }) } };
  },
  'token.issued': () => ({}),
  'session.erased': ({ params }) => session(params.sessionId),
} as const satisfies Record<string, Draw>;

export type AuditAction = keyof typeof actions;
const draws: Readonly<Record<AuditAction, Draw>> = actions;

/** What a successful call named. Pure. */
export function namedBy(action: AuditAction, request: OperationRequest, reply: OperationReply): Named {
  return draws[action](request, reply);
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function items(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function texts(value: Json | readonly (Json | undefined)[] | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function session(value: Json | undefined): Pick<Named, 'session'> {
  return typeof value === 'string' ? { session: value } : {};
}

function subject(value: Json | undefined): Pick<Named, 'subject'> {
  return typeof value === 'string' ? { subject: value } : {};
}

function textOf(name: string, value: Json | undefined): JsonObject {
  return typeof value === 'string' ? { [name]: value } : {};
}

function numberOf(name: string, value: Json | undefined): JsonObject {
  return typeof value === 'number' ? { [name]: value } : {};
}
