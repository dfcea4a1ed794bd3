import type { ConsolePageRow } from '../console-row.ts';

export const signInRow: ConsolePageRow = {
  name: 'sign-in',
  heading: { en: 'Countersign', de: 'Countersign' },
  caller: { variant: 'none' },
  // The browser reports that nobody is signed in.
  expected: /status of 401/,
  visible: (page) => page.locator('input[name="api_key"]').waitFor(),
};
