/** What export and import show, in both languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { TransferView } from '../../../src/pages/configurations/transfer.tsx';
import { type ImportReport, type ImportResult, isReady } from '../../../src/pages/configurations/use-transfer.ts';
import { language } from '../../../src/state/settings.ts';

const done = async () => undefined;
const idle = {
  busy: false,
  report: undefined,
  file: undefined,
  problem: undefined,
  unreadable: false,
  save: done,
  check: done,
  apply: done,
};

const result = (outcome: ImportResult['outcome'], more: Partial<ImportResult> = {}): ImportResult => ({
  kind: 'issuance',
  id: `is-${outcome}`,
  pointer: `/issuance/${outcome}`,
  outcome,
  mistakes: [],
  ...more,
});
const reportOf = (mode: ImportReport['mode'], ...results: readonly ImportResult[]): ImportReport => ({ mode, results });
const shown = (report: ImportReport, file?: unknown) =>
  renderToString(<TransferView transfer={{ ...idle, report, file }} />);

test('before a file is chosen there are the export and the file field with its help, and nothing to write', () => {
  const html = renderToString(<TransferView transfer={idle} />);
  assert.match(html, /Export<\/button>.*<label for="(\w|-)+">Import a file.*type="file"/s);
  assert.ok(!html.includes('>Import<'));
  const unreadable = renderToString(<TransferView transfer={{ ...idle, unreadable: true }} />);
  assert.match(unreadable, /aria-invalid.*This file isn.{1,5}t valid JSON/s);
});

test('a checked file shows what would change, and can be written where it has no mistake', () => {
  const good = shown(reportOf('check', result('new'), result('changed'), result('unchanged')));
  assert.match(good, /not imported yet; 1 unchanged.*is-new.*new.*is-changed.*changed.*>Import</s);
  assert.ok(!good.includes('is-unchanged'));
  const mistakes = [{ pointer: '/config/scope', detail: 'is <b>wrong</b>' }];
  const bad = shown(reportOf('check', result('new'), result('wrong', { mistakes })));
  assert.match(bad, /has errors.*<code>\/config\/scope<\/code> is &lt;b>wrong/s);
  assert.ok(!bad.includes('>Import<'));
});

test('before it is written, each field that is added, changed or removed is shown with both values', () => {
  const present = { name: 'Staff card', lifetime: 60, auth: { config: { value: '***' } } };
  const file = {
    issuance: [
      { name: 'Card', source: 'api', auth: { config: { value: 'hush-hush' } } },
      { id: 'b', name: 'Other' },
    ],
  };
  const results = [
    result('changed', { pointer: '/issuance/0', present }),
    result('new', { pointer: '/issuance/1' }),
    result('unchanged', { pointer: '/issuance/2' }),
  ];
  const html = shown(reportOf('check', ...results), file);
  assert.match(
    html,
    /<details open>.*Fields: 2 changed, 1 removed.*\/name.*Staff card.*Card.*\/lifetime.*removed.*60/s,
  );
  assert.match(html, /Fields: 2 added.*\/id.*b.*\/name.*Other/s);
  assert.ok(!html.includes('hush-hush') && !html.includes('/source'));
  assert.ok(!shown(reportOf('apply', result('written')), file).includes('<details'));
});

test('nothing is offered where nothing would change, and after it was written', () => {
  assert.match(shown(reportOf('check', result('unchanged'))), /Nothing to import; 1 unchanged/);
  for (const report of [
    reportOf('check', result('unchanged')),
    reportOf('check', result('file', { kind: 'display' })),
    reportOf('apply', result('written'), result('refused')),
  ]) {
    assert.equal(isReady(report), false);
    assert.ok(!shown(report).includes('>Import<'));
  }
});

test('German', () => {
  language.value = 'de';
  try {
    const html = shown(reportOf('check', result('new'), result('file', { kind: 'display' })));
    assert.match(html, /Exportieren.*Eine Datei importieren.*Geprüft.*neu.*Datei auf dem Server.*>Importieren</s);
  } finally {
    language.value = 'en';
  }
});
