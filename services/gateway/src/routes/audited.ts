/** The audit record of a management call, made of its request and answer. It has ids and counts, never claims. */
import type { AuditEntry } from '@countersign/shared/audit/record';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';

/** What a record names besides caller and time. */
export type Named = Pick<AuditEntry, 'session' | 'subject' | 'data'>;

type Draw = (request: OperationRequest, reply: OperationReply) => Named;

/** At most this many ids per record; the record also has their number. */
const MAX_IDS = 100;

const actions = {
  'offer.made': ({ body }, reply) => ({
    ...session(member(reply.body, 'session')),
    data: { configurations: texts(member(body, 'credentialConfigurationIds')) },
  }),
  'presentation-request.made': ({ body }, reply) => ({
    ...session(member(reply.body, 'session')),
    ...subject(member(body, 'requestId')),
  }),
  'presentation.answered': ({ params }, reply) => ({
    ...session(params.sessionId),
    data: { ...textOf('status', member(reply.body, 'status')) },
  }),
  'configuration.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'configuration.written': ({ body }) => subject(member(body, 'id')),
  'configuration.removed': ({ params }) => subject(params.id),
  'configurations.exported': ({ query }, { body }) => ({
    data: {
      issuance: items(member(body, 'issuance')).length,
      presentation: items(member(body, 'presentation')).length,
      trust: items(member(body, 'trust')).length,
      trustLists: items(member(body, 'trustLists')).length,
      registrationCertificates: items(member(body, 'registrationCertificates')).length,
      hostedLists: items(member(body, 'hostedLists')).length,
      wallets: items(member(member(body, 'wallets'), 'clients')).length,
      secrets: query.secrets === 'include' ? 'included' : 'left_out',
    },
  }),
  'configurations.imported': ({ query }, { body }) => {
    const written = items(member(body, 'results')).filter((one) => member(one, 'outcome') === 'written');
    const ids = texts(written.map((one) => member(one, 'id')));
    const mode = query.mode === 'apply' ? 'apply' : 'check';
    return { data: { mode, written: written.length, configurations: ids.slice(0, MAX_IDS) } };
  },
  'bundles.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'attestation-scheme.read': ({ body }) => subject(member(body, 'configuration')),
  'attestation-scheme.imported': ({ body }) => subject(member(body, 'configuration')),
  'attestation-scheme.exported': ({ params }) => subject(params.id),
  'bundle-plan.read': ({ body }) => subject(member(member(body, 'bundle'), 'name')),
  'bundle.applied': ({ body }, reply) => {
    const written = items(member(reply.body, 'objects')).filter((one) => member(one, 'action') !== 'unchanged');
    const ids = texts(written.map((one) => member(one, 'id')));
    const generation = numberOf('generation', member(member(body, 'bundle'), 'generation'));
    return {
      ...subject(member(member(body, 'bundle'), 'name')),
      data: { ...generation, written: written.length, configurations: ids.slice(0, MAX_IDS) },
    };
  },
  'bundle.released': ({ params }) => subject(params.id),
  'dry-run.made': ({ params }, reply) => ({
    ...session(member(reply.body, 'session')),
    ...subject(params.id),
    data: { ...textOf('outcome', member(reply.body, 'outcome')) },
  }),
  'sign-in.read': () => ({}),
  'sign-in.written': ({ body }) => subject(member(body, 'issuer')),
  'sign-in.removed': () => ({}),
  'login-clients.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'login-client.written': ({ body }) => subject(member(body, 'id')),
  'login-keys.rotated': () => ({}),
  'login-client.removed': ({ params }) => subject(params.id),
  'session.read': ({ params, query }) => ({
    ...session(params.sessionId),
    ...(query.response_code === undefined ? {} : { data: { responseCode: 'redeemed' } }),
  }),
  'session.listed': (_, { body }) => {
    const ids = texts(items(body).map((item) => member(item, 'id')));
    return { data: { count: ids.length, sessions: ids.slice(0, MAX_IDS) } };
  },
  // The search text may identify a user.
  'search.read': (_, { body }) => {
    const ids = texts(items(body).map((item) => member(item, 'session')));
    return { data: { count: ids.length, sessions: ids.slice(0, MAX_IDS) } };
  },
  'trace.read': ({ params }) => session(params.sessionId),
  'events.read': ({ params: { sessionId } }) => (sessionId === undefined ? {} : session(sessionId)),
  'unmatched.read': (_, { body }) => ({ data: { count: items(member(body, 'entries')).length } }),
  'status.changed': ({ body }, reply) => ({
    ...session(member(body, 'sessionId')),
    ...subject(member(body, 'credentialConfigurationId')),
    data: {
      ...numberOf('status', member(body, 'status')),
      ...textOf('reason', member(body, 'reason')),
      entries: items(reply.body).length,
    },
  }),
  'status.read': ({ params }, { body }) => ({ ...session(params.session), data: { entries: items(body).length } }),
  'deliveries.read': ({ params }, { body }) => ({
    ...session(params.sessionId),
    data: { count: items(body).length },
  }),
  'delivery-summary.read': () => ({}),
  'delivery.read': ({ params }) => subject(params.deliveryId),
  'delivery.replayed': ({ params }) => ({ ...session(params.sessionId), ...subject(params.deliveryId) }),
  'deliveries.listed': ({ query }, { body }) => ({ data: { state: query.state ?? '', count: items(body).length } }),
  'deliveries.replayed': (_, { body }) => {
    const results = items(member(body, 'results'));
    const replayed = results.filter((one) => member(one, 'result') === 'replayed');
    const ids = texts(replayed.map((one) => member(one, 'id')));
    return { data: { count: results.length, replayed: replayed.length, deliveries: ids.slice(0, MAX_IDS) } };
  },
  'webhook.tested': ({ body }, reply) => ({
    ...subject(member(body, 'configurationId')),
    data: { ...textOf('outcome', member(reply.body, 'outcome')), ...textOf('target', member(reply.body, 'target')) },
  }),
  'webhook-secret.read': () => ({}),
  'webhook-secret.rotated': (_, { body }) => ({ data: { ...numberOf('generation', member(body, 'generation')) } }),
  'status-lists.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'audit.read': ({ query }, { body, raw }) => {
    // Only checked values: the operation has accepted these.
    const { session: of, from, until } = query;
    const count = typeof raw === 'string' ? raw.split('\n').length - 1 : items(body).length;
    return { data: { count, ...(of && { session: of }), ...(from && { from }), ...(until && { until }) } };
  },
  'keys.read': () => ({}),
  'key.rotated': ({ params }, reply) => ({
    ...subject(params.purpose),
    data: { ...textOf('kid', member(reply.body, 'kid')) },
  }),
  'key-set.requested': ({ params }, reply) => ofKeySet(params, textOf('kid', member(reply.body, 'kid'))),
  'key-set.certified': ({ params }, reply) => ofKeySet(params, textOf('kid', member(reply.body, 'kid'))),
  'key-set.discarded': ({ params }) => ofKeySet(params, textOf('kid', params.kid)),
  'key-set.removed': ({ params }) => ofKeySet(params),
  'trust.read': () => ({}),
  'trust.written': ({ params, body }) => ({
    ...subject(member(body, 'id')),
    data: { ...textOf('purpose', params.purpose) },
  }),
  'trust.removed': ({ params }) => ({ ...subject(params.id), data: { ...textOf('purpose', params.purpose) } }),
  'trust-lists.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'trust-list.read': ({ params }) => subject(params.id),
  'trust-list.written': ({ body }) => subject(member(body, 'id')),
  'trust-list.loaded': ({ params }, { body }) => {
    const list = member(body, 'list');
    const of = { ...numberOf('number', member(list, 'sequenceNumber')), ...textOf('sha256', member(list, 'sha256')) };
    return { ...subject(params.id), data: of };
  },
  'trust-list.removed': ({ params }) => subject(params.id),
  'trust-entries.read': ({ query }) => subject(query.list),
  'hosted-lists.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'hosted-list.read': ({ params }) => subject(params.list),
  'hosted-list.written': ({ params }, reply) => hosted(params.list, reply),
  'hosted-list.closed': ({ params }, reply) => hosted(params.list, reply),
  'hosted-entity.written': ({ params, body }, reply) => hosted(params.list, reply, member(body, 'id')),
  'hosted-entity.removed': ({ params }, reply) => hosted(params.list, reply, params.entity),
  'hosted-versions.read': ({ params }, { body }) => ({ ...subject(params.list), data: { count: items(body).length } }),
  'hosted-version.read': ({ params }) => ({ ...subject(params.list), data: { ...textOf('number', params.number) } }),
  'registrations.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'registrar.read': () => ({}),
  'renewals.read': () => ({}),
  'account-keys.replaced': () => ({}),
  'eu-parts.read': () => ({}),
  'registration.written': ({ body }) => subject(member(body, 'id')),
  'registration.removed': ({ params }) => subject(params.id),
  'display.read': () => ({}),
  'display.written': ({ body }) => ({ data: { count: items(member(body, 'entries')).length } }),
  'display.removed': () => ({}),
  'images.read': (_, { body }) => ({ data: { count: items(body).length } }),
  'image.written': ({ body }, reply) => ({
    ...subject(member(body, 'file')),
    data: { ...numberOf('size', member(reply.body, 'size')) },
  }),
  'image.removed': ({ params }) => subject(params.file),
  'wallets.read': (_, { body }) => ({ data: { count: items(member(body, 'clients')).length } }),
  'wallets.written': ({ body }) => {
    const ids = texts(items(member(body, 'clients')).map((one) => member(one, 'client_id')));
    return { data: { count: ids.length, wallets: ids.slice(0, MAX_IDS) } };
  },
  'wallets.removed': () => ({}),
  'overview.read': () => ({}),
  'token.issued': () => ({}),
  'tenant.listed': (_, { body }) => ({ data: { count: items(body).length } }),
  'tenant.read': ({ params }) => subject(params.tenant),
  'tenant.created': ({ body }) => subject(member(body, 'id')),
  'tenant.suspended': ({ params }) => subject(params.tenant),
  'tenant.resumed': ({ params }) => subject(params.tenant),
  'tenant.erasure-begun': ({ params }) => subject(params.tenant),
  'client.listed': ({ params }, { body }) => ({
    data: { ...textOf('tenant', params.tenant), count: items(body).length },
  }),
  'client.created': ({ params }, { body }) => ofClient(params.tenant, body),
  'client.changed': ({ params }, { body }) => ofClient(params.tenant, body),
  'client.rotated': ({ params }, { body }) => ofClient(params.tenant, body),
  'client.removed': ({ params }) => ({ ...subject(params.clientId), data: { ...textOf('tenant', params.tenant) } }),
  'settings.read': () => ({}),
  'console.signed-in': () => ({}),
  'console.session-read': () => ({}),
  'console.signed-out': () => ({}),
  'session.cancelled': ({ params }) => session(params.sessionId),
  'session.erased': ({ params }) => session(params.sessionId),
} as const satisfies Record<string, Draw>;

export type AuditAction = keyof typeof actions;
const draws: Readonly<Record<AuditAction, Draw>> = actions;

/** What a successful call named. Pure. */
export function namedBy(action: AuditAction, request: OperationRequest, reply: OperationReply): Named {
  return draws[action](request, reply);
}

/** A change of a published list, with the version that it made. */
function hosted(list: string | undefined, { body }: OperationReply, entity?: Json): Named {
  const version = numberOf('sequenceNumber', member(body, 'sequenceNumber'));
  return { ...subject(list), data: { ...version, ...textOf('entity', entity) } };
}

/** A management client with its tenant, which may differ from the caller's. */
function ofClient(tenant: string | undefined, body: Json | undefined): Named {
  const role = textOf('role', member(body, 'role'));
  return { ...subject(member(body, 'client_id')), data: { ...textOf('tenant', tenant), ...role } };
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

function ofKeySet(
  { set, purpose }: Readonly<Record<string, string>>,
  data: JsonObject = {},
): Pick<Named, 'subject' | 'data'> {
  return { ...subject(set), data: { ...textOf('purpose', purpose), ...data } };
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
