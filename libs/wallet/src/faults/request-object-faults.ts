/** Faults of a wallet that fetches the request object of a presentation. */

import type { WalletRequest } from '../sending/fault.ts';
import { path, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

export const requestObjectFaults = {
  request_unknown: {
    step: 'request-object',
    summary: 'Fetches a presentation request that the server never created.',
    request: path((pathname) => pathname.replace(/[^/]+$/, UNKNOWN_REFERENCE)),
  },
  request_ended: {
    step: 'response',
    summary: 'Fetches the presentation request again after it has responded.',
    after: ({ sent, send }) => send(sent('request-object')),
  },
  request_method: {
    step: 'request-object',
    summary: 'Fetches the presentation request with PUT.',
    request: (request) => ({ ...request, method: 'PUT' }),
  },
  wallet_metadata: {
    step: 'request-object',
    summary: 'Sends wallet_metadata that is not JSON.',
    request: (request) => posted(request, { wallet_metadata: 'wallet' }),
  },
  wallet_nonce: {
    step: 'request-object',
    summary: 'Sends an empty wallet_nonce.',
    request: (request) => posted(request, { wallet_nonce: '' }),
  },
  wallet_formats: {
    step: 'request-object',
    summary: 'Fetches the request although it supports none of the requested formats.',
    request: (request) =>
      posted(request, { wallet_metadata: JSON.stringify({ vp_formats_supported: { mso_mdoc: {} } }) }),
  },
} as const satisfies FaultTable;

function posted(request: WalletRequest, form: Readonly<Record<string, string>>): WalletRequest {
  return { ...request, method: 'POST', form };
}
