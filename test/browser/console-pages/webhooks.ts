import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../../support/flows.ts';
import { jsonBody } from '../../support/server.ts';
import type { ConsolePageRow } from '../console-row.ts';

export const webhooksRow: ConsolePageRow = {
  name: 'webhooks',
  path: '/webhooks',
  heading: { en: 'Webhooks', de: 'Webhooks' },
  prepare: async ({ server }) => {
    // Nothing listens at the port: the delivery waits for its next attempt.
    const notifyWebhook = { url: 'http://127.0.0.1:9/outcome' };
    const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, notifyWebhook });
    const { answer } = await new Wallet({ issuer: server.url }).receive(made.uri);
    assert.equal(answer.status, 200, answer.text);
    await server.a('/webhooks/secret/rotate', { method: 'POST', ...jsonBody({ overlap: 3600 }) });
    return undefined;
  },
  visible: async (page) => {
    await page.getByRole('tab', { name: /^(Pending|Ausstehend)$/ }).waitFor();
    await page.getByText(/^whsec_…/).waitFor();
    await page.getByText('credential.issued', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /^(Send test event|Testereignis senden)$/ }).waitFor();
  },
};
