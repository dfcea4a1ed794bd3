/** Reasons of refusals: well-known addresses, and tenants in paths. */
import type { ReasonEntries } from './reason.ts';

export const metadataReasons = {
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
  document_unknown: {
    step: 'metadata',
    standard: { document: 'SD-JWT VC', section: '6.3.1' },
    blame: 'configuration',
    explanation: 'There is no configuration of that id, or it has no such document: an mdoc has no type metadata.',
    hint: 'Add type metadata or a schema to the configuration, and keep it while its credentials are in use.',
    facts: ['configurationId'],
  },
} as const satisfies ReasonEntries;
