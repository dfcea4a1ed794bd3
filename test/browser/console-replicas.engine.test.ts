/**
 * The console on five services as processes: a gateway is killed in the middle of a first day, and a service is
 * unavailable.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { patience, until } from '@countersign/shared/test/patience';
import type { Browser, Page } from 'playwright-core';
import { API_KEY, type ClusterWorld, errorsOf, openClusterWorld } from '../resilience/cluster-world.ts';
import { type EventReading, readEvents } from '../support/events.ts';
import { openChromium } from './chromium.ts';
import { tellStory } from './console-story.ts';

const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';

describe('the console on several processes', { skip: skip && 'needs engines that it may stop' }, () => {
  let world: ClusterWorld;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    world = await openClusterWorld(
      { after: (closer) => void closers.push(async () => void (await (closer as () => unknown)())) },
      { replicas: { gateway: 2 }, env: { LOG_LEVEL: 'warn', CONSOLE: 'on' }, empty: true },
    );
  });
  after(async () => {
    for (const closer of closers) await closer();
  });

  const gateways = (): readonly [string, string] => {
    const [first = '', second = ''] = world.cluster.gateways;
    return [first, second];
  };

  it('ends a sign-in at every gateway at once', async () => {
    const [first, second] = gateways();
    const own = { origin: world.url, 'x-countersign-console': '1', 'content-type': 'application/json' };
    const body = JSON.stringify({ api_key: API_KEY });
    const signedIn = await fetch(`${first}/console/login`, { method: 'POST', headers: own, body });
    assert.equal(signedIn.status, 201, await signedIn.text());
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const ask = async (gateway: string): Promise<readonly number[]> => {
      const answers = ['/console/session', '/overview'].map((path) =>
        fetch(gateway + path, { headers: { ...own, cookie } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    assert.deepEqual([await ask(first), await ask(second)].flat(), [200, 200, 200, 200]);
    const ended = await fetch(`${first}/console/logout`, { method: 'POST', headers: { ...own, cookie } });
    assert.ok(ended.ok, String(ended.status));
    assert.deepEqual([await ask(second), await ask(first)].flat(), [401, 401, 401, 401]);
  });

  it('does the work of a first day while a gateway is killed', async (t) => {
    const browser = await openChromium(t);
    if (browser === undefined) return;
    const readAt = (gateway: string, position: string): Promise<EventReading> =>
      readEvents((path, init) => fetch(gateway + path, withKey(init)), '/events', position);
    const streams = new Map<string, EventReading>();
    for (const gateway of gateways()) streams.set(gateway, await readAt(gateway, '0'));
    let killed = '';
    const middle = async (page: Page): Promise<void> => {
      const carried = [...world.ingress.open].find(({ path }) => path.endsWith('/trace'));
      killed = carried?.gateway ?? '';
      const gateway = world.cluster.of('gateway').find(({ url }) => url === killed);
      assert.ok(gateway, 'the stream of the page comes from a gateway');
      await streams.get(killed)?.until(({ event }) => event.type === 'offer.fetched');
      const shown = await lookFor(page, 'Connection lost. Reconnecting without missing anything.');
      // A request that is open breaks off with its gateway, rightly; only the stream is to break here.
      await until('only the stream is open', () =>
        [...world.ingress.open].every(({ path }) => path.endsWith('/trace')),
      );
      await gateway.kill();
      await shown();
      await page
        .locator('.live')
        .filter({ hasText: /^Live$/ })
        .waitFor();
    };
    const errors = await tellStory(t, { browser, url: world.url, apiKey: API_KEY, middle });
    // The browser itself reports the response that broke off.
    assert.deepEqual(errors.length, 1, errors.join());
    assert.match(errors[0] ?? '', /ERR_INCOMPLETE_CHUNKED_ENCODING/);
    assert.equal(world.ingress.failures.length, 1, world.ingress.failures.join());
    assert.match(world.ingress.failures[0] ?? '', /\/trace.*aborted/);
    assert.deepEqual(errorsOf(world.cluster.processes), []);

    const other = gateways().find((gateway) => gateway !== killed) ?? '';
    const [broken, whole] = [streams.get(killed), streams.get(other)];
    assert.ok(broken !== undefined && whole !== undefined);
    await broken.ended;
    const moved = await readAt(other, broken.position());
    await whole.until(({ event }) => event.type === 'status.changed');
    await moved.until(({ event }) => event.type === 'status.changed');
    const idsOf = ({ got }: EventReading): readonly string[] => got.map(({ event }) => event.id);
    assert.deepEqual([...idsOf(broken), ...idsOf(moved)], idsOf(whole));
    assert.equal(new Set(idsOf(whole)).size, whole.got.length);
    for (const stream of [moved, whole]) await stream.close();
  });

  it('says what is stale while a service is away, and comes back by itself', async (t) => {
    const browser = await openChromium(t);
    if (browser === undefined) return;
    const page = await signedIn(browser, world.url);
    const [status] = world.cluster.of('status');
    assert.ok(status !== undefined);
    await page.goto(`${world.url}/console/status-lists`);
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    const shown = await row.textContent();
    await status.kill();
    await page.getByRole('button', { name: 'Reload' }).click();
    const stale = page.getByText(/^A service is unavailable. Showing data from/);
    await stale.waitFor();
    assert.equal(await row.textContent(), shown);
    await until('the health names it', async () => (await world.components()).status === 'down');
    const home = await page.context().newPage();
    await home.goto(`${world.url}/console`);
    const component = home.locator('tbody tr').filter({ has: home.getByText('status', { exact: true }) });
    await component.filter({ hasText: 'down' }).waitFor();
    await home.close();
    await status.start();
    await stale.waitFor({ state: 'detached' });
    assert.ok(await row.isVisible());
    await page.context().close();
  });
});

function withKey(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers);
  headers.set('x-api-key', API_KEY);
  return { ...init, headers };
}

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const headers = { origin: url, 'x-countersign-console': '1' };
  const answer = await context.request.post(`${url}/console/login`, { data: { api_key: API_KEY }, headers });
  assert.equal(answer.status(), 201);
  const page = await context.newPage();
  page.setDefaultTimeout(await patience(30_000));
  return page;
}

/** Begins to look for a text on the page. @returns resolves when the page has shown it, however short */
async function lookFor(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.evaluate(`window.hasShown = new Promise((resolve) => {
    const look = () => document.body.textContent.includes(${JSON.stringify(text)}) && resolve();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  }), undefined`);
  return () => page.evaluate('window.hasShown');
}
