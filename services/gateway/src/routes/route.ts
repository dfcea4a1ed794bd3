/** One row of the route table. */

import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Role } from '@countersign/shared/kernel/role';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import type { ErrorStyle } from '../errors/to-wire.ts';
import type { AuditAction } from './audited.ts';
import type { Task } from './tasks.ts';

export type Variant = 'a' | 'b';

export interface RoutePaths {
  /** Variant A only: the tenant is `default`. */
  readonly a?: readonly string[];
  /** Variant B only: the tenant is the path's `{tenantId}`, or the bearer token's. */
  readonly b?: readonly string[];
  /** Management in both: the credential that the request carries selects variant and tenant. */
  readonly shared?: readonly string[];
  /** No variant and no tenant. */
  readonly global?: readonly string[];
}

/**
 * `empty`: a request without a body is accepted, whatever its content type. `jwt`: a compact JWE, which the operation
 * decrypts.
 */
export type Accepts = 'json' | 'form' | 'jwt' | 'empty';

export interface Route {
  readonly operation: string;
  /** Where `/docs` shows it. */
  readonly task: Task;
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly paths: RoutePaths;
  readonly auth: 'none' | 'management';
  /** The least role of the caller; every management row has it. */
  readonly role?: Role;
  /** Only for callers that manage the whole installation. */
  readonly platform?: true;
  readonly accepts: readonly Accepts[];
  /** Body schema, per variant if they differ. The gateway checks management bodies against it. */
  readonly request?: JsonObject | Readonly<Record<Variant, JsonObject>>;
  /**
   * Who reports what is wrong with the body. `operation`: it receives the gateway's errors with the body, and returns
   * them in one list with its own.
   */
  readonly findings?: 'operation';
  /**
   * Explains more clearly what is wrong with a body: receives its schema's errors, and returns the errors to report.
   */
  readonly explain?: (body: JsonObject, errors: readonly FieldError[]) => readonly FieldError[];
  /** Wallet bodies in OAuth form: every member must be a string, in JSON too. */
  readonly strings?: true;
  /** Success status by the request's encoding; `interface` with WALLET_DIALECT=interface. */
  readonly success: { readonly json: number; readonly form?: number; readonly interface?: number };
  readonly errors: ErrorStyle;
  /** Browser wallets may call it from any origin. */
  readonly cors: boolean;
  /** Bytes. */
  readonly bodyLimit: number;
  /** A backend forwards what a wallet wrote, so it may have as many members as a wallet's body. */
  readonly fromWallet?: true;
  /** `cache-control` if the operation sets none. */
  readonly cache?: string;
  /** A POST without a lasting effect: it is repeated if the service's response was lost. */
  readonly repeatable?: true;
  /** A call that repeats an `Idempotency-Key` receives the first call's response. Every management POST supports it. */
  readonly idempotent?: true;
  /**
   * The response contains presented claims, so it is not kept for an `Idempotency-Key`. A call that repeats the key
   * calls the operation again, which returns the same response to the same request.
   */
  readonly personal?: true;
  /**
   * A GET that changes something, such as spending a code: always, or with this query parameter. HEAD, which must change
   * nothing (RFC 9110, 9.2.1), is refused there, and so is a viewer.
   */
  readonly changes?: true | { readonly query: string };
  /** The operation reads cookies, to recognize a browser. */
  readonly cookies?: true;
  /** The operation reads `Origin`: it serves pages of other origins than this server's. */
  readonly fromPages?: true;
  /** The tenant's quota that a call is counted for. */
  readonly quota?: QuotaKind;
  /**
   * Relying parties need it for as long as they accept credentials of the tenant: served while the tenant is suspended, and after
   * its erasure.
   */
  readonly forRelyingParties?: true;
  /** The body contains a client's secret: 401 if it is wrong, 403 if the client's tenant is not served. */
  readonly login?: true;
  /** Only pages of this server may call it: without a login there is no cookie that would be checked. */
  readonly ownPages?: true;
  /** Belongs to a page that users see: a page of another origin may not call it. */
  readonly sameOrigin?: true;
  /** The rate limit of its requests. Routes without login have one. */
  readonly rate?: RateKind;
  /** The response's events if the request accepts `text/event-stream`. */
  readonly stream?: StreamKind;
  /** How the neutral response is converted to the variant's. */
  readonly shape?: 'link' | 'configuration' | 'session';
  /**
   * The audit record of a successful call. Every management row has it. `by` the operation: it writes the record
   * itself, because it has more data, or works in steps. `with` the session: the operation may write it together with
   * the session that it creates.
   */
  readonly audit?: {
    readonly action: AuditAction;
    readonly data?: Readonly<Record<string, string>>;
    readonly by?: 'operation';
    readonly with?: 'session';
  };
  readonly summary: string;
  /** Schema of the success response; undefined: no JSON. */
  readonly response?: JsonObject;
  /** Content types of the success response if it isn't JSON. */
  readonly contentType?: string | readonly string[];
  /** Responses other than success and errors, and other forms of the success, by status. */
  readonly also?: Readonly<Record<number, DescribedAnswer>>;
  /** Query parameters. Management routes refuse all others, and values that do not match the schema. */
  readonly query?: Readonly<Record<string, QueryParameter>>;
}

/**
 * - `state`: the response `{state}` changes. Each new response is sent while the state is `waiting`. The operation is
 *   polled, and writes nothing in that state.
 * - `progress`: a long call. Its steps are sent as they happen, then its response.
 * - `entries`: the response is a trace. Each entry is sent.
 * - `events`: the response is the event log of the tenant, or of the session in the path.
 */
export type StreamKind = 'state' | 'progress' | 'entries' | 'events';

/** Calls of backends, and calls of wallets. */
export type QuotaKind = 'management' | 'wallet';

/** `wallet`: RATE_WALLET, of costly endpoints. `open`: RATE_OPEN, of all others that need no login. */
export type RateKind = 'wallet' | 'open';

/** Pattern of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]{8,128}$';

export interface DescribedAnswer {
  readonly description: string;
  /** Schema by content type; undefined: no body. */
  readonly content?: Readonly<Record<string, JsonObject>>;
}

export interface QueryParameter {
  readonly description: string;
  readonly schema: JsonObject;
  readonly example?: string;
  /** For the API description: the operation refuses a request without it. */
  readonly required?: true;
}
