/** Routes of presentation, status and deliveries. */

import { presentationConfigSchema } from '@countersign/shared/configuration-documents/presentation-configuration';
import { PRESENTATION_BODY_BYTES } from '@countersign/shared/http/message';
import { presentationRequestSchema } from '@countersign/shared/messages/presentation-request';
import { statusUpdateSchema } from '@countersign/shared/messages/status-update';
import { pageAnswerSchema } from '../schemas/page-answer.ts';
import * as answers from '../schemas/response-schemas.ts';
import * as sessions from '../schemas/session-schemas.ts';
import * as toWallets from '../schemas/wallet-response-schemas.ts';
import * as wallets from '../schemas/wallet-schemas.ts';
import * as webhooks from '../schemas/webhook-schemas.ts';
import { KIB, management, notModified, oauth, open, qrCode, wallet, walletPath } from './kinds.ts';
import type { Route } from './route.ts';

/** What a page with a button calls, from any origin, at a URL that it receives from its backend. */
const buttonRoutes: readonly Route[] = [
  ofButton({
    operation: 'verifier.button.follow',
    method: 'GET',
    paths: walletPath('/oid4vp/button/{reference}'),
    stream: 'state',
    also: {
      200: {
        description: 'Success; with Accept text/event-stream as events',
        content: { 'text/event-stream': { type: 'string' } },
      },
    },
    summary: "Current state of a button's request",
    response: toWallets.buttonStateSchema,
  }),
  ofButton({
    operation: 'verifier.button.request',
    method: 'GET',
    paths: walletPath('/oid4vp/button/{reference}/request'),
    query: {
      digital: {
        description: 'true: also the entries for the Digital Credentials API',
        schema: { type: 'string', enum: ['true'] },
      },
    },
    summary: 'The ways to a wallet that a button offers',
    response: toWallets.buttonRequestSchema,
  }),
  ofButton({
    operation: 'verifier.button.answer',
    method: 'POST',
    paths: walletPath('/oid4vp/button/{reference}/request'),
    rate: 'wallet',
    request: wallets.browserAnswerSchema,
    bodyLimit: PRESENTATION_BODY_BYTES,
    summary: "Response of a browser's wallet to a page with a button (OpenID4VP 1.0, A.4)",
    response: toWallets.browserAnswerResponseSchema,
  }),
];

function ofButton(row: Omit<Parameters<typeof wallet>[0], 'service'>): Route {
  return wallet({ service: 'verifier', errors: 'problem', fromPages: true, ...row });
}

