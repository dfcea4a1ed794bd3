/** The trust anchors of one purpose. */
import type { JSX } from 'preact';
import { DeleteButton } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { keyTexts } from '../../text/keys.ts';
import { partTexts } from '../../text/parts.ts';
import type { Certificate } from './key.ts';
import { CertificateCell } from './key-table.tsx';

export interface TrustAnchor extends Certificate {
  readonly source: 'own' | 'file' | 'api';
  /** Present in an anchor written through the API. */
  readonly id?: string;
  /** Types of SD-JWT VCs; absent: any. */
  readonly vct?: readonly string[];
  /** Document types of mdocs; absent: any. */
  readonly doctype?: readonly string[];
}

export const trustPurposes = [
  'issuers',
  'wallet-providers',
  'access-authorities',
  'registration-providers',
  'registration-status',
] as const;

export interface TrustOfPurpose {
  readonly purpose: (typeof trustPurposes)[number];
  readonly anchors: readonly TrustAnchor[];
}

export interface TrustTableProps {
  readonly of: TrustOfPurpose;
  /** Receives the id of an anchor that was written through the API. Absent: nothing can be deleted. */
  readonly onDelete?: (id: string) => void;
}

export function TrustTable({ of: { purpose, anchors }, onDelete }: TrustTableProps): JSX.Element {
  const said = keyTexts();
  const title = said.trustPurpose(purpose);
  return (
    <>
      <h3>{title}</h3>
      {anchors.length === 0 ? (
        <Empty title={said.noAnchors}>{said.noAnchorsHelp}</Empty>
      ) : (
        <Table
          caption={title}
          rows={anchors}
          keyOf={({ source, id = '', sha256 }) => `${source}/${id}/${sha256}`}
          columns={[
            { title: said.certificate, cell: (anchor) => <CertificateCell certificate={anchor} /> },
            {
              title: said.source,
              cell: ({ source, id }) => (id === undefined ? said[source] : `${said[source]}: ${id}`),
            },
            ...(purpose === 'issuers'
              ? [{ title: said.mayIssue, cell: (anchor: TrustAnchor) => <MayIssue {...anchor} /> }]
              : []),
            { title: said.print, cell: ({ sha256 }) => <code class="small">{sha256}</code> },
            ...(onDelete === undefined
              ? []
              : [
                  {
                    title: partTexts().delete,
                    cell: ({ id }: TrustAnchor) =>
                      id === undefined ? '–' : <DeleteButton name={id} onDelete={onDelete} />,
                  },
                ]),
          ]}
        />
      )}
    </>
  );
}

/** The types by format, one line each; one line if an anchor is trusted for any type of both formats. */
function MayIssue({ vct, doctype }: TrustAnchor): JSX.Element {
  const said = keyTexts();
  if (vct === undefined && doctype === undefined) return <>{said.anything}</>;
  const line = (format: string, types: readonly string[] | undefined): JSX.Element | null =>
    types?.length === 0 ? null : (
      <p>
        {format}: {types?.join(', ') ?? said.anything}
      </p>
    );
  return (
    <>
      {line('SD-JWT VC', vct)}
      {line('mdoc', doctype)}
    </>
  );
}
