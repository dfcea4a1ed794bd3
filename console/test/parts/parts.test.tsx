/** What the parts show, in the states that a page brings them into. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Problem } from '../../src/api/problem.ts';
import { Badge } from '../../src/parts/badge.tsx';
import { Button } from '../../src/parts/button.tsx';
import { ConfirmDialog } from '../../src/parts/confirm-dialog.tsx';
import { Copy } from '../../src/parts/copy.tsx';
import { Empty } from '../../src/parts/empty.tsx';
import { Failure } from '../../src/parts/failure.tsx';
import { Check, Field, Select } from '../../src/parts/field.tsx';
import { JsonView } from '../../src/parts/json-view.tsx';
import { Link } from '../../src/parts/link.tsx';
import { Show } from '../../src/parts/loading.tsx';
import { Page, Section } from '../../src/parts/page.tsx';
import { Said } from '../../src/parts/said.tsx';
import { LiveState } from '../../src/parts/stale-notice.tsx';
import { Table } from '../../src/parts/table.tsx';
import { Tabs } from '../../src/parts/tabs.tsx';
import { Timeline } from '../../src/parts/timeline.tsx';
import { timeText, When } from '../../src/parts/when.tsx';
import type { Loaded, Resource } from '../../src/state/loaded.ts';

const none = (): void => undefined;
const hostile = '<script>alert(1)</script>';

test('a field names its help and its error', () => {
  const html = renderToString(
    <Field label="Name" help="As in the passport" error="Is missing" required value={hostile} onInput={none} />,
  );
  const [, id] = /<label for="([^"]+)"/.exec(html) ?? [];
  assert.ok(html.includes(`aria-describedby="${id}-help ${id}-error"`), html);
  assert.match(html, /aria-invalid="true"/);
  assert.match(html, /required/);
  assert.ok(!html.includes(hostile));
  assert.match(renderToString(<Field label="Text" rows={3} value="x" onInput={none} />), /<textarea[^>]*rows="3"/);
  const choice = (
    <Select
      label="A"
      value="2"
      onChange={none}
      options={[
        { value: '1', text: 'x' },
        { value: '2', text: 'y' },
      ]}
    />
  );
  assert.match(renderToString(choice), /<option[^>]*selected[^>]*>y/);
  assert.match(renderToString(<Check label="Yes" checked onChange={none} />), /type="checkbox"[^>]*checked/);
});

test('a button that works says so, and takes no second click', () => {
  let clicks = 0;
  const html = renderToString(
    <Button busy onClick={() => (clicks += 1)}>
      Save
    </Button>,
  );
  assert.match(html, /aria-busy="true"[\s\S]*Working/);
  assert.match(renderToString(<Button label="Remove a">x</Button>), /aria-label="Remove a"/);
});

test('a failure says what, why and what to do', () => {
  const refused = new Problem({
    status: 400,
    code: 'invalid_request',
    detail: 'Not valid',
    hint: 'Mend the name',
    requestId: 'r1',
    errors: [{ pointer: '/name', detail: 'is missing' }],
  });
  const html = renderToString(<Failure problem={refused} onRetry={none} />);
  for (const text of ['role="alert"', 'Request refused', 'Not valid', '/name', 'Mend the name', 'r1', 'Try again'])
    assert.ok(html.includes(text), text);
  const of = (status: number, code = 'x'): string =>
    renderToString(
      <Failure problem={new Problem({ status, code, detail: 'd', ...(status === 429 && { retryAfter: 3 }) })} />,
    );
  assert.match(of(0, 'no_answer'), /responding/);
  assert.match(of(403), /Your role/);
  assert.match(of(404), /Not found/);
  assert.match(of(429), /Wait 3 s/);
  assert.match(of(503), /do this/);
});

test('what is read is shown in each state; a stale value stays, with its time', () => {
  const of = (value: Loaded<string>): string => {
    const resource = { value, reload: async () => undefined } as unknown as Resource<string>;
    return renderToString(<Show of={resource}>{(text) => <p>{text}</p>}</Show>);
  };
  const problem = new Problem({ status: 503, code: 'unavailable', detail: 'away' });
  assert.match(of({ state: 'loading' }), /role="status"[\s\S]*Loading/);
  assert.match(of({ state: 'failed', problem }), /role="alert"/);
  assert.match(of({ state: 'stale', value: 'kept', problem, at: 0 }), /A service is unavailable[\s\S]*<p>kept<\/p>/);
  assert.equal(of({ state: 'ready', value: 'there' }), '<p>there</p>');
  assert.match(renderToString(<LiveState state="reconnecting" />), /without missing anything/);
});

test('a table has headings for every cell, also where it is a list', () => {
  const columns = [
    { title: 'Name', cell: (row: string) => row },
    { title: 'Size', cell: (row: string) => row.length, number: true },
  ];
  const html = renderToString(<Table caption="Files" columns={columns} rows={[hostile]} keyOf={(row) => row} />);
  assert.match(html, /<caption[^>]*>Files/);
  assert.match(html, /scope="col"[^>]*>Size/);
  assert.match(html, /data-title="Name"/);
  assert.ok(!html.includes(hostile));
});

test('tabs: one is selected, and only it is in the order of the key Tab', () => {
  const tabs = ['a', 'b'].map((id) => ({ id, title: id.toUpperCase(), content: () => `content of ${id}` }));
  const html = renderToString(<Tabs label="Views" tabs={tabs} selected="b" onSelect={none} />);
  assert.match(html, /aria-selected="true"[^>]*tabindex="0"[^>]*>B/i);
  assert.match(html, /content of b/);
  assert.doesNotMatch(html, /content of a/);
});

test('a timeline explains a refused step, and names a gap', () => {
  const common = {
    id: '1',
    at: '2026-01-26T09:30:00Z',
    who: 'wallet',
    request: 'r',
    method: 'POST',
    status: 400,
    ms: 3,
  } as const;
  const entries = [
    {
      ...common,
      ...({
        step: 'token',
        outcome: 'refused',
        reason: 'code_unknown',
        explanation: hostile,
        hint: 'Send it once',
      } as const),
      facts: { expected: 'a', received: 'b' },
      checks: [{ check: 'checkGrantType', ok: true }],
      standard: { document: 'RFC 6749', section: '5.2' },
    },
  ];
  const html = renderToString(
    <Timeline label="Steps" entries={entries} gaps={[{ after: '1', count: 4, cause: 'limit' }]} />,
  );
  for (const text of [
    'aria-live="polite"',
    'code_unknown',
    'Send it once',
    'RFC 6749, 5.2',
    'checkGrantType ✓',
    '4 entries',
  ])
    assert.ok(html.includes(text), text);
  assert.ok(!html.includes(hostile));
});

test('times are those of the language, with the exact value', () => {
  assert.match(renderToString(<When at="2026-01-26T09:30:00.125Z" />), /datetime="2026-01-26T09:30:00.125Z"/i);
  assert.match(timeText('2026-01-26T09:30:00Z', 'date'), /26 Jan 2026/);
  assert.equal(timeText('nonsense'), 'nonsense');
});

test('a dialog that is closed holds nothing; an open one has its title, what happens, and a verb', () => {
  const dialog = (open: boolean): string =>
    renderToString(
      <ConfirmDialog open={open} title="Revoke it?" confirm="Revoke" danger onConfirm={none} onCancel={none}>
        <p>Relying parties refuse it from then on.</p>
      </ConfirmDialog>,
    );
  assert.doesNotMatch(dialog(false), /Revoke/);
  assert.match(dialog(true), /Revoke it\?[\s\S]*Relying parties[\s\S]*Cancel[\s\S]*danger[\s\S]*Revoke/);
});

test('the small parts', () => {
  assert.match(renderToString(<Badge tone="good">valid</Badge>), /badge good[^>]*>valid/);
  assert.match(renderToString(<Copy value="abc" label="Link" />), /<code>abc<\/code>[\s\S]*aria-label="Copy: Link"/);
  assert.equal(renderToString(<Said>{'Send `code` once'}</Said>), 'Send <code>code</code> once');
  assert.equal(renderToString(<Said>{'a ` b'}</Said>), 'a ` b');
  assert.match(renderToString(<Empty title="Nothing yet">next</Empty>), /Nothing yet[\s\S]*next/);
  assert.ok(renderToString(<JsonView label="Body" value={{ a: hostile }} />).includes('&lt;script'));
  assert.match(
    renderToString(
      <Link to="/sessions" current>
        S
      </Link>,
    ),
    /href="\/console\/sessions"[^>]*aria-current="page"/,
  );
  const page = (
    <Page title="T" lead="L" actions="A">
      <Section title="S">x</Section>
    </Page>
  );
  assert.match(renderToString(page), /<h1 tabindex="-1">T<\/h1>[\s\S]*L[\s\S]*A[\s\S]*<h2>S<\/h2>/i);
});
