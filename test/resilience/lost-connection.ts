/** What `fetch`, and reading a body, throw if the peer is down. */

export function isConnectionError(error: unknown): error is TypeError {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated');
}

/** No server listened: the request was not sent. */
export function isNotSent(error: unknown): boolean {
  if (!isConnectionError(error)) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
