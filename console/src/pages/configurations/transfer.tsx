/** All configurations as one file: saved, or chosen, checked and then written. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Frame } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import { Table } from '../../parts/table.tsx';
import { transferTexts } from '../../text/transfer.ts';
import { type ImportReport, type ImportResult, isReady, type Transfer, useTransfer } from './use-transfer.ts';

export function TransferSection({ onChanged }: { readonly onChanged: () => Promise<void> }): JSX.Element {
  return <TransferView transfer={useTransfer(onChanged)} />;
}

export function TransferView({ transfer }: { readonly transfer: Transfer }): JSX.Element {
  const said = transferTexts();
  const [asking, setAsking] = useState(false);
  const { busy, report, problem, unreadable } = transfer;
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
      {report === undefined ? null : <ReportView report={report} />}
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

export function ReportView({ report }: { readonly report: ImportReport }): JSX.Element {
  const said = transferTexts();
  const shown = report.results.filter(({ outcome }) => outcome !== 'unchanged');
  return (
    <div role="status">
      <p>{said.summary(report.mode, shown.length, report.results.length - shown.length)}</p>
      {shown.length === 0 ? null : (
        <Table
          caption={said.title}
          rows={shown}
          keyOf={({ pointer }) => pointer}
          columns={[
            { title: said.kindTitle, cell: ({ kind }) => said.kind(kind) },
            { title: said.id, cell: ({ id = '' }) => id },
            { title: said.outcomeTitle, cell: (result) => <Outcome result={result} /> },
          ]}
        />
      )}
    </div>
  );
}

function Outcome({ result }: { readonly result: ImportResult }): JSX.Element {
  const { outcome, mistakes } = result;
  const bad = outcome === 'wrong' || outcome === 'refused';
  return (
    <>
      <Badge tone={bad ? 'bad' : outcome === 'file' ? 'warn' : 'good'}>{transferTexts().outcome(outcome)}</Badge>
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
