/**
 * Every page of the console in Chromium: accessible in light and dark (axe), only by keyboard, 360 px wide, in both
 * languages, without errors and without a request to another host. Its rows are in `console-pages/`, one file per page.
 * PICTURES is a folder for pictures.
 */
import { test } from 'node:test';
import { openChromium } from './chromium.ts';
import { auditRow } from './console-pages/audit.ts';
import { configurationsRow, editorRow, formRow, importRow, queryFormRow } from './console-pages/configurations.ts';
import { homeRow } from './console-pages/home.ts';
import { issueRow } from './console-pages/issue.ts';
import { keysRow } from './console-pages/keys.ts';
import { loginFormRow, loginRow, loginsRow } from './console-pages/logins.ts';
import { sessionRow } from './console-pages/session.ts';
import { sessionsRow } from './console-pages/sessions.ts';
import { settingsRow } from './console-pages/settings.ts';
import { signInRow } from './console-pages/sign-in.ts';
import { statusListsRow } from './console-pages/status-lists.ts';
import { tenantRow, tenantsRow } from './console-pages/tenants.ts';
import { verifyRow } from './console-pages/verify.ts';
import { deliveryRow, webhooksRow } from './console-pages/webhooks.ts';
import { checkPage } from './console-row.ts';
import { openConsoleWorld } from './console-world.ts';
import { documentPicture, picture } from './page-checks.ts';

const rows = [
  signInRow,
  homeRow,
  issueRow,
  verifyRow,
  sessionsRow,
  sessionRow,
  configurationsRow,
  importRow,
  editorRow,
  formRow,
  queryFormRow,
  loginsRow,
  loginRow,
  loginFormRow,
  webhooksRow,
  deliveryRow,
  statusListsRow,
  keysRow,
  auditRow,
  tenantsRow,
  tenantRow,
  settingsRow,
];

test('every page of the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  for (const row of rows) {
    await t.test(row.name, async () => {
      const path = (await row.prepare?.(world)) ?? row.path ?? '/';
      const console = await world.open(row.caller);
      await checkPage(console, row, path);
      await picture(console.page, row.name);
      await documentPicture(console.page, row.name);
      await console.context.close();
    });
  }
});
