import type { ConsolePageRow } from '../console-row.ts';

export const verifyRow: ConsolePageRow = {
  name: 'verify',
  path: '/verify',
  heading: { en: 'Verify', de: 'Prüfen' },
  visible: (page) => page.getByRole('button', { name: /^(Create request|Anfrage erstellen)$/ }).waitFor(),
};
