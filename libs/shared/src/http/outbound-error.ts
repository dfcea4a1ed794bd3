/** Codes of failed requests to untrusted URLs: for attempts, logs and decisions. */

export type OutboundErrorCode =
  /** The URL can't be used: no URL, or with a user name or password. */
  | 'url'
  /** Neither https nor a target that the operator has named. */
  | 'scheme'
  /** The target has an address that is not public, and the operator has not named it. */
  | 'address'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  /** The time limit was reached. */
  | 'timeout'
  /** The connection closed before the response was complete. */
  | 'closed'
  /** Headers or body exceed the limit. */
  | 'too_large'
  /** The response is compressed, which was not requested. */
  | 'encoding'
  | 'content_type'
  /** The response is not HTTP. */
  | 'protocol'
  /** The caller aborted, for example at a stop. */
  | 'aborted';

/** A request without a usable response. Its message is the code and never the URL, which may contain secrets. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Codes that reveal nothing about the resource, because its server was not reached. */
const UNREACHABLE: ReadonlySet<OutboundErrorCode> = new Set([
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'closed',
  'protocol',
  'aborted',
]);

export function isUnreachable({ code }: OutboundError): boolean {
  return UNREACHABLE.has(code);
}

const NETWORK_CODES: Readonly<Record<string, OutboundErrorCode>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EINVAL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'closed',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/** Converts the error of a failed request. An error outside the network is returned unchanged. */
export function toOutboundError(error: unknown): unknown {
  if (error instanceof OutboundError) return error;
  if (error instanceof Error && error.cause instanceof OutboundError) return error.cause;
  const code = codeOf(error);
  const known = code === undefined ? undefined : NETWORK_CODES[code];
  if (known !== undefined) return new OutboundError(known, error);
  if (error instanceof Error && error.name === 'HTTPParserError') return new OutboundError('protocol', error);
  // Every other code of the operating system for a connection.
  if (error instanceof Error && 'syscall' in error) return new OutboundError('unreachable', error);
  return error;
}

/** If several addresses were tried, the first one's code. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code;
}
