/** Routes of attestation schemes: the European catalogue's description of a credential (TS11). */
import { schemeImportSchema } from '@countersign/shared/messages/scheme-import';
import { exportedSchemeSchema, plannedSchemeSchema } from '../schemas/scheme-schemas.ts';
import { KIB, management } from './kinds.ts';
import type { Route } from './route.ts';

const of = { task: 'configurations', service: 'issuer' } as const;

export const schemeRoutes: readonly Route[] = [
  management({
    ...of,
    role: 'admin',
    operation: 'issuer.scheme.plan',
    method: 'POST',
    paths: { shared: ['/attestation-schemes/plan'] },
    request: schemeImportSchema,
    success: { json: 200 },
    bodyLimit: KIB * KIB,
    audit: { action: 'attestation-scheme.read' },
    summary: 'Which credential configuration an attestation scheme (TS11) would become; nothing is written',
    response: plannedSchemeSchema,
  }),
  management({
    ...of,
    role: 'admin',
    operation: 'issuer.scheme.import',
    method: 'POST',
    paths: { shared: ['/attestation-schemes/import'] },
    request: schemeImportSchema,
    bodyLimit: KIB * KIB,
    audit: { action: 'attestation-scheme.imported' },
    summary: 'Store a credential configuration from an attestation scheme (TS11)',
    response: plannedSchemeSchema,
  }),
  management({
    ...of,
    role: 'viewer',
    operation: 'issuer.scheme.export',
    method: 'GET',
    paths: { shared: ['/attestation-schemes/{id}'] },
    audit: { action: 'attestation-scheme.exported' },
    summary: 'A credential configuration as an attestation scheme (TS11)',
    response: exportedSchemeSchema,
  }),
];
