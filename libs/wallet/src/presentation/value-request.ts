/** A request that its link contains, unsigned (OpenID4VP 1.0, 5.1 and 5.9.3). */
import { WalletRefuses } from '../sending/failures.ts';
import type { PresentationRequest } from './present.ts';

/** Whether the link contains the request instead of an address. */
export function containsRequest(link: string): boolean {
  const { searchParams } = new URL(link);
  return !searchParams.has('request_uri') && !searchParams.has('request') && searchParams.has('response_uri');
}

/**
 * Reads the request. Nothing is signed, so the response may only go to the address that is the client identifier.
 * @throws WalletRefuses
 */
export function readValueRequest(link: string): PresentationRequest {
  const { searchParams } = new URL(link);
  const text = (name: string): string => searchParams.get(name) ?? '';
  if (text('client_id') !== `redirect_uri:${text('response_uri')}`) {
    throw new WalletRefuses('The unsigned request sends its response to another address than its client identifier');
  }
  if (text('nonce') === '') throw new WalletRefuses('The request has no nonce');
  return {
    client_id: text('client_id'),
    response_uri: text('response_uri'),
    response_mode: text('response_mode'),
    nonce: text('nonce'),
    state: text('state'),
    dcql_query: objectIn(text('dcql_query'), 'dcql_query') as unknown as PresentationRequest['dcql_query'],
    client_metadata: objectIn(searchParams.get('client_metadata') ?? '{}', 'client_metadata'),
  };
}

function objectIn(text: string, name: string): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, never>;
  } catch {
    // Refused below, like a value of another kind.
  }
  throw new WalletRefuses(`The request's ${name} is not an object`);
}
