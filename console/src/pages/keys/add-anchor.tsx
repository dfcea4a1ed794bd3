/** Adds a trust anchor: certificates as text or as a file, and what issuers under them may issue. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AddForm, type FormParts } from '../../parts/add-form.tsx';
import { Check, Field, Select } from '../../parts/field.tsx';
import { linesOf } from '../../parts/lines.ts';
import { PemField } from '../../parts/text-or-file.tsx';
import { keyTexts } from '../../text/keys.ts';
import { trustTexts } from '../../text/trust.ts';
import { type TrustOfPurpose, trustPurposes } from './trust-table.tsx';

export interface AnchorDraft {
  readonly purpose: TrustOfPurpose['purpose'];
  readonly id: string;
  readonly pem: string;
  /** One per line, as typed. */
  readonly vct: string;
  readonly doctype: string;
  readonly pinned: boolean;
}

export const EMPTY: AnchorDraft = { purpose: 'issuers', id: '', pem: '', vct: '', doctype: '', pinned: false };

export function AddAnchor({ onAdded }: { readonly onAdded: () => Promise<void> }): JSX.Element {
  const said = trustTexts();
  const add = async (draft: AnchorDraft): Promise<string> => {
    await call('POST', `/trust/${draft.purpose}`, { body: bodyOf(draft) });
    await onAdded();
    return said.anchorAdded(draft.id.trim());
  };
  return (
    <AddForm title={said.addAnchor} start={EMPTY} next={({ purpose }) => ({ ...EMPTY, purpose })} onAdd={add}>
      {(form) => <AnchorFields {...form} />}
    </AddForm>
  );
}

export function AnchorFields({ draft, edit, at }: FormParts<AnchorDraft>): JSX.Element {
  const said = trustTexts();
  const { trustPurpose } = keyTexts();
  return (
    <>
      <Select
        label={said.anchorPurpose}
        value={draft.purpose}
        onChange={(purpose) => edit({ purpose: purpose as AnchorDraft['purpose'] })}
        options={trustPurposes.map((value) => ({ value, text: trustPurpose(value) }))}
      />
      <Field
        label={said.anchorId}
        help={said.anchorIdHelp}
        required
        value={draft.id}
        onInput={(id) => edit({ id })}
        error={at('/id')}
      />
      <PemField label={said.pem} value={draft.pem} onInput={(pem) => edit({ pem })} error={at('/pem')} />
      {draft.purpose !== 'issuers' ? null : (
        <>
          <Field
            label={said.vct}
            help={said.typesHelp}
            rows={2}
            value={draft.vct}
            error={at('/vct')}
            onInput={(vct) => edit({ vct })}
          />
          <Field
            label={said.doctype}
            help={said.typesHelp}
            rows={2}
            value={draft.doctype}
            error={at('/doctype')}
            onInput={(doctype) => edit({ doctype })}
          />
          <Check
            label={said.pinned}
            help={at('/pinned') ?? said.pinnedHelp}
            checked={draft.pinned}
            onChange={(pinned) => edit({ pinned })}
          />
        </>
      )}
    </>
  );
}

/** Empty lists mean no limit: without both, issuers under the anchor may issue any type. */
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
