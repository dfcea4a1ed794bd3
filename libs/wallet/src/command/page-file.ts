/** A page's requests from a file: the create endpoint's response, or a part of it. */
import { readFileSync } from 'node:fs';
import type { DigitalMessage, DigitalRequests } from '../presentation/answer-page.ts';
import { WalletFailure } from './wallet-failure.ts';

const STANDARD_INPUT = 0;

/**
 * Reads `{digital: {requests}}`, `{requests}`, or one `{protocol, data}`.
 * @param path `-` is the standard input
 * @throws WalletFailure if the file has none of these forms
 */
export function readPageRequests(path: string): DigitalRequests {
  const value = parsed(path);
  const { digital = value } = (value ?? {}) as { readonly digital?: unknown };
  const { requests = [digital] } = (digital ?? {}) as { readonly requests?: unknown };
  if (Array.isArray(requests) && requests.length > 0 && requests.every(isMessage)) return { requests };
  const next = "pass the create endpoint's response to response_type dc-api, or its member digital";
  throw new WalletFailure(`${path} has no requests of a page`, next);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? STANDARD_INPUT : path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isMessage(value: unknown): value is DigitalMessage {
  const { protocol, data } = (value ?? {}) as { readonly protocol?: unknown; readonly data?: unknown };
  return typeof protocol === 'string' && typeof data === 'object' && data !== null;
}
