import type { ConsolePageRow } from '../console-row.ts';

export const configurationsRow: ConsolePageRow = {
  name: 'configurations',
  path: '/configurations',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  visible: async (page) => {
    await page.getByRole('link', { name: 'pid', exact: true }).waitFor();
    await page.getByRole('link', { name: 'name-check', exact: true }).waitFor();
    await page.getByRole('button', { name: /^(Export|Exportieren)$/ }).waitFor();
    await page.getByLabel(/^(Import a file|Eine Datei importieren)$/).waitFor();
  },
};

export const editorRow: ConsolePageRow = {
  name: 'editor',
  path: '/configurations?kind=issuance&id=pid',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  visible: async (page) => {
    await page.getByRole('textbox', { name: /as JSON|als JSON/ }).waitFor();
    await page.getByText(/No errors found|Keine Fehler gefunden/).waitFor();
    await page.locator('.wallet-card').waitFor();
  },
};
