/** A tenant's registration certificates: what each covers, its expiry, and whether wallets accept it. */
import type { JSX } from 'preact';
import { DeleteButton } from '../../parts/delete-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { partTexts } from '../../text/parts.ts';
import { registrationTexts } from '../../text/registrations.ts';

export interface Registration {
  readonly id: string;
  readonly source: 'file' | 'api';
  readonly state: 'valid' | 'refused';
  readonly findings: readonly { readonly reason: string; readonly detail: string }[];
  readonly configurations: readonly string[];
  readonly issuer: boolean;
  readonly name?: string;
  readonly subject?: string;
  readonly purpose?: readonly { readonly lang: string; readonly value: string }[];
  readonly covers?: readonly RegisteredCredential[];
  readonly provides?: readonly RegisteredCredential[];
  readonly daysLeft?: number;
}

interface RegisteredCredential {
  readonly format?: string;
  readonly meta?: { readonly vct_values?: readonly string[]; readonly doctype_value?: string };
  readonly claim?: readonly { readonly path?: readonly (string | number | null)[] }[];
}

export interface RegistrationTableProps {
  readonly registrations: readonly Registration[];
  /** Absent: nothing can be deleted. */
  readonly onDelete?: (id: string) => void;
}

export function RegistrationTable({ registrations, onDelete }: RegistrationTableProps): JSX.Element {
  const said = registrationTexts();
  if (registrations.length === 0) return <Empty title={said.none}>{said.noneHelp}</Empty>;
  return (
    <Table
      caption={said.title}
      rows={registrations}
      keyOf={({ id }) => id}
      columns={[
        { title: said.name, cell: (one) => <Named registration={one} /> },
        { title: said.party, cell: (one) => <Party registration={one} /> },
        { title: said.covers, cell: (one) => <Lines lines={linesOf(one)} /> },
        { title: said.usedBy, cell: (one) => usedBy(one) },
        ...(onDelete === undefined
          ? []
          : [
              {
                title: partTexts().delete,
                cell: ({ id, source }: Registration) =>
                  source === 'file' ? '–' : <DeleteButton name={id} onDelete={onDelete} />,
              },
            ]),
      ]}
    />
  );
}

function Named({ registration: { id, state, findings, daysLeft } }: { readonly registration: Registration }) {
  const said = registrationTexts();
  return (
    <>
      <p>{id}</p>
      <p>{said[state]}</p>
      {daysLeft === undefined ? null : <p>{said.ends(daysLeft)}</p>}
      {findings.map(({ reason, detail }) => (
        <p key={`${reason} ${detail}`}>
          <code>{reason}</code> {detail}
        </p>
      ))}
    </>
  );
}

function Party({ registration: { name, subject, purpose = [] } }: { readonly registration: Registration }) {
  return <Lines lines={[name, subject, ...purpose.map(({ value }) => value)].flatMap((one) => one ?? [])} />;
}

function Lines({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  const shown = lines.length === 0 ? [registrationTexts().nothing] : lines;
  return (
    <>
      {shown.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

/** One line per credential: its type, and the claims that may be requested. */
export function linesOf({ covers = [], provides = [] }: Pick<Registration, 'covers' | 'provides'>): readonly string[] {
  const said = registrationTexts();
  return [
    ...covers.map((one) => {
      const claims = one.claim?.map(({ path = [] }) => path.map((part) => part ?? '*').join('.')).join(', ');
      return `${typesOf(one)}: ${claims ?? said.nothing}`;
    }),
    ...provides.map((one) => `${said.provides}: ${typesOf(one)}`),
  ];
}

function typesOf({ format = '', meta = {} }: RegisteredCredential): string {
  return meta.vct_values?.join(', ') ?? meta.doctype_value ?? format;
}

function usedBy({ configurations, issuer }: Registration): string {
  const said = registrationTexts();
  const all = [...configurations, ...(issuer ? [said.issuerMetadata] : [])];
  return all.length === 0 ? said.unused : all.join(', ');
}
