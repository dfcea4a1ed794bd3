import assert from 'node:assert/strict';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../../support/flows.ts';
import type { ConsolePageRow } from '../console-row.ts';

export const homeRow: ConsolePageRow = {
  name: 'home',
  path: '/',
  heading: { en: 'Home', de: 'Start' },
  prepare: async ({ server }) => {
    const wallet = new Wallet({ issuer: server.url });
    const { uri } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    assert.equal((await wallet.receive(uri)).answer.status, 200);
    const again = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
      'pre-authorized_code': 'no-code-of-this-server',
    });
    assert.equal((await server.request('/authorize/token', { method: 'POST', body: again })).status, 400);
    // Activity counts are written every few seconds.
    await until('the count of the failure', async () => {
      const { failures } = (await (await server.a('/overview')).json()) as { failures: unknown[] };
      return failures.length > 0;
    });
    return undefined;
  },
  visible: async (page) => {
    await page
      .getByText(/code_unknown$/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.getByText('database', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: /^(Period|Zeitraum)$/ }).selectOption('7');
    await page.getByRole('heading', { name: /^(Last 7 days|Die letzten 7 Tage)$/ }).waitFor();
    assert.match(page.url(), /\?days=7$/);
  },
};
