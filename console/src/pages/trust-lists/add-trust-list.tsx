/**
 * Adds the source of a trust list, or changes a stored one: address and settings as JSON, and its signers'
 * certificates.
 */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm } from '../../parts/add-form.tsx';
import { DraftField } from '../../parts/draft-field.tsx';
import { jsonObjectOf } from '../../parts/json-object.ts';
import { PemField } from '../../parts/text-or-file.tsx';
import { trustListTexts } from '../../text/trust-lists.ts';

export interface ListDraft {
  readonly id: string;
  /** JSON, as typed. */
  readonly source: string;
  readonly pem: string;
}

/** A stored source, in the form of the server's response. */
export interface StoredList {
  readonly id: string;
  readonly source?: object;
  readonly pem?: string;
}

export const EMPTY_LIST: ListDraft = {
  id: '',
  source: '{\n  "url": "https://lists.example/pid-providers.jwt",\n  "list": "pid-providers"\n}',
  pem: '',
};

export function draftOf({ id, source = {}, pem = '' }: StoredList): ListDraft {
  return { id, source: JSON.stringify(source, null, 2), pem };
}

/** Undefined if the source is not a JSON object. */
export function bodyOf({ id, source, pem }: ListDraft): object | undefined {
  const written = jsonObjectOf(source);
  return written === undefined ? undefined : { ...written, id: id.trim(), pem };
}

export interface AddTrustListProps {
  readonly start: ListDraft;
  readonly onStored: () => Promise<void>;
}

export function AddTrustList({ start, onStored }: AddTrustListProps): JSX.Element {
  const said = trustListTexts();
  const store = async (draft: ListDraft): Promise<string> => {
    await call('POST', '/trust/lists', { body: bodyOf(draft) });
    await onStored();
    return said.stored(draft.id.trim());
  };
  return (
    <AddForm
      title={said.store}
      start={start}
      next={() => EMPTY_LIST}
      open={start !== EMPTY_LIST}
      mistakes={(draft): Record<string, string> => (bodyOf(draft) === undefined ? { '/source': said.noJson } : {})}
      onAdd={store}
    >
      {(form) => (
        <>
          <DraftField form={form} member="id" label={said.id} help={said.idHelp} required />
          <DraftField form={form} member="source" label={said.source} help={said.sourceHelp} required rows={6} />
          <PemField
            label={said.signers}
            value={form.draft.pem}
            onInput={(pem) => form.edit({ pem })}
            error={form.at('/pem')}
          />
        </>
      )}
    </AddForm>
  );
}
