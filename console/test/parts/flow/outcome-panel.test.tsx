import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { OutcomePanel } from '../../../src/parts/flow/outcome-panel.tsx';

test('the result, then the cause, what to do, and only behind a click what developers need', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const refusal = { code: 'revoked', reason: 'revoked', description: hostile, explanation: 'Revoked.' };
  const outcome = {
    tone: 'bad',
    over: true,
    title: 'Refused',
    text: 'Revoked.',
    hint: 'Send `x` again.',
    refusal,
  } as const;
  const html = renderToString(<OutcomePanel outcome={outcome}>next</OutcomePanel>);
  assert.match(
    html,
    /class="outcome bad"[\s\S]*<h2 tabindex="-1">Refused[\s\S]*Revoked\.[\s\S]*What to do:[\s\S]*<code>x<\/code>/i,
  );
  assert.match(
    html,
    /<details>[\s\S]*Technical details[\s\S]*Code[\s\S]*revoked[\s\S]*&lt;img[\s\S]*<\/details>[\s\S]*next/,
  );
  assert.ok(!html.includes(hostile));
  const good = renderToString(<OutcomePanel outcome={{ tone: 'good', over: true, title: 'Issued' }} />);
  assert.doesNotMatch(good, /details|What to do|actions/);
});
