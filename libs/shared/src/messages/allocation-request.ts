/** `status.allocate`: places in status lists for the credentials of one request. Internal. */
import { open } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

/** Room for a session id: with a tenant before it, still a document id. */
const session = { type: 'string', minLength: 1, maxLength: 62 } as const;

const status = open('ChainedStatus', ['uri', 'idx', 'of'], {
  uri: { type: 'string', maxLength: 2048 },
  idx: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  of: { type: 'string', enum: ['wallet', 'keys'] },
});

export const allocationRequestSchema = open('AllocationRequest', ['session', 'configuration', 'request', 'count'], {
  session,
  firstSession: {
    ...session,
    description: 'Session of the first issuance, if the credentials may be renewed with a refresh token',
  },
  configuration: { type: 'string', minLength: 1, maxLength: 128 },
  request: { type: 'string', minLength: 1, maxLength: 64, description: 'Hash of the credential request' },
  keySet: {
    type: 'string',
    maxLength: 64,
    description: 'Key set that signs the credentials: their status list is signed by it too',
  },
  count: { type: 'integer', minimum: 1, maximum: 100 },
  chain: open('StatusChain', ['statuses'], {
    // Two for each attestation of a batch, and the wallet's.
    statuses: { type: 'array', minItems: 1, maxItems: 101, items: status },
    until: { type: 'number', description: 'Milliseconds: the credentials have expired by then' },
  }),
});

export type AllocationRequest = Static<typeof allocationRequestSchema>;
