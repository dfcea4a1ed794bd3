/** Routes of all configurations of a tenant as one file. */
import * as transfer from '../schemas/transfer-schemas.ts';
import { KIB, management } from './kinds.ts';
import type { Route } from './route.ts';

export const transferRoutes: readonly Route[] = [
  management({
    role: 'admin',
    operation: 'gateway.configurations.export',
    task: 'configurations',
    service: 'gateway',
    method: 'GET',
    paths: { shared: ['/configurations/export'] },
    audit: { action: 'configurations.exported' },
    summary: 'The configurations of the tenant as one file',
    query: {
      secrets: {
        description: '`include`: with the secrets of webhooks and sign-in; otherwise they appear as `***`',
        schema: transfer.exportedSecretsSchema,
      },
    },
    response: transfer.exportedConfigurationsSchema,
  }),
  management({
    role: 'admin',
    operation: 'gateway.configurations.import',
    task: 'configurations',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/configurations/import'] },
    request: transfer.configurationsImportSchema,
    success: { json: 200 },
    bodyLimit: KIB * KIB,
    audit: { action: 'configurations.imported' },
    summary: 'Check a file of configurations, or write its contents',
    query: {
      mode: {
        description: '`check` (default): only reports; `apply`: writes if the file has no errors',
        schema: transfer.importModeSchema,
      },
    },
    response: transfer.importResultSchema,
  }),
];
