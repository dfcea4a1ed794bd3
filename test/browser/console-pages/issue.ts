import type { ConsolePageRow } from '../console-row.ts';

export const issueRow: ConsolePageRow = {
  name: 'issue',
  path: '/issue',
  heading: { en: 'Issue', de: 'Ausstellen' },
  // A field of the schema of the first configuration.
  visible: (page) => page.getByLabel(/^family_name/).waitFor(),
};
