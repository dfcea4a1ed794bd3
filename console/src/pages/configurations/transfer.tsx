/** All configurations as one file: saved, or chosen, checked and then written. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { compareJson } from '../../parts/compare-json.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Differences, differenceCounts } from '../../parts/differences.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Frame } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import { transferTexts } from '../../text/transfer.ts';
import { type ImportReport, type ImportResult, isReady, sidesOf, type Transfer, useTransfer } from './use-transfer.ts';

export function TransferSection({ onChanged }: { readonly onChanged: () => Promise<void> }): JSX.Element {
  return <TransferView transfer={useTransfer(onChanged)} />;
}

export function TransferView({ transfer }: { readonly transfer: Transfer }): JSX.Element {
  const said = transferTexts();
  const [asking, setAsking] = useState(false);
  const { busy, report, file, problem, unreadable } = transfer;
  const apply = async (): Promise<void> => {
    await transfer.apply();
    setAsking(false);
  };
  const save = (
    <Button busy={busy} onClick={() => void transfer.save()}>
      {said.export}
    </Button>
  );
  return (
    <Section title={said.title} actions={save}>
      <Frame label={said.import} help={said.importHelp} error={unreadable ? said.noJson : undefined}>
        {({ required: _, ...given }) => (
          <input
            {...given}
            type="file"
            accept="application/json,.json"
            onClick={(event) => {
              // The same file, corrected, is a choice too.
              event.currentTarget.value = '';
            }}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void transfer.check(file);
            }}
          />
        )}
      </Frame>
      {problem === undefined ? null : <Failure problem={problem} />}
      {report === undefined ? null : <ReportView report={report} file={file} />}
      {report !== undefined && isReady(report) ? (
        <Button kind="main" busy={busy} onClick={() => setAsking(true)}>
          {said.apply}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={said.applyTitle}
        confirm={said.apply}
        busy={busy}
        onConfirm={() => void apply()}
        onCancel={() => setAsking(false)}
      >
        <p>{said.applyHelp}</p>
      </ConfirmDialog>
    </Section>
  );
}

export function ReportView({ report, file }: { readonly report: ImportReport; readonly file?: unknown }): JSX.Element {
  const said = transferTexts();
  const shown = report.results.filter(({ outcome }) => outcome !== 'unchanged');
  return (
    <div role="status">
      <p>{said.summary(report.mode, shown.length, report.results.length - shown.length)}</p>
      {shown.length === 0 ? null : (
        <ul class="results" aria-label={said.title}>
          {shown.map((result) => (
            <li key={result.pointer}>
              <Outcome result={result} />
              {report.mode === 'check' ? <Change result={result} file={file} /> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Outcome({ result }: { readonly result: ImportResult }): JSX.Element {
  const said = transferTexts();
  const { kind, id, outcome, mistakes } = result;
  const bad = outcome === 'wrong' || outcome === 'refused';
  return (
    <>
      <p class="actions">
        <span>{said.kind(kind)}</span>
        {id === undefined ? null : <strong>{id}</strong>}
        <Badge tone={bad ? 'bad' : outcome === 'file' ? 'warn' : 'good'}>{said.outcome(outcome)}</Badge>
      </p>
      {mistakes.length === 0 ? null : (
        <ul>
          {mistakes.map(({ pointer, detail }) => (
            <li key={pointer + detail}>
              <code>{pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What the import would do, field by field. Changes of what is there are open, because they replace something. */
function Change({ result, file }: { readonly result: ImportResult; readonly file: unknown }): JSX.Element {
  const said = transferTexts();
  const [before, after] = sidesOf(result, file);
  return (
    <details open={result.outcome === 'changed'}>
      <summary>{said.fields(differenceCounts(compareJson(before, after)))}</summary>
      <Differences before={before} after={after} />
    </details>
  );
}
