import type { ConsolePageRow } from '../console-row.ts';

export const settingsRow: ConsolePageRow = {
  name: 'settings',
  path: '/settings',
  heading: { en: 'Settings', de: 'Einstellungen' },
  visible: async (page) => {
    const row = page.getByRole('row').filter({ has: page.getByText('CONFIG_FOLDER', { exact: true }) });
    await row.getByText(/^(environment|Umgebung)$/).waitFor();
    await page.getByText('***', { exact: true }).first().waitFor();
  },
};
