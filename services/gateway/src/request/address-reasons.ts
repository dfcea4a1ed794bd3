/** Reasons of refusals: well-known addresses, and tenants in paths. */
import type { ReasonEntries } from '@countersign/shared/kernel/reasons/reason';

export const addressReasons = {
  path_unknown: {
    step: 'any',
    standard: { document: 'RFC 9110', section: '15.5.5' },
    blame: 'wallet',
    explanation: 'No route of this server has the path of the request, or a parameter in it can name nothing.',
    hint: 'Take the addresses of endpoints from the metadata, and those of the management interface from /openapi.json.',
    facts: ['askedPath', 'rightPath', 'parameter'],
  },
  metadata_path: {
    step: 'metadata',
    standard: { document: 'OpenID4VCI 1.0', section: '12.2.2' },
    blame: 'wallet',
    explanation: 'The well-known address is one that this server does not have.',
    hint: 'Insert the well-known path between the host and the path of the issuer identifier, as `rightPath` shows.',
    facts: ['askedPath', 'rightPath', 'difference', 'expectedAny'],
  },
  tenant_unknown: {
    step: 'metadata',
    blame: 'wallet',
    explanation: 'The path names a tenant that this server does not have.',
    hint: 'Use the issuer identifier of the offer unchanged; a tenant exists by its folder below tenants or by a client that names it, and the tenant `default` has no path.',
    facts: ['received', 'askedPath', 'rightPath'],
  },
} as const satisfies ReasonEntries;
