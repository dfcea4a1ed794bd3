/** The error for a refused call. */
import type { components } from './http-api.ts';

type Problem = components['schemas']['Problem'];

/** The server refused a call. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  /** HTTP status. */
  readonly status: number;
  /** `urn:countersign:problem:` and a code from docs/reference/errors.md. Undefined if the response is not a problem document. */
  readonly type: string | undefined;
  /** A name from docs/reference/reasons.md. */
  readonly reason: string | undefined;
  /** What to change. */
  readonly hint: string | undefined;
  /** What is wrong with the request body, by place. */
  readonly errors: Problem['errors'];
  /** The request's id, which is also in the server's log. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: unknown) {
    const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {};
    super(problem.detail ?? problem.title ?? `The server responded with ${response.status}`);
    this.status = response.status;
    this.type = problem.type;
    this.reason = problem.reason;
    this.hint = problem.hint;
    this.errors = problem.errors;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

interface Called<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** @returns the response's body @throws CountersignError if the server refuses the call */
export async function dataOf<T>(call: Promise<Called<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) throw new CountersignError(response, error);
  return data;
}
