/** Adds a trust anchor: certificates as text or as a file, and what issuers under them may issue. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { linesOf } from '../../parts/lines.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { keyTexts } from '../../text/keys.ts';
import { trustTexts } from '../../text/trust.ts';
import { type TrustOfPurpose, trustPurposes } from './trust-table.tsx';

export interface AnchorDraft {
  readonly purpose: TrustOfPurpose['purpose'];
  readonly id: string;
  readonly pem: string;
  /** One a line, as they were typed. */
  readonly vct: string;
  readonly doctype: string;
  readonly pinned: boolean;
}

export const EMPTY: AnchorDraft = { purpose: 'issuers', id: '', pem: '', vct: '', doctype: '', pinned: false };

export function AddAnchor({ onAdded }: { readonly onAdded: () => Promise<void> }): JSX.Element {
  const said = trustTexts();
  const change = useChange();
  const [draft, setDraft] = useState(EMPTY);
  const [added, setAdded] = useState<string>();
  const edit = (part: Partial<AnchorDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const add = (): Promise<void> => {
    setAdded(undefined);
    return change.run(async () => {
      await call('POST', `/trust/${draft.purpose}`, { body: bodyOf(draft) });
      setAdded(draft.id.trim());
      setDraft({ ...EMPTY, purpose: draft.purpose });
      await onAdded();
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>{said.addAnchor}</h3>
      <AnchorFields draft={draft} problem={change.problem} onEdit={edit} />
      <Button type="submit" kind="main" busy={change.busy}>
        {said.addAnchor}
      </Button>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {added === undefined ? null : <Notice kind="done">{said.anchorAdded(added)}</Notice>}
      </div>
    </form>
  );
}

export interface AnchorFieldsProps {
  readonly draft: AnchorDraft;
  readonly problem: Problem | undefined;
  readonly onEdit: (part: Partial<AnchorDraft>) => void;
}

export function AnchorFields({ draft, problem, onEdit }: AnchorFieldsProps): JSX.Element {
  const said = trustTexts();
  const { trustPurpose } = keyTexts();
  const at = (pointer: string): string | undefined => findingAt(problem, pointer);
  return (
    <>
      <Select
        label={said.anchorPurpose}
        value={draft.purpose}
        onChange={(purpose) => onEdit({ purpose: purpose as AnchorDraft['purpose'] })}
        options={trustPurposes.map((value) => ({ value, text: trustPurpose(value) }))}
      />
      <Field
        label={said.anchorId}
        help={said.anchorIdHelp}
        required
        value={draft.id}
        onInput={(id) => onEdit({ id })}
        error={at('/id')}
      />
      <Field
        label={said.pem}
        help={said.pemHelp}
        required
        rows={6}
        value={draft.pem}
        onInput={(pem) => onEdit({ pem })}
        error={at('/pem')}
      />
      <FileField
        label={said.pemFile}
        accept=".pem,.crt,.cer"
        onFile={(file) => void file.text().then((pem) => onEdit({ pem }))}
      />
      {draft.purpose !== 'issuers' ? null : (
        <>
          <Field
            label={said.vct}
            help={said.typesHelp}
            rows={2}
            value={draft.vct}
            error={at('/vct')}
            onInput={(vct) => onEdit({ vct })}
          />
          <Field
            label={said.doctype}
            help={said.typesHelp}
            rows={2}
            value={draft.doctype}
            error={at('/doctype')}
            onInput={(doctype) => onEdit({ doctype })}
          />
          <Check
            label={said.pinned}
            help={at('/pinned') ?? said.pinnedHelp}
            checked={draft.pinned}
            onChange={(pinned) => onEdit({ pinned })}
          />
        </>
      )}
    </>
  );
}

/** Empty lists are no limit: without both, issuers under the anchor may issue any type. */
export function bodyOf({ purpose, id, pem, vct, doctype, pinned }: AnchorDraft): object {
  const limits = { vct: linesOf(vct), doctype: linesOf(doctype) };
  return {
    id: id.trim(),
    pem,
    ...(purpose !== 'issuers'
      ? {}
      : {
          ...(limits.vct.length === 0 ? {} : { vct: limits.vct }),
          ...(limits.doctype.length === 0 ? {} : { doctype: limits.doctype }),
          ...(pinned ? { pinned } : {}),
        }),
  };
}
