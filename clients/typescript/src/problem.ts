/** Refusals of the interface as an error with what to do about them. */
import type { components } from './http-api.ts';

type Problem = components['schemas']['Problem'];

/** The interface has refused a call. */
export class CountersignError extends Error {
  override readonly name = 'CountersignError';
  /** Status of the answer. */
  readonly status: number;
  /** `urn:countersign:problem:` and an error code of docs/reference/errors.md; undefined where the answer is no problem document. */
  readonly type: string | undefined;
  /** Name of docs/reference/reasons.md. */
  readonly reason: string | undefined;
  /** What to change. */
  readonly hint: string | undefined;
  /** Findings in the body that was sent. */
  readonly errors: Problem['errors'];
  /** Id of the request, which is also in the log of the server. */
  readonly requestId: string | undefined;

  constructor(response: Response, body: unknown) {
    const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {};
    super(problem.detail ?? problem.title ?? `The server answered ${response.status}`);
    this.status = response.status;
    this.type = problem.type;
    this.reason = problem.reason;
    this.hint = problem.hint;
    this.errors = problem.errors;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

/** What a call of the client resolves to. */
interface Called<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** @returns the body of the answer @throws CountersignError where the interface refuses the call */
export async function dataOf<T>(call: Promise<Called<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined || data === null) throw new CountersignError(response, error);
  return data;
}
