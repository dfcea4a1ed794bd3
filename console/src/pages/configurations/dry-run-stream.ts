/** A dry run whose steps are read as they happen. */
import type { Answer } from '../../api/answer.ts';
import { send } from '../../api/call.ts';
import { createEventLines } from '../../api/event-lines.ts';
import { Problem } from '../../api/problem.ts';
import { type ConfigurationKind, pathOfKind } from './configuration-kinds.ts';

export type DryRunStep = Answer<'DryRunStep'>;
export type DryRunReport = Answer<'DryRunReport'>;

export interface DryRunOptions {
  readonly kind: ConfigurationKind;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly onStep: (step: DryRunStep) => void;
  readonly signal: AbortSignal;
}

/** @throws Problem if the run could not start */
export async function dryRun({ kind, id, body, onStep, signal }: DryRunOptions): Promise<DryRunReport> {
  const path = `${pathOfKind[kind]}/${encodeURIComponent(id)}/dry-run`;
  const response = await send('POST', path, { body, signal, accept: 'text/event-stream' });
  // A proxy may have responded directly.
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) return response.json();
  const lines = createEventLines();
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Problem({ status: 0, code: 'no_answer', detail: 'The steps ended without a report' });
    for (const { event, data } of lines.push(value)) {
      const read = JSON.parse(data);
      if (event === 'step') onStep(read as DryRunStep);
      else if (event === 'report') return read as DryRunReport;
      else if (event === 'failed') throw failed(read as Readonly<Record<string, unknown>>);
    }
  }
}

function failed({ status, detail, title, hint, type }: Readonly<Record<string, unknown>>): Problem {
  return new Problem({
    status: typeof status === 'number' ? status : 500,
    code: String(type ?? 'unknown').replace('urn:countersign:problem:', ''),
    detail: String(detail ?? title ?? ''),
    ...(typeof hint === 'string' ? { hint } : {}),
  });
}
