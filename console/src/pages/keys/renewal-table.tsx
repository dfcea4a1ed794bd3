/** Certificates of acme.json: the state of each, its last attempt, and what the server does next. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Said } from '../../parts/said.tsx';
import { Table } from '../../parts/table.tsx';
import { timeText, When } from '../../parts/when.tsx';
import { inConsoleLanguage } from '../../text/reason-text.ts';
import { type RenewalState, renewalTexts } from '../../text/renewals.ts';
import type { Purpose } from './key.ts';
import { titleOf } from './keys-section.tsx';

export interface Renewal {
  readonly set: string;
  readonly purpose: Purpose;
  readonly directory: string;
  readonly state: RenewalState;
  /** In a row. */
  readonly failures: number;
  readonly expiresAt?: string;
  readonly renewsAt?: string;
  readonly orderedAt?: string;
  readonly succeededAt?: string;
  readonly failedAt?: string;
  readonly retryAt?: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly explanation?: string;
  readonly hint?: string;
}

const TONES: Readonly<Record<RenewalState, Tone>> = {
  waiting: 'plain',
  ordered: 'busy',
  done: 'good',
  failing: 'bad',
};

export interface RenewalTableProps {
  readonly certificates: readonly Renewal[];
  readonly now?: number;
}

export function RenewalTable({ certificates, now = Date.now() }: RenewalTableProps): JSX.Element {
  const said = renewalTexts();
  return (
    <Table
      caption={said.title}
      rows={certificates}
      keyOf={({ set, purpose }) => `${set}/${purpose}`}
      columns={[
        {
          title: said.certificate,
          cell: (of) => (
            <>
              <p>{titleOf(of)}</p>
              <p class="small soft">{said.authority(hostOf(of.directory))}</p>
            </>
          ),
        },
        { title: said.state, cell: (of) => <State of={of} /> },
        { title: said.last, cell: (of) => <Lines lines={lastLines(of)} /> },
        { title: said.next, cell: (of) => <Lines lines={nextLines(of, now)} /> },
        {
          title: said.expires,
          cell: ({ expiresAt }) => (expiresAt === undefined ? '–' : <When at={expiresAt} show="date" />),
        },
      ]}
    />
  );
}

function State({ of }: { readonly of: Renewal }): JSX.Element {
  const { state, reason, detail } = of;
  const { explanation, hint } = inConsoleLanguage(of);
  return (
    <>
      <Badge tone={TONES[state]}>{renewalTexts().stateName(state)}</Badge>
      {explanation === undefined ? null : (
        <p class="small">
          <Said>{[explanation, hint].filter(Boolean).join(' ')}</Said>
        </p>
      )}
      {reason === undefined ? null : (
        <p class="small soft">
          <code>{reason}</code> {detail}
        </p>
      )}
    </>
  );
}

function lastLines({ succeededAt, failedAt, failures }: Renewal): readonly string[] {
  const said = renewalTexts();
  const lines = [
    ...(failedAt === undefined ? [] : [said.failed(timeText(failedAt))]),
    ...(failures > 1 ? [said.failures(failures)] : []),
    ...(succeededAt === undefined ? [] : [said.succeeded(timeText(succeededAt))]),
  ];
  return lines.length === 0 ? [said.none] : lines;
}

/** An order that a temporary failure interrupted stays open. */
export function nextLines({ orderedAt, retryAt, renewsAt }: Renewal, now: number): readonly string[] {
  const said = renewalTexts();
  const ordered = orderedAt === undefined ? [] : [said.ordered(timeText(orderedAt))];
  if (retryAt !== undefined) return [...ordered, said.retry(timeText(retryAt))];
  if (ordered.length > 0) return ordered;
  return renewsAt === undefined || Date.parse(renewsAt) <= now ? [said.due] : [said.renews(timeText(renewsAt))];
}

function Lines({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  return (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

function hostOf(directory: string): string {
  return URL.canParse(directory) ? new URL(directory).host : directory;
}
