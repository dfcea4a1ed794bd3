import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';
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
    await until('the first attempt', async () => {
      const { times } = (await (await server.a('/deliveries/summary')).json()) as { times: { failed: number }[] };
      return times.some(({ failed }) => failed > 0);
    });
    return undefined;
  },
  visible: async (page) => {
    await page.getByText(/^(Failing since|Seit) /).waitFor();
    await page.locator('.chart rect').first().waitFor();
    await page.getByRole('tab', { name: /^(Pending|Ausstehend) \(\d+\)$/ }).waitFor();
    await page.getByText(/^whsec_…/).waitFor();
    await page.getByText('credential.issued', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /^(Send test event|Testereignis senden)$/ }).waitFor();
  },
};

/** One delivery with its request and its attempts. */
export const deliveryRow: ConsolePageRow = {
  name: 'delivery',
  heading: { en: 'Webhooks', de: 'Webhooks' },
  prepare: async ({ server }) => {
    const [delivery] = (await (await server.a('/deliveries?state=waiting')).json()) as { readonly id: string }[];
    return `/webhooks?delivery=${delivery?.id ?? assert.fail('there is no delivery')}`;
  },
  visible: async (page) => {
    await page
      .getByText(/^(No response|Keine Antwort)\.$/)
      .first()
      .waitFor();
    await page.getByText('webhook-id', { exact: true }).waitFor();
  },
};
