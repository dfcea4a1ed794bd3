import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../../support/flows.ts';
import type { ConsolePageRow } from '../console-row.ts';

/** A session with a refusal, an issued credential, and a webhook without a receiver. */
export const sessionRow: ConsolePageRow = {
  name: 'session',
  heading: { en: 'Session', de: 'Vorgang' },
  prepare: async ({ server }) => {
    // Port 9 of loopback: nothing listens there.
    const notifyWebhook = {
      url: 'http://127.0.0.1:9/outcome',
      auth: { type: 'apiKey', config: { headerName: 'x-token', value: 'token' } },
    };
    const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, tx_code: true, state: 'order-7', notifyWebhook });
    const wallet = new Wallet({ issuer: server.url });
    const offer = await wallet.offer(made.uri);
    assert.equal((await wallet.redeem(offer, '000000')).status, 400);
    const taken = await new Wallet({ issuer: server.url }).receive(made.uri, made.txCode);
    assert.equal(taken.answer.status, 200, taken.answer.text);
    return `/sessions/${made.session}`;
  },
  visible: async (page) => {
    await page
      .getByText(/^(What to do|Lösung):?$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^(Revoke|Widerrufen): pid$/ }).waitFor();
    await page
      .getByRole('cell', { name: /^(no response|keine Antwort)/ })
      .first()
      .waitFor();
  },
};
