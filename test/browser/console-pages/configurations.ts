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
  path: '/configurations?kind=issuance&id=pid&view=json',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  visible: async (page) => {
    await page.getByRole('textbox', { name: /as JSON|als JSON/ }).waitFor();
    await page.getByText(/No errors found|Keine Fehler gefunden/).waitFor();
    await page.locator('.wallet-card').waitFor();
  },
};

let importFile = '';

/** An import that was checked and waits for its confirmation: one configuration changes, one is new. */
export const importRow: ConsolePageRow = {
  name: 'import',
  path: '/configurations',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  prepare: async ({ server }) => {
    const answer = await server.a('/configurations/export');
    const { issuance, presentation } = (await answer.json()) as Record<string, { readonly id: string }[]>;
    const pid = { ...issuance?.find(({ id }) => id === 'pid'), lifetime: 86_400 };
    const copy = { ...presentation?.find(({ id }) => id === 'name-check'), id: 'name-check-2' };
    importFile = JSON.stringify({ version: 1, issuance: [pid], presentation: [copy] });
    return undefined;
  },
  visible: async (page) => {
    await page
      .getByLabel(/^(Import a file|Eine Datei importieren)/)
      .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer: Buffer.from(importFile) });
    await page.getByRole('row', { name: /lifetime.*86400/ }).waitFor();
    await page.getByText(/^(Fields|Felder): \d+ (added|neu)$/).waitFor();
    await page.getByRole('button', { name: /^(Import|Importieren)$/ }).waitFor();
  },
};

export const formRow: ConsolePageRow = {
  name: 'form',
  path: '/configurations?kind=issuance&id=pid',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  visible: async (page) => {
    await page.getByRole('tab', { name: /^(Form|Formular)$/, selected: true }).waitFor();
    await page.getByRole('group', { name: /^(Field|Feld) 1: / }).waitFor();
    await page.locator('.wallet-card').waitFor();
  },
};

export const queryFormRow: ConsolePageRow = {
  name: 'query-form',
  path: '/configurations?kind=presentation&id=name-check',
  heading: { en: 'Configurations', de: 'Konfigurationen' },
  visible: async (page) => {
    await page.getByRole('group', { name: /^(Credential|Nachweis) 1: / }).waitFor();
    await page.getByRole('group', { name: /^(Purpose|Zweck)$/ }).waitFor();
  },
};
