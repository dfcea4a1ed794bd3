/** Changes a management client after a question: role and name, a new secret, or its deletion. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import type { Role } from '../../state/session.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { RoleSelect } from './role-select.tsx';
import { type Client, type ClientWithSecret, overlapOf, pathOfClient } from './tenant.ts';

export interface AskedOfClient {
  readonly what: 'change' | 'rotate' | 'remove';
  readonly client: Client;
}

export interface ClientDialogProps {
  readonly tenant: string;
  /** Undefined while there is no question. The dialog stays, so that the browser returns the focus. */
  readonly asked: AskedOfClient | undefined;
  /** Receives the client if it has a new secret. */
  readonly onDone: (withSecret?: ClientWithSecret) => void;
  readonly onCancel: () => void;
}

interface Draft {
  readonly role: Role;
  readonly name: string;
  /** As it was typed. */
  readonly overlap: string;
}

export function ClientDialog({ tenant, asked, onDone, onCancel }: ClientDialogProps): JSX.Element {
  const said = tenantTexts();
  const change = useChange();
  const [draft, setDraft] = useState(() => draftOf(asked));
  const [tried, setTried] = useState(false);
  useEffect(() => {
    change.forget();
    setDraft(draftOf(asked));
    setTried(false);
  }, [asked]);
  const what = asked?.what;
  const overlap = overlapOf(draft.overlap);
  const isWrong = what === 'rotate' && overlap === undefined;
  const confirm = async (): Promise<void> => {
    setTried(true);
    if (asked === undefined || isWrong) return;
    await change.run(async () => onDone(await perform(tenant, asked, draft)));
  };
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={asked === undefined ? '' : said[`${asked.what}Title`](asked.client.client_id)}
      confirm={what === undefined || what === 'change' ? said.save : said[what]}
      danger={what === 'remove' || (what === 'rotate' && overlap === 0)}
      busy={change.busy}
      problem={change.problem}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      <p>{what === undefined ? '' : said[`${what}Help`]}</p>
      {what === 'change' ? (
        <>
          <RoleSelect role={draft.role} onRole={(role) => setDraft({ ...draft, role })} />
          <Field
            label={said.name}
            help={said.nameKept}
            value={draft.name}
            onInput={(name) => setDraft({ ...draft, name })}
            error={findingAt(change.problem, '/name')}
          />
        </>
      ) : null}
      {what === 'rotate' ? (
        <Field
          label={said.overlap}
          help={said.overlapHelp}
          inputMode="numeric"
          value={draft.overlap}
          onInput={(typed) => setDraft({ ...draft, overlap: typed })}
          error={tried && isWrong ? said.overlapWrong : findingAt(change.problem, '/overlap')}
        />
      ) : null}
    </ConfirmDialog>
  );
}

/** One hour of overlap as initial value, the API's default. */
function draftOf(asked: AskedOfClient | undefined): Draft {
  return { role: asked?.client.role ?? 'viewer', name: asked?.client.name ?? '', overlap: '3600' };
}

async function perform(
  tenant: string,
  { what, client }: AskedOfClient,
  { role, name, overlap }: Draft,
): Promise<ClientWithSecret | undefined> {
  const path = pathOfClient(tenant, client.client_id);
  if (what === 'rotate') return call('POST', `${path}/rotate`, { body: { overlap: overlapOf(overlap) } });
  if (what === 'remove') await call('DELETE', path);
  else await call('POST', path, { body: { role, ...(name.trim() === '' ? {} : { name: name.trim() }) } });
  return undefined;
}