export const presentationRoutes: readonly Route[] = [
  management({
    operation: 'verifier.request.create',
    task: 'requests',
    service: 'verifier',
    method: 'POST',
    paths: { a: ['/oid4vp'], b: ['/presentation-management/request'] },
    request: presentationRequestSchema,
    shape: 'link',
    also: qrCode,
    role: 'operator',
    audit: { action: 'presentation-request.made', with: 'session' },
    summary: 'Make a presentation request',
    response: answers.presentationRequestResponseSchema,
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    wallet({
      operation: 'verifier.request.get',
      service: 'verifier',
      method,
      paths: walletPath('/oid4vp/request/{requestId}/{session}'),
      accepts: method === 'GET' ? ['empty'] : ['empty', 'form'],
      // The session becomes `requested`.
      ...(method === 'GET' ? { changes: true } : { request: wallets.requestObjectRequestSchema }),
      summary: 'Request object (OpenID4VP 1.0, 5)',
      contentType: 'application/oauth-authz-req+jwt',
    }),
  ),
  oauth({
    operation: 'verifier.response',
    service: 'verifier',
    paths: walletPath('/oid4vp/response'),
    request: wallets.authorizationResponseSchema,
    bodyLimit: PRESENTATION_BODY_BYTES,
    summary: 'Presentation of a wallet (OpenID4VP 1.0, 8)',
    response: toWallets.presentationAnswerSchema,
  }),
  ...buttonRoutes,
  management({
    operation: 'verifier.dc-api.answer',
    task: 'requests',
    service: 'verifier',
    method: 'POST',
    paths: { shared: ['/session/{sessionId}/dc-api'] },
    request: pageAnswerSchema,
    bodyLimit: PRESENTATION_BODY_BYTES,
    fromWallet: true,
    success: { json: 200 },
    personal: true,
    role: 'operator',
    audit: { action: 'presentation.answered' },
    summary: 'Answer of a page by the Digital Credentials API (OpenID4VP 1.0, A); the result',
    response: sessions.pageResultSchema,
  }),
  management({
    operation: 'verifier.configuration.list',
    task: 'configurations',
    service: 'verifier',
    method: 'GET',
    paths: { shared: ['/presentation-management', '/presentations'] },
    shape: 'configuration',
    role: 'viewer',
    audit: { action: 'configuration.read', data: { kind: 'presentation' } },
    summary: 'Presentation configurations',
    response: { type: 'array', items: answers.storedPresentationConfigurationSchema },
  }),
  management({
    operation: 'verifier.configuration.put',
    task: 'configurations',
    service: 'verifier',
    method: 'POST',
    paths: { shared: ['/presentation-management'] },
    request: presentationConfigSchema,
    findings: 'operation',
    bodyLimit: KIB * KIB,
    shape: 'configuration',
    role: 'admin',
    audit: { action: 'configuration.written', data: { kind: 'presentation' } },
    summary: 'Store a presentation configuration; replaces any configuration with that id',
    response: answers.storedPresentationConfigurationSchema,
  }),
  management({
    operation: 'verifier.configuration.delete',
    task: 'configurations',
    service: 'verifier',
    method: 'DELETE',
    // The second also for the id `request`, because the first has a separate path of that name.
    paths: { shared: ['/presentation-management/{id}', '/presentations/{id}'] },
    role: 'admin',
    audit: { action: 'configuration.removed', data: { kind: 'presentation' } },
    summary: 'Delete a presentation configuration; a file of the same id comes back',
    response: answers.emptySchema,
  }),
];

export const statusRoutes: readonly Route[] = [
  open({
    operation: 'status.list',
    service: 'status',
    paths: {
      a: ['/status-management/status-list', '/status-management/status-list/{n}'],
      b: ['/{tenantId}/status-management/status-list', '/{tenantId}/status-management/status-list/{n}'],
    },
    forRelyingParties: true,
    summary: 'Status list token (Token Status List, 8): CWT if the Accept header prefers it, otherwise JWT',
    contentType: ['application/statuslist+jwt', 'application/statuslist+cwt'],
    also: notModified,
  }),
  management({
    operation: 'status.update',
    task: 'revocation',
    service: 'status',
    method: 'POST',
    paths: { a: ['/status-management'], b: ['/session/revoke'] },
    request: statusUpdateSchema,
    role: 'operator',
    audit: { action: 'status.changed' },
    summary: "Set the status of a session's credentials",
    response: answers.statusEntriesSchema,
  }),
  management({
    operation: 'status.entries',
    task: 'revocation',
    service: 'status',
    method: 'GET',
    paths: { shared: ['/status-management/{session}'] },
    role: 'viewer',
    audit: { action: 'status.read' },
    summary: 'Status entries of a session',
    response: answers.statusEntriesSchema,
  }),
];

export const deliveryRoutes: readonly Route[] = [
  management({
    operation: 'dispatcher.deliveries',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'GET',
    paths: { shared: ['/session/{sessionId}/deliveries'] },
    role: 'viewer',
    audit: { action: 'deliveries.read' },
    summary: 'Webhook deliveries of a session',
    response: webhooks.deliveriesSchema,
  }),
  management({
    operation: 'dispatcher.replay',
    task: 'webhooks',
    service: 'webhook-dispatcher',
    method: 'POST',
    paths: { shared: ['/session/{sessionId}/deliveries/{deliveryId}/replay'] },
    role: 'operator',
    audit: { action: 'delivery.replayed' },
    summary: 'Deliver a webhook again',
    response: answers.emptySchema,
  }),
];
