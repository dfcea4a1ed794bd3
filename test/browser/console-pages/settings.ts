import type { Page } from 'playwright-core';
import type { ConsolePageRow } from '../console-row.ts';

export const settingsRow: ConsolePageRow = {
  name: 'settings',
  path: '/settings',
  heading: { en: 'Settings', de: 'Einstellungen' },
  visible: async (page) => {
    const row = page.getByRole('row').filter({ has: page.getByText('CONFIG_FOLDER', { exact: true }) });
    await row.getByText(/^(environment|Umgebung)$/).waitFor();
    await page.getByText('***', { exact: true }).first().waitFor();
    await searches(page);
  },
};

/** The search opens the groups that are closed, and finds by the meaning too. */
async function searches(page: Page): Promise<void> {
  const others = page.locator('details', { hasText: /other settings|weitere Einstellungen/ });
  await others.waitFor();
  const search = page.getByRole('searchbox');
  await search.fill('trust proxy');
  await page.getByText('TRUST_PROXY', { exact: true }).waitFor();
  await others.waitFor({ state: 'detached' });
  await search.fill('');
  await others.waitFor();
}
