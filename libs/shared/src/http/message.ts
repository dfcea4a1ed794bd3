/**
 * The request that the gateway passes to a service. It is independent of API variants, API keys and bearer tokens: the
 * gateway has authenticated the caller, resolved the tenant and checked size and shape. It is plain data: a member that
 * isn't JSON does not compile (`encodeRequest`).
 */
import type { FieldError, ProtocolError } from '../kernel/errors.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import type { Role } from '../kernel/role.ts';
import type { CallRecord } from '../model/tenant/audit-record.ts';
import type { Annotation } from './annotation.ts';

/** @typeParam Body what the operation knows of the body: the gateway has checked it against the schema of the row */
export interface OperationRequest<Body = Json | undefined> {
  /** Request id; also in the log and in the response's `x-request-id`. */
  readonly id: string;
  readonly tenant: string;
  readonly method: string;
  /**
   * The operation may run twice: the call is repeated if its response was lost between services. Default: GET and PUT.
   */
  readonly repeatable?: true;
  /** The URL that the caller used: PUBLIC_URL and path, without query (RFC 9449 compares `htu` with it). */
  readonly url: string;
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, decoded; a repeated name was refused by the gateway. */
  readonly query: Readonly<Record<string, string>>;
  /** The headers that operations may read, lower-case: those forwarded by the gateway. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, the fields of a form as an object of strings, the text of a JWE, or undefined. */
  readonly body: Body;
  /** The gateway's errors in the body, for an operation that reports them together with its own. */
  readonly found?: readonly FieldError[];
  /** `jwt`: `application/jwt`, an encrypted message (OpenID4VCI 1.0, 10). */
  readonly encoding: 'json' | 'form' | 'jwt' | 'none';
  /** Management client that called: `api-key`, or the client id of the bearer token. Undefined on wallet routes. */
  readonly client?: string;
  /** Role of that client: an operation leaves out personal data for a viewer. */
  readonly role?: Role;
  /** That client manages the whole installation. */
  readonly platform?: true;
  /** Address of the caller, for limits; never stored or logged with a session. */
  readonly address?: string;
  /** Trace context of the caller (W3C `traceparent`). Its trace id is in the log of every service. */
  readonly trace?: string;
  /** Milliseconds since the epoch, by this process's clock. The caller stops waiting then. */
  readonly deadline?: number;
  /**
   * The audit record of the call. An operation that creates a session writes both together, and replies `recorded`.
   * Otherwise the gateway writes it.
   */
  readonly record?: CallRecord;
  /** Set by the gateway for requests of a dry run; never by what a caller sends. */
  readonly dryRun?: DryRun;
}

/** A dry run: its wallet performs a flow on the running server, in a separate session. */
export type DryRun = {
  /** Milliseconds: the session is erased then, however the run ended. */
  readonly until: number;
  /** Webhooks of the configuration are called. */
  readonly webhooks?: true;
  /** Id of its session, once there is one. */
  readonly session?: string;
  /**
   * CA certificates in PEM that are trusted only in that session: for its wallet's provider, and for the issuer of the
   * presented credential.
   */
  readonly walletProvider?: string;
  readonly issuer?: string;
};

/** A request to another service, on behalf of the request in progress. */
export function onBehalfOf(
  cause: OperationRequest<unknown>,
  asked: { readonly method: 'GET' | 'PUT' | 'POST' } & Partial<OperationRequest>,
): OperationRequest {
  return {
    id: cause.id,
    tenant: cause.tenant,
    url: '',
    params: {},
    query: {},
    headers: {},
    body: undefined,
    encoding: 'none',
    ...(cause.trace === undefined ? {} : { trace: cause.trace }),
    ...(cause.deadline === undefined ? {} : { deadline: cause.deadline }),
    ...asked,
  };
}

export interface OperationReply {
  /** Set only if the operation decides it (302, 202, 304). Otherwise the success status of the route table applies. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers `Set-Cookie`, if there are several. */
  readonly cookies?: readonly string[];
  /** JSON body. */
  readonly body?: Json;
  /** A body that isn't JSON, sent unchanged with `contentType`. */
  readonly raw?: string | Buffer;
  readonly contentType?: string;
  /** The record of the request is written. */
  readonly recorded?: true;
  /** For log and session, never for the wallet. */
  readonly annotation?: Annotation;
  /** The refusal that this response expresses itself, as a redirect does. Stays in the service. */
  readonly refusal?: ProtocolError;
}

/**
 * Receives the steps of a long call as they happen. It stays in the process: an operation in another service reports no
 * steps.
 */
export type Progress = (step: JsonObject) => void;

/** One use case. Throws ProtocolError for every error of the caller. */
export type Operation<Body = Json | undefined> = (
  request: OperationRequest<Body>,
  progress?: Progress,
) => Promise<OperationReply>;

/** Operations by name, such as `issuer.token`; each may know more of its body than that it is JSON. */
export type Operations = Readonly<Record<string, Operation<never>>>;

/** The operation of a name, for a caller whose request has a body that fits. */
export function operationNamed(operations: Operations, name: string): Operation | undefined {
  return Object.hasOwn(operations, name) ? (operations[name] as Operation) : undefined;
}

/** Calls an operation of a service by name: a direct call in one process, internal HTTP between processes. */
export type CallOperation = (
  operation: string,
  request: OperationRequest,
  progress?: Progress,
) => Promise<OperationReply>;

/** Limit of a wallet protocol's body, bytes. */
export const WALLET_BODY_BYTES = 64 * 1024;

/**
 * Limit of a body with presentations, bytes. The largest presentation that is read, 256 KiB, takes 342 KiB encrypted; a portrait of
 * 100 KB takes 182 KB in an encrypted mdoc, so two credentials with such portraits fit.
 */
export const PRESENTATION_BODY_BYTES = 512 * 1024;

/** A body as an object; `{}` for an absent body. */
export function bodyObject(request: Pick<OperationRequest<unknown>, 'body'>): JsonObject {
  return typeof request.body === 'object' && request.body !== null && !Array.isArray(request.body)
    ? (request.body as JsonObject)
    : {};
}
