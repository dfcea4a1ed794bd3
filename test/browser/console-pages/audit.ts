import { makeOffer } from '../../support/flows.ts';
import type { ConsolePageRow } from '../console-row.ts';

export const auditRow: ConsolePageRow = {
  name: 'audit',
  path: '/audit',
  heading: { en: 'Audit', de: 'Protokoll' },
  prepare: async ({ server }) => {
    await makeOffer(server);
    return undefined;
  },
  visible: (page) =>
    page
      .locator('tbody')
      .getByText(/^(created an offer|hat ein Angebot erstellt)$/)
      .first()
      .waitFor(),
};
