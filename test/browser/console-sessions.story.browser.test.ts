/** Issue, verify and look after sessions in Chromium, with the synthetic wallet: steps as they happen, status, webhooks, erasure, roles. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { fetchRequest, type HeldCredential, present, responseFields } from '@countersign/wallet/presentation/present';
import type { Page } from 'playwright-core';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { pidQuestion } from '../support/presentation.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { openChromium } from './chromium.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboardOf } from './keyboard.ts';
import { accessible, picture } from './page-checks.ts';

test('flows in the console', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const world = await openConsoleWorld(t, browser);
  world.server.writeConfig('presentation/question.json', pidQuestion);
  for (const [name, run] of [
    [
      'an offer by its empty form: errors at the fields as they are typed, then the steps of the wallet as they happen',
      issue,
    ],
    ['a presentation: verified claims appear, as text', verify],
    ['a live view continues after a break', continues],
    ['revoke and restore, send a webhook again, erase', lookAfter],
    ['an offer is withdrawn, with the keyboard only and in both languages', withdraw],
    ['a viewer sees no personal data and no button that is not allowed', view],
    ['a case is found again by its reference, with the keyboard only', findAgain],
    ['the filters are in the address; the text of the backend is not', filter],
  ] as const) {
    await t.test(name, (each) => run(each, world));
  }
});

/** The link that the page shows. */
async function linkOn(page: Page): Promise<string> {
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
  return (await page.locator('.copy code').first().textContent()) ?? '';
}

/** The text of what has the focus. */
async function focused(page: Page): Promise<unknown> {
  return page.evaluate('document.activeElement.textContent');
}

