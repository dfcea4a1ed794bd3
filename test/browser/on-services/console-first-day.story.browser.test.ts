/** The work of a first day in the console, on one process or, with COUNTERSIGN_TEST_MODE=cluster, on five services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_KEY, startServer } from '../../support/server.ts';
import { openChromium } from '../chromium.ts';
import { tellStory } from '../console-story.ts';

test('the work of a first day, from an empty data folder', async (t) => {
  const browser = await openChromium(t);
  if (browser === undefined) return;
  const { url } = await startServer(t, { env: { CONSOLE: 'on', OUTBOUND_ALLOW: '127.0.0.1' } });
  const errors = await tellStory(t, { browser, url, apiKey: API_KEY });
  assert.deepEqual(errors, []);
});
