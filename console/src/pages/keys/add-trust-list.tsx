/** Adds the source of a trust list, or changes one that was stored: address and settings as JSON, and the certificates of its signers. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Field } from '../../parts/field.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { findingAt, useChange } from '../../state/use-change.ts';
import { trustTexts } from '../../text/trust.ts';
import { trustListTexts } from '../../text/trust-lists.ts';

export interface ListDraft {
  readonly id: string;
  /** JSON, as it was typed. */
  readonly source: string;
  readonly pem: string;
}

/** A stored source, as the server answers it. */
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

/** Undefined if the source is no JSON object. */
export function bodyOf({ id, source, pem }: ListDraft): object | undefined {
  try {
    const written: unknown = JSON.parse(source);
    if (typeof written !== 'object' || written === null || Array.isArray(written)) return undefined;
    return { ...written, id: id.trim(), pem };
  } catch {
    return undefined;
  }
}

export interface AddTrustListProps {
  readonly start: ListDraft;
  readonly onStored: () => Promise<void>;
}

export function AddTrustList({ start, onStored }: AddTrustListProps): JSX.Element {
  const said = trustListTexts();
  const change = useChange();
  const [draft, setDraft] = useState(start);
  const [stored, setStored] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const edit = (part: Partial<ListDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const store = async (): Promise<void> => {
    setStored(undefined);
    const body = bodyOf(draft);
    setBroken(body === undefined);
    if (body === undefined) return;
    await change.run(async () => {
      await call('POST', '/trust/lists', { body });
      setStored(draft.id.trim());
      setDraft(EMPTY_LIST);
      await onStored();
    });
  };
  const at = (pointer: string): string | undefined => findingAt(change.problem, pointer);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void store();
      }}
    >
      <h3>{said.store}</h3>
      <Field
        label={said.id}
        help={said.idHelp}
        required
        value={draft.id}
        onInput={(id) => edit({ id })}
        error={at('/id')}
      />
      <Field
        label={said.source}
        help={said.sourceHelp}
        required
        rows={6}
        value={draft.source}
        onInput={(source) => edit({ source })}
        error={isBroken ? said.noJson : undefined}
      />
      <Field
        label={said.signers}
        help={trustTexts().pemHelp}
        required
        rows={6}
        value={draft.pem}
        onInput={(pem) => edit({ pem })}
        error={at('/pem')}
      />
      <FileField
        label={trustTexts().pemFile}
        accept=".pem,.crt,.cer"
        onFile={(file) => void file.text().then((pem) => edit({ pem }))}
      />
      <Button type="submit" kind="main" busy={change.busy}>
        {said.store}
      </Button>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {stored === undefined ? null : <Notice kind="done">{said.stored(stored)}</Notice>}
      </div>
    </form>
  );
}