async function issue(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { page, errors, goto, context } = await world.open();
  await goto('/issue');
  // Nothing is filled in, so that nobody issues sample data with one click; the first wrong field gets the focus.
  const family = page.getByLabel(/^Family name/);
  await family.waitFor();
  const typed = `[...document.querySelectorAll('input[name^="/"]')].map(({ value }) => value).join('')`;
  assert.equal(await page.evaluate(typed), '');
  await page.getByRole('button', { name: 'Create offer' }).click();
  await page.getByText('Fill in this field.').first().waitFor();
  await page.waitForFunction('document.activeElement.getAttribute("aria-invalid") === "true"');
  assert.equal(await family.getAttribute('aria-invalid'), 'true');
  await page.getByRole('button', { name: 'Fill in sample data' }).click();
  await family.fill('');
  await page.getByText('Fill in this field.').waitFor();
  await family.fill('<img src=x onerror=alert(1)>');
  await page.getByText('Fill in this field.').waitFor({ state: 'detached' });
  await page.getByLabel(/transaction code/).check();
  await page.getByRole('button', { name: 'Create offer' }).click();
  const link = await linkOn(page);
  await page.getByRole('heading', { name: 'Offer created' }).waitFor();
  assert.equal(await focused(page), 'Scan with a wallet');
  const code = await page.locator('.copy code').nth(1).textContent();
  const taken = await new Wallet({ issuer: world.server.url }).receive(link, code ?? '');
  assert.equal(taken.answer.status, 200, taken.answer.text);
  await page.getByText('Credential requested').waitFor();
  await page.getByRole('heading', { name: 'Issued', exact: true }).waitFor();
  await page.getByRole('img', { name: /^QR code/ }).waitFor({ state: 'detached' });
  await page.waitForFunction('document.activeElement.textContent === "Issued"');
  await page.getByRole('button', { name: 'Another offer' }).waitFor();
  await accessible(page);
  await picture(page, 'issued');
  await page.getByRole('link', { name: 'Open the session' }).click();
  await page.getByRole('heading', { level: 1, name: 'Session' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
}

async function verify(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { server } = world;
  const claims = { pid: { given_name: '<img src=x onerror=alert(1)>', family_name: 'M', birthdate: '2000-01-01' } };
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, claims });
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  const { page, errors, goto, context } = await world.open();
  await goto('/verify');
  await page.getByLabel('Presentation', { exact: true }).selectOption('question');
  await page.getByRole('button', { name: 'Create request' }).click();
  const request = await fetchRequest(await linkOn(page));
  const held = { credential: answer.json.credentials[0].credential, key };
  const fields = responseFields(request, { pid: [present(held, request)] });
  await fetch(request.response_uri, { method: 'POST', body: new URLSearchParams(fields) });
  await page.getByRole('heading', { name: 'Verified: given name', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Presented claims' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await picture(page, 'verified');
  await readRefusal(world, page, made.session, held);
  assert.deepEqual(errors, []);
  await context.close();
}

/**
 * The revoked credential is refused: first the cause, in German too, then what to do; one click repeats the request.
 */
async function readRefusal({ server }: ConsoleWorld, page: Page, session: string, held: HeldCredential): Promise<void> {
  await page.getByRole('button', { name: 'Another request' }).click();
  await page.getByLabel('Presentation', { exact: true }).selectOption('question');
  await page.getByRole('button', { name: 'Create request' }).click();
  const revoked = await server.a('/status-management', {
    method: 'POST',
    body: JSON.stringify({ sessionId: session, credentialConfigurationId: 'pid', status: 1 }),
  });
  assert.ok(revoked.ok, await revoked.text());
  const request = await fetchRequest(await linkOn(page));
  const fields = responseFields(request, { pid: [present(held, request)] });
  await fetch(request.response_uri, { method: 'POST', body: new URLSearchParams(fields) });
  await page.getByRole('heading', { name: 'Refused: credential revoked', exact: true }).waitFor();
  await page.waitForFunction('document.activeElement.textContent.startsWith("Refused")');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Abgelehnt: Nachweis widerrufen', exact: true }).waitFor();
  await page.getByText('Bitten Sie die Person, sich einen neuen Nachweis ausstellen zu lassen.').first().waitFor();
  await accessible(page);
  await picture(page, 'refused');
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await page.getByRole('img', { name: /^QR-Code/ }).waitFor();
  await page.getByRole('heading', { name: 'Anfrage erstellt', exact: true }).waitFor();
}

async function continues(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { server } = world;
  const made = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const { page, goto, context } = await world.open();
  await goto(`/sessions/${made.session}`);
  await page.locator('.live.live').first().waitFor();
  await page.getByText('Management call').waitFor();
  await page.route('**/trace', (route) => route.abort(), { times: 1 });
  await page.reload();
  await page.getByText('Reconnecting').waitFor();
  await page.getByText('Management call').waitFor();
  await new Wallet({ issuer: server.url }).receive(made.uri);
  await page.getByText('Credential requested').waitFor();
  assert.equal(await page.getByText('Management call').count(), 1);
  await context.close();
}

async function withdraw(_: TestContext, world: ConsoleWorld): Promise<void> {
  for (const [language, action, question, said, dismiss] of [
    ['en', 'Withdraw', 'Withdraw this offer?', /cancelled by the backend/, 'Cancel'],
    ['de', 'Zurückziehen', 'Dieses Angebot zurückziehen?', /vom Backend abgebrochen/, 'Abbrechen'],
  ] as const) {
    const made = await makeOffer(world.server, PRE_AUTHORIZED_FLOW);
    const { page, errors, goto, context } = await world.open({ language });
    const keys = await keyboardOf(page);
    await goto(`/sessions/${made.session}`);
    const dialog = page.getByRole('dialog', { name: question });
    await keys.activate(page.getByRole('button', { name: action }));
    await dialog.waitFor();
    await keys.activate(dialog.getByRole('button', { name: dismiss }));
    await dialog.waitFor({ state: 'detached' });
    await keys.activate(page.getByRole('button', { name: action }));
    await keys.activate(dialog.getByRole('button', { name: action }));
    await page.getByRole('heading', { name: said }).waitFor();
    await page.getByRole('button', { name: action }).waitFor({ state: 'detached' });
    await keys.onlyKeys();
    const answer = await world.server.a(`/session/${made.session}/cancel`, { method: 'POST' });
    assert.equal(answer.status, 409);
    assert.deepEqual(errors, []);
    await context.close();
  }
}

async function lookAfter(t: TestContext, world: ConsoleWorld): Promise<void> {
  const { server } = world;
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const auth = { type: 'apiKey', config: { headerName: 'x-token', value: 'token' } };
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, notifyWebhook: { url: receiver.url, auth } });
  await new Wallet({ issuer: server.url }).receive(made.uri);
  await receiver.wait(1);
  const { page, errors, goto, context } = await world.open();
  await goto(`/sessions/${made.session}`);
  await page.getByRole('button', { name: 'Revoke: pid' }).click();
  await page.getByLabel('Reason').selectOption('lost');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'Issued, then revoked' }).waitFor();
  await page.getByRole('button', { name: 'Reinstate: pid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('button', { name: 'Revoke: pid' }).waitFor();
  // The change of the status has called the webhook too.
  await receiver.wait(3);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Resend credential.issued' }).click();
  await receiver.wait(4);
  await page.getByText('Webhook resent').waitFor();
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Session erased').waitFor();
  await goto(`/audit?session=${made.session}`);
  await page.getByText('Status: revoked, Reason: Wallet or device lost, Credentials: 1').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
}

async function view(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { server } = world;
  const body = {
    response_type: 'uri',
    credentialConfigurationIds: ['pid'],
    ...PRE_AUTHORIZED_FLOW,
    state: 'CANARY-state',
    claims: { pid: { given_name: 'CANARY-name', family_name: 'CANARY-family', birthdate: '2000-01-01' } },
  };
  const answer = await server.b('/issuer-management/offer', { method: 'POST', body: JSON.stringify(body) });
  const { uri, session } = (await answer.json()) as { uri: string; session: string };
  await new Wallet({ issuer: `${server.url}/root` }).receive(uri);
  const { page, errors, goto, context } = await world.open({ role: 'viewer' });
  await goto(`/sessions/${session}`);
  await page.getByText('Credential requested').waitFor();
  await page.locator('.badge', { hasText: 'valid' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Revoke|Reinstate|Erase|Resend)/ }).count(), 0);
  assert.doesNotMatch(await page.content(), /CANARY/);
  await goto('/sessions');
  await page.locator('.badge', { hasText: 'issued' }).first().waitFor();
  assert.doesNotMatch(await page.content(), /CANARY/);
  assert.equal(await page.getByRole('link', { name: 'Issue', exact: true }).count(), 0);
  await goto('/issue');
  await page.getByRole('heading', { name: 'Your role has no access to this page' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
}

async function findAgain(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { page, errors, goto, context } = await world.open();
  await goto('/issue');
  await page.getByLabel('Your reference').fill('2026/4711');
  await page.getByRole('button', { name: 'Fill in sample data' }).click();
  await page.getByRole('button', { name: 'Create offer' }).click();
  await linkOn(page);
  await goto('/');
  // Before the console has started, the keys are the browser's own.
  await page.getByRole('button', { name: /^Search/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
  await page.keyboard.type('2026/47');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing found.', { exact: false }).waitFor();
  await page.keyboard.type('11');
  await page.keyboard.press('Enter');
  // The only session of that reference: it opens.
  await page.getByRole('heading', { level: 1, name: 'Session' }).waitFor();
  await page.getByText('2026/4711').waitFor();
  assert.doesNotMatch(page.url(), /4711/);
  await makeOffer(world.server, { ...PRE_AUTHORIZED_FLOW, state: '2026/4711' });
  assert.equal(await page.evaluate(focusAfterSearchKey), 'q', 'the next key goes into the field');
  await page.keyboard.type('2026/4711');
  await page.keyboard.press('Enter');
  await page.getByText('2 sessions found').waitFor();
  await accessible(page);
  await picture(page, 'search');
  await page.keyboard.press('Escape');
  await page.getByText('2 sessions found').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
}

/** The name of the field that has the focus before the browser can deliver another key. Runs in the page. */
const focusAfterSearchKey = `(async () => {
  dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return document.activeElement?.getAttribute('name');
})()`;

async function filter(_: TestContext, world: ConsoleWorld): Promise<void> {
  const { server } = world;
  for (const state of ['order-7', 'order-8']) {
    await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['diploma'], state });
  }
  const { page, errors, goto, context } = await world.open();
  await goto('/sessions');
  await page.getByLabel('Configuration', { exact: true }).selectOption('diploma');
  await page.getByLabel('State', { exact: true }).selectOption('created');
  await page.waitForURL(/\/console\/sessions\?status=created&configuration=diploma$/);
  await page.getByLabel('Your reference').fill('order-7');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await rows.nth(1).waitFor({ state: 'detached' });
  assert.match(page.url(), /\?status=created&configuration=diploma$/);
  await rows.first().getByRole('link').click();
  await page.getByText('order-7').waitFor();
  await page.goBack();
  await rows.nth(1).waitFor();
  assert.equal(await page.getByLabel('Configuration', { exact: true }).inputValue(), 'diploma');
  await goto('/sessions?configuration=none-of-these');
  await page.getByText('No sessions match these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(/\/console\/sessions$/);
  assert.deepEqual(errors, []);
  await context.close();
}
