/** Reasons of refusals: well-known addresses, and tenants in paths. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const addressReasons = {
  path_unknown: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.5.5' },
    blame: 'wallet',
    explanation: "No route on this server has the request's path, or a parameter in the path cannot be valid.",
    hint: 'Take endpoint URLs from the metadata, and management API paths from /openapi.json.',
    facts: ['askedPath', 'rightPath', 'parameter'],
  },
  metadata_path: {
    step: 'metadata',
    standard: { document: 'OpenID4VCI 1.0', section: '12.2.2' },
    blame: 'wallet',
    explanation: 'This server has no such well-known path.',
    hint: "Insert the well-known path between the issuer identifier's host and path, as `rightPath` shows.",
    facts: ['askedPath', 'rightPath', 'difference', 'expectedAny'],
  },
  tenant_unknown: {
    step: 'metadata',
    blame: 'wallet',
    explanation: 'The path contains a tenant that this server does not have.',
    hint: "Use the offer's issuer identifier unchanged. A tenant exists if it has a folder below tenants or a client that belongs to it. The tenant `default` has no path.",
    facts: ['received', 'askedPath', 'rightPath'],
  },
} as const satisfies ReasonEntries;
