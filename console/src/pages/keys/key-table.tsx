/** The keys of one purpose. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Copy } from '../../parts/copy.tsx';
import { DeleteButton } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { keyTexts } from '../../text/keys.ts';
import { partTexts } from '../../text/parts.ts';
import { requestFile } from './certificate-draft.ts';
import type { Certificate, Key, KeysOfPurpose } from './key.ts';

const TONES: Readonly<Record<Key['state'], Tone>> = {
  requested: 'busy',
  pending: 'busy',
  active: 'good',
  retiring: 'warn',
  retired: 'plain',
};
/** Days: a certificate is renewed 30 days before it expires, so fewer mean that this fails. */
const FEW = 30;

export interface KeyTableProps {
  readonly of: KeysOfPurpose;
  /** Deletes a key that waits for its certificate; absent: nothing can be deleted. */
  readonly onDiscard?: (kid: string) => void;
}

/** Latest first. */
export function KeyTable({ of, onDiscard }: KeyTableProps): JSX.Element {
  const said = keyTexts();
  const title = said.purpose(of.purpose);
  if (of.keys.length === 0) return <Empty title={said.noKey}>{said.noKeyHelp}</Empty>;
  return (
    <Table
      caption={title}
      rows={[...of.keys].reverse()}
      keyOf={({ kid, certificate }) => `${kid} ${certificate?.sha256 ?? ''}`}
      columns={[
        { title: said.state, cell: ({ state }) => <Badge tone={TONES[state]}>{said.stateName(state)}</Badge> },
        { title: said.key, cell: ({ kid }) => <code>{kid}</code> },
        { title: said.since, cell: ({ usedFrom }) => (usedFrom === undefined ? '–' : <When at={usedFrom} />) },
        { title: said.privateKey, cell: ({ privateKey }) => said.place(privateKey) },
        {
          title: said.certificate,
          cell: (key) => <CertificateOrRequest of={key} file={requestFile({ set: '', ...of })} onDiscard={onDiscard} />,
        },
      ]}
    />
  );
}

interface CertificateOrRequestProps {
  readonly of: Key;
  readonly file: string;
  readonly onDiscard: KeyTableProps['onDiscard'] | undefined;
}

function CertificateOrRequest({ of: { kid, request, certificate }, file, onDiscard }: CertificateOrRequestProps) {
  const said = keyTexts();
  if (request === undefined) return <CertificateCell certificate={certificate} />;
  return (
    <>
      <p>{said.certificateRequest}</p>
      <div class="actions">
        <Copy value={request} label={`${said.certificateRequest}, ${kid}`} hidden />
        <Button label={partTexts().saveFileOf(file)} onClick={() => saveFile(new Blob([request]), file)}>
          {partTexts().saveFile}
        </Button>
        {onDiscard === undefined ? null : <DeleteButton name={kid} onDelete={onDiscard} />}
      </div>
    </>
  );
}

/** Subject, days left, and the certificate to copy; nothing for a key without one. */
export function CertificateCell({ certificate }: { readonly certificate: Certificate | undefined }): JSX.Element {
  const said = keyTexts();
  if (certificate === undefined) return <>–</>;
  const { subject, daysLeft, pem } = certificate;
  return (
    <>
      <p>{subject}</p>
      <p>
        <Badge tone={daysLeft < 0 ? 'bad' : daysLeft < FEW ? 'warn' : 'plain'}>{said.daysLeft(daysLeft)}</Badge>
      </p>
      <Copy value={pem} label={`${said.pem}, ${subject}`} hidden />
    </>
  );
}
