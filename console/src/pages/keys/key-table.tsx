/** The keys of one purpose. */
import type { JSX } from 'preact';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { keyTexts } from '../../text/keys.ts';

export type Purpose = 'credential' | 'request' | 'metadata' | 'mdoc' | 'encryption' | 'ca' | 'iaca';

export interface Certificate {
  readonly subject: string;
  readonly sha256: string;
  readonly notAfter: string;
  readonly daysLeft: number;
  readonly pem: string;
}

export interface Key {
  readonly state: 'requested' | 'pending' | 'active' | 'retiring' | 'retired';
  readonly kid: string;
  readonly privateKey: 'local' | 'pkcs11' | 'vault' | 'file' | 'erased';
  readonly usedFrom?: string;
  /** Of a key that waits for its certificate. */
  readonly request?: string;
  readonly certificate?: Certificate;
}

export interface KeysOfPurpose {
  readonly purpose: Purpose;
  /** Of a key set. */
  readonly set?: string;
  readonly rotation: 'call' | 'files' | 'with_credential' | 'certificate_request';
  readonly broken?: string;
  readonly keys: readonly Key[];
}

const TONES: Readonly<Record<Key['state'], Tone>> = {
  requested: 'busy',
  pending: 'busy',
  active: 'good',
  retiring: 'warn',
  retired: 'plain',
};
/** Days: a certificate is renewed 30 days before its end, so fewer say that this fails. */
const FEW = 30;

/** Latest first. */
export function KeyTable({ of }: { readonly of: KeysOfPurpose }): JSX.Element {
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
        { title: said.certificate, cell: (key) => <CertificateOrRequest of={key} /> },
      ]}
    />
  );
}

function CertificateOrRequest({ of: { kid, request, certificate } }: { readonly of: Key }): JSX.Element {
  const said = keyTexts();
  if (request === undefined) return <CertificateCell certificate={certificate} />;
  return <Copy value={request} label={`${said.certificateRequest}, ${kid}`} hidden />;
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
