/**
 * The work of a first day in the console, from an empty data folder: sign in, the first configuration in the editor, a
 * dry run, an offer that a wallet accepts while the page shows its steps, a presentation, a refused one explained, a
 * revocation, a webhook sent again, a key rotated, the audit log. Only the wallet does not use the page.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { patience } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import type { Browser, Page } from 'playwright-core';
import { type Backend, openBackend } from '../support/presentation.ts';
import { watch } from './console-world.ts';

export interface StoryOptions {
  readonly browser: Browser;
  /** A server without configurations that may call 127.0.0.1. */
  readonly url: string;
  readonly apiKey: string;
  /** Between two steps of the wallet, while the page shows them. */
  readonly middle?: (page: Page) => Promise<void>;
}

interface Story extends Omit<StoryOptions, 'browser'> {
  readonly backend: Backend;
  readonly page: Page;
}

/** @returns errors of the browser's console */
export async function tellStory(t: TestContext, { browser, ...options }: StoryOptions): Promise<readonly string[]> {
  const backend = await openBackend();
  t.after(() => backend.close());
  const context = await browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(20_000));
  const { errors, foreign } = watch(page, options.url);
  const story: Story = { ...options, backend, page };
  await signIn(story);
  await configure(story);
  const held = await issue(story);
  await verify(story, held);
  await refuse(story, held);
  await revoke(story);
  await replay(story);
  await rotateKey(story);
  await readAudit(story);
  assert.deepEqual(foreign, []);
  // The browser itself reports the call without a cookie at the start of the sign-in page.
  return errors.filter((line) => !/status of 401/.test(line));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const to = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

async function signIn({ url, apiKey, page }: Story): Promise<void> {
  await page.goto(url);
  await page.waitForURL(/\/console$/);
  await page.getByLabel('API key (required)').fill(apiKey);
  await button(page, 'Sign in').click();
  await page.getByRole('heading', { name: 'Your first credential' }).waitFor();
}

/** The first step on the first page links to the editor. Stores the templates, the second one with a webhook. */
async function configure({ backend, page }: Story): Promise<void> {
  await page.getByRole('link', { name: 'Describe a credential' }).click();
  await page.getByRole('link', { name: 'New staff card (SD-JWT VC)' }).click();
  await page.getByLabel('Id (required)').waitFor();
  await button(page, 'Store').click();
  await page.getByText('Stored', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Dry run' }).click();
  await button(page, 'Dry run').click();
  await page.getByText('Dry run passed').waitFor();
  await page.getByRole('link', { name: 'All configurations' }).click();
  await page.getByRole('link', { name: 'New check of a staff card (SD-JWT VC)' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByText('No errors found').waitFor();
  const editor = page.getByRole('textbox', { name: 'Configuration as JSON' });
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.insertText(
    `"webhook": {"url": "${backend.url}", "auth": {"type": "apiKey", "config": {"headerName": "x-token", "value": "token"}}},`,
  );
  await page.getByText('No errors found').waitFor();
  await button(page, 'Store').click();
  await page.getByText('Stored', { exact: true }).waitFor();
}

/** The link that the page shows. */
async function linkOf(page: Page): Promise<string> {
  return (await page.locator('.copy code').first().textContent()) ?? '';
}

/** The page shows the steps of the wallet without being loaded again. */
async function issue({ url, page, middle }: Story): Promise<HeldCredential> {
  await to(page, 'Issue');
  await button(page, 'Fill in sample data').click();
  await button(page, 'Create offer').click();
  await page.getByText('Offer created').waitFor();
  const wallet = new Wallet({ issuer: url });
  const link = await linkOf(page);
  await wallet.offer(link);
  const steps = page.locator('.timeline > li');
  await steps.first().waitFor();
  await middle?.(page);
  const { answer, key } = await wallet.receive(link);
  assert.equal(answer.status, 200, answer.text);
  await steps.filter({ hasText: '/vci/credential' }).waitFor();
  await page.getByRole('heading', { name: 'Issued', exact: true }).waitFor();
  return { credential: answer.json.credentials[0].credential, key };
}

async function beginRequest({ page }: Story): Promise<PresentationRequest> {
  await to(page, 'Verify');
  await button(page, 'Create request').click();
  await page.getByText('Request created').waitFor();
  return fetchRequest(await linkOf(page));
}

function answerOf(request: PresentationRequest, presentation: string): Promise<{ readonly status: number }> {
  return post(request.response_uri, responseFields(request, vpTokenOf(presentation, request)));
}

async function verify(story: Story, held: HeldCredential): Promise<void> {
  const request = await beginRequest(story);
  const { status } = await answerOf(request, present(held, request));
  assert.ok(status < 300, String(status));
  await story.page.getByText('Erika Mustermann').first().waitFor();
  await story.backend.arrived(1);
}

/** A wallet that signs a wrong nonce: the page explains what was wrong and what to change. */
async function refuse(story: Story, held: HeldCredential): Promise<void> {
  await to(story.page, 'Home');
  const request = await beginRequest(story);
  const { status } = await answerOf(request, present(held, request, { nonce: 'another-nonce-than-the-request' }));
  assert.ok(status >= 400, String(status));
  await story.page.locator('.explained').filter({ hasText: 'What to do' }).first().waitFor();
}

/** Opens the session of a kind by the list. */
async function openSession(page: Page, kind: 'issuance' | 'presentation', status: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/console/sessions?kind=${kind}&status=${status}`);
  await page.locator('table a').first().click();
  await page.getByRole('heading', { name: 'Session', exact: true }).waitFor();
}

async function revoke({ page }: Story): Promise<void> {
  await openSession(page, 'issuance', 'issued');
  await button(page, 'Revoke: staff-card').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Status changed').waitFor();
  await page.locator('.badge').filter({ hasText: 'revoked' }).waitFor();
}

async function replay({ page, backend }: Story): Promise<void> {
  const before = backend.got.length;
  await openSession(page, 'presentation', 'verified');
  await page
    .getByRole('button', { name: /^Resend / })
    .first()
    .click();
  await page.getByText('Webhook resent').waitFor();
  await backend.arrived(before + 1);
}

async function rotateKey({ page }: Story): Promise<void> {
  await to(page, 'Trust and keys');
  await button(page, 'Rotate: Credentials, status lists').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The next key is published.').waitFor();
  await page.getByText('pending', { exact: true }).waitFor();
}

async function readAudit({ page }: Story): Promise<void> {
  await to(page, 'Audit');
  const records = page.locator('tbody');
  // The pages' reads after the sign-in are left out.
  for (const action of [
    'saved a configuration',
    'created an offer',
    'changed a credential’s status',
    'resent a webhook',
    'replaced a key',
  ]) {
    await records.getByText(action, { exact: true }).first().waitFor();
  }
  assert.equal(await records.getByText('signed in to the console', { exact: true }).count(), 0);
  await page.getByLabel('Show', { exact: true }).selectOption('all');
  await button(page, 'Apply').click();
  await records.getByText('read a session', { exact: true }).first().waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export as JSON lines').click()]);
  assert.match(file.suggestedFilename(), /^audit-\d{4}-\d\d-\d\d\.jsonl$/);
}
