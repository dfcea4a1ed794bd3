import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../../support/flows.ts';
import type { ConsolePageRow } from '../console-row.ts';

export const statusListsRow: ConsolePageRow = {
  name: 'status-lists',
  path: '/status-lists',
  heading: { en: 'Status lists', de: 'Statuslisten' },
  prepare: async ({ server }) => {
    const made = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    const { answer } = await new Wallet({ issuer: server.url }).receive(made.uri);
    assert.equal(answer.status, 200, answer.text);
    return undefined;
  },
  visible: (page) => page.getByText(/set aside|vergeben/).waitFor(),
};
