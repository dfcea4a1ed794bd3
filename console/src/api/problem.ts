/** The API's message for a failed call (RFC 9457), and the console's own for a call without a response. */

/** An error at a member of the body. */
export interface FieldFinding {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemParts {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The error's code, such as `not_found`; `no_answer` without a response. */
  readonly code: string;
  readonly detail: string;
  /** Name in the catalogue of reasons. */
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
  readonly errors?: readonly FieldFinding[];
  /** Also in the server's log. */
  readonly requestId?: string;
  /** Seconds after which the call may be repeated. */
  readonly retryAfter?: number;
}

export class Problem extends Error implements ProblemParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
  readonly errors: readonly FieldFinding[];
  readonly requestId?: string;
  readonly retryAfter?: number;

  constructor(parts: ProblemParts) {
    super(parts.detail);
    this.name = 'Problem';
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.errors = parts.errors ?? [];
    if (parts.reason !== undefined) this.reason = parts.reason;
    if (parts.explanation !== undefined) this.explanation = parts.explanation;
    if (parts.hint !== undefined) this.hint = parts.hint;
    if (parts.requestId !== undefined) this.requestId = parts.requestId;
    if (parts.retryAfter !== undefined) this.retryAfter = parts.retryAfter;
  }
}

/** The problem in a response that is not a success. */
export async function readProblem(response: Response): Promise<Problem> {
  const body = await response.json().then(asRecord, () => ({}) as Record<string, unknown>);
  const code = text(body.type)?.replace('urn:countersign:problem:', '') ?? text(body.error) ?? 'unknown';
  const requestId = response.headers.get('x-request-id');
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code,
    detail: text(body.detail) ?? text(body.error_description) ?? text(body.title) ?? `HTTP ${response.status}`,
    ...pick(body, 'reason'),
    ...pick(body, 'explanation'),
    ...pick(body, 'hint'),
    errors: findings(body.errors),
    ...(requestId === null ? {} : { requestId }),
    ...(Number.isFinite(after) ? { retryAfter: after } : {}),
  });
}

/** Any thrown value as a problem. A request without a response has the code `no_answer`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const isNetwork = error instanceof TypeError || (error instanceof DOMException && error.name !== 'AbortError');
  const detail = error instanceof Error ? error.message : String(error);
  return new Problem({ status: 0, code: isNetwork ? 'no_answer' : 'unexpected', detail });
}

function findings(errors: unknown): readonly FieldFinding[] {
  if (!Array.isArray(errors)) return [];
  return errors.map(asRecord).map((found) => ({
    pointer: text(found.pointer) ?? '',
    detail: text(found.detail) ?? text(found.message) ?? '',
  }));
}

function pick<K extends string>(body: Record<string, unknown>, name: K): { readonly [key in K]?: string } {
  const value = text(body[name]);
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]: string });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
