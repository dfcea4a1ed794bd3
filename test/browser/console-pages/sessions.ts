import { makeOffer, PRE_AUTHORIZED_FLOW } from '../../support/flows.ts';
import { holdPid } from '../../support/presentation.ts';
import type { ConsolePageRow } from '../console-row.ts';

export const sessionsRow: ConsolePageRow = {
  name: 'sessions',
  heading: { en: 'Sessions', de: 'Vorgänge' },
  prepare: async ({ server }) => {
    await makeOffer(server, PRE_AUTHORIZED_FLOW);
    await holdPid(server);
    return '/sessions?kind=issuance&configuration=pid';
  },
  visible: async (page) => {
    await page
      .getByRole('cell', { name: /^(issued|ausgestellt)$/ })
      .first()
      .waitFor();
    await page
      .getByRole('cell', { name: /^(open|offen)$/ })
      .first()
      .waitFor();
  },
};
