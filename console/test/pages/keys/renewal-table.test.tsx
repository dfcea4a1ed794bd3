/** The table of certificates that the server renews itself. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { nextLines, type Renewal, RenewalTable } from '../../../src/pages/keys/renewal-table.tsx';
import { language } from '../../../src/state/settings.ts';
import { loadGerman } from '../../../src/text/reason-text.ts';

const now = Date.parse('2029-05-01T12:00:00.000Z');
const waiting: Renewal = {
  set: 'shop',
  purpose: 'request',
  directory: 'https://ca.example/acme/directory',
  state: 'waiting',
  failures: 0,
};
const failing: Renewal = {
  ...waiting,
  state: 'failing',
  failures: 3,
  expiresAt: '2029-05-20T12:00:00.000Z',
  renewsAt: '2029-04-20T12:00:00.000Z',
  succeededAt: '2029-02-20T12:00:00.000Z',
  failedAt: '2029-05-01T11:00:00.000Z',
  retryAt: '2029-05-01T13:00:00.000Z',
  reason: 'acme_unreachable',
  detail: 'timeout',
  explanation: 'The authority did not answer.',
  hint: 'Check the address of `directory`.',
};
const shown = (one: Renewal): string => renderToString(<RenewalTable certificates={[one]} now={now} />);

afterEach(() => {
  language.value = 'en';
});

test('a renewal that fails shows why, how often, when it last worked, and the next attempt', () => {
  const page = shown(failing);
  for (const text of [
    /Presentation requests: shop/,
    /from ca\.example/,
    /last attempt failed/,
    /The authority did not answer\. Check the address of <code>directory<\/code>/,
    /<code>acme_unreachable<\/code> timeout/,
    /Failed: 0?1 May 2029/,
    /3 failures in a row/,
    /Installed: 20 Feb 2029/,
    /Next attempt: 0?1 May 2029/,
    /<time[^>]*>20 May 2029/,
  ]) {
    assert.match(page, text);
  }
});

test('in German the reason is German too', async () => {
  language.value = 'de';
  await loadGerman();
  const page = shown(failing);
  for (const text of [/Automatische Erneuerung/, /Zertifizierungsstelle hat nicht geantwortet/, /Nächster Versuch/]) {
    assert.match(page, text);
  }
  assert.doesNotMatch(page, /The authority/);
});

test('the next step is the order in progress, the time of the renewal, or the next check', () => {
  const ordered: Renewal = { ...waiting, state: 'ordered', orderedAt: '2029-05-01T11:59:00.000Z' };
  assert.match(String(nextLines(ordered, now)), /^The authority has been processing the order since 0?1 May 2029/);
  const interrupted = nextLines({ ...failing, orderedAt: '2029-05-01T10:59:00.000Z' }, now);
  assert.deepEqual(
    interrupted.map((line) => line.slice(0, 12)),
    ['The authorit', 'Next attempt'],
  );
  const { renewsAt: _, ...unknown } = waiting;
  assert.deepEqual(nextLines(unknown, now), ['Due now. The server checks every 30 seconds.']);
  const done: Renewal = { ...waiting, state: 'done', renewsAt: '2029-06-01T12:00:00.000Z' };
  assert.match(String(nextLines(done, now)), /^Renewal: 0?1 Jun 2029/);
  assert.equal(nextLines({ ...done, renewsAt: '2029-04-01T12:00:00.000Z' }, now)[0]?.slice(0, 8), 'Due now.');
});
