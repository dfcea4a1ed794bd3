/** Export and import of all configurations as one file: the calls, and their results. */
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { valueAt } from '../../parts/json-pointer.ts';
import { recordOf } from '../../parts/records.ts';
import { saveFile } from '../../parts/save-file.ts';
import { writtenOf } from './review.ts';

export type ImportResult = Answer<'ImportResult'>;
export type ImportReport = Answer<'ImportResults'>;

export interface Transfer {
  readonly busy: boolean;
  readonly report: ImportReport | undefined;
  /** The file that was checked. */
  readonly file: unknown;
  readonly problem: Problem | undefined;
  /** The chosen file is not valid JSON. */
  readonly unreadable: boolean;
  readonly save: () => Promise<void>;
  readonly check: (file: File) => Promise<void>;
  /** Writes the file that was checked. */
  readonly apply: () => Promise<void>;
}

const PATH = '/configurations';

export function useTransfer(onChanged: () => Promise<void>): Transfer {
  const [busy, setBusy] = useState(false);
  const [body, setBody] = useState<unknown>();
  const [report, setReport] = useState<ImportReport>();
  const [problem, setProblem] = useState<Problem>();
  const [unreadable, setUnreadable] = useState(false);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return {
    busy,
    report,
    file: body,
    problem,
    unreadable,
    save: () =>
      attempt(async () => {
        const exported = await call<{ readonly tenant: string }>('GET', `${PATH}/export`);
        const text = `${JSON.stringify(exported, null, 2)}\n`;
        saveFile(new Blob([text], { type: 'application/json' }), `configurations-${exported.tenant}.json`);
      }),
    check: async (file) => {
      setReport(undefined);
      const read = jsonOf(await file.text());
      setUnreadable(read === undefined);
      setProblem(undefined);
      if (read === undefined) return;
      setBody(read.value);
      await attempt(async () => setReport(await sendFile(read.value, 'check')));
    },
    apply: () =>
      attempt(async () => {
        setReport(await sendFile(body, 'apply'));
        await onChanged();
      }),
  };
}

/** Whether an import would change something, and there are no errors. */
export function isReady({ mode, results }: ImportReport): boolean {
  const outcomes = results.map(({ outcome }) => outcome);
  return mode === 'check' && !outcomes.includes('wrong') && (outcomes.includes('new') || outcomes.includes('changed'));
}

function sendFile(body: unknown, mode: ImportReport['mode']): Promise<ImportReport> {
  return call('POST', `${PATH}/import`, { body, query: { mode } });
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What the tenant has now, and what the import would write instead. Without what exports and lists add. */
export function sidesOf({ pointer, present }: ImportResult, file: unknown): readonly [before: object, after: object] {
  const { $schema: _, ...after } = writtenOf(recordOf(valueAt(file, pointer)));
  return [present ?? {}, after];
}
