/** Attempts of a webhook delivery, one a row. */
import type { JSX } from 'preact';
import { attemptTexts } from '../text/attempts.ts';
import type { DeliveryAttempt } from './delivery.ts';
import { type Column, Table } from './table.tsx';
import { When } from './when.tsx';

interface AttemptTableProps {
  readonly attempts: readonly DeliveryAttempt[];
  /** Title of the first column, which has the time. */
  readonly first: string;
  /** What the page says about the response. */
  readonly responses: readonly Column<DeliveryAttempt>[];
}

export function AttemptTable({ attempts, first, responses }: AttemptTableProps): JSX.Element {
  const said = attemptTexts();
  const bytes = (size: number | undefined): string => (size === undefined ? '' : said.bytes(size));
  return (
    <Table
      caption={said.attempts}
      rows={attempts}
      keyOf={({ at, milliseconds }) => `${at} ${milliseconds}`}
      columns={[
        { title: first, cell: ({ at }) => <When at={at} /> },
        ...responses,
        { title: said.duration, number: true, cell: ({ milliseconds }) => `${milliseconds} ms` },
        { title: said.sent, number: true, cell: ({ sent }) => bytes(sent) },
        { title: said.received, number: true, cell: ({ received }) => bytes(received) },
      ]}
    />
  );
}
