/** Routes of dry runs, which the gateway handles itself. */
import { dryRunReportSchema } from '@countersign/shared/messages/dry-run-report';
import { issuanceDryRunSchema, presentationDryRunSchema } from '@countersign/shared/messages/dry-run-request';
import { management } from './kinds.ts';
import type { Route } from './route.ts';

/** Events `step`, then one `report`, or `failed`. */
const steps = {
  200: {
    description: 'Success; with Accept text/event-stream the steps as they happen, then the report, as events',
    content: { 'text/event-stream': { type: 'string' } },
  },
} as const;

export const dryRunRoutes: readonly Route[] = [
  management({
    operation: 'gateway.dry-run.issuance',
    task: 'configurations',
    service: 'gateway',
    method: 'POST',
    paths: {
      a: ['/issuer-managment/{id}/dry-run'],
      shared: ['/issuer-management/{id}/dry-run', '/credentials/config/{id}/dry-run'],
    },
    accepts: ['json', 'empty'],
    request: issuanceDryRunSchema,
    success: { json: 200 },
    stream: 'progress',
    also: steps,
    role: 'operator',
    audit: { action: 'dry-run.made', data: { kind: 'issuance' } },
    summary:
      'Issue a credential of this configuration to the test wallet, and report problems that real wallets would have',
    response: dryRunReportSchema,
  }),
  management({
    operation: 'gateway.dry-run.presentation',
    task: 'configurations',
    service: 'gateway',
    method: 'POST',
    paths: { shared: ['/presentation-management/{id}/dry-run', '/presentations/{id}/dry-run'] },
    accepts: ['json', 'empty'],
    request: presentationDryRunSchema,
    success: { json: 200 },
    stream: 'progress',
    also: steps,
    role: 'operator',
    audit: { action: 'dry-run.made', data: { kind: 'presentation' } },
    summary: 'Send this presentation request to the test wallet, and report problems that real wallets would have',
    response: dryRunReportSchema,
  }),
];
