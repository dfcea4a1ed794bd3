import type { ConsolePageRow } from '../console-row.ts';

export const issueRow: ConsolePageRow = {
  name: 'issue',
  path: '/issue',
  heading: { en: 'Issue', de: 'Ausstellen' },
  // A field of the first configuration's schema, by its readable label.
  visible: (page) => page.getByLabel(/^(Family name|Nachname)/).waitFor(),
};
