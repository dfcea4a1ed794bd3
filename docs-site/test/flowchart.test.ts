import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowchart } from '../src/flowchart.ts';
import { render } from '../src/render.ts';

test('other diagrams stay text', () => {
  for (const text of ['sequenceDiagram\n a->>b: c', 'flowchart LR\n a --> b', 'flowchart BT\n a -- "x" --> b']) {
    assert.equal(flowchart(text), undefined, text);
  }
  assert.match(
    render('# T\n\n```mermaid\nflowchart LR\n a --> b\n```\n', (href) => ({ href })).html,
    /<pre tabindex="0"><code>/,
  );
});

test('the page has the picture and its arrows as a list, and labels are text', () => {
  const { html } = render('# T\n\n```mermaid\nflowchart BT\n  a[<i>] --> b\n```\n', (href) => ({ href }));
  assert.match(html, /<svg width="\d+" viewBox="0 0 \d+ \d+" aria-hidden="true">/);
  assert.equal(html.match(/<rect/g)?.length, 2);
  assert.match(html, /&#60;i&#62; → b/);
  assert.ok(!html.includes('<i>'));
});
