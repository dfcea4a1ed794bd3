/** The fields of the display in one language, with a preview of its logo. */
import type { JSX } from 'preact';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { FileField } from '../../parts/file-field.tsx';
import { partTexts } from '../../text/parts.ts';
import { trustTexts } from '../../text/trust.ts';
import { chosenImage, type EntryDraft, previewOf, type StoredImage, withoutLogo } from './display-draft.ts';

export interface EntryFieldsProps {
  readonly draft: EntryDraft;
  readonly images: readonly StoredImage[];
  readonly mayWrite: boolean;
  /** The server's error at a member of the entry. */
  readonly errorAt: (member: string) => string | undefined;
  readonly onDraft: (draft: EntryDraft) => void;
  /** Absent: the only entry stays. */
  readonly onRemove?: () => void;
}

export function EntryFields({ draft, images, mayWrite, errorAt, onDraft, onRemove }: EntryFieldsProps): JSX.Element {
  const said = trustTexts();
  const preview = previewOf(draft, images);
  const title = draft.name === '' ? said.displayEntry : draft.name;
  return (
    <fieldset disabled={!mayWrite}>
      <legend>{title}</legend>
      <Field
        label={said.issuerName}
        required={true}
        value={draft.name}
        error={errorAt('name')}
        onInput={(name) => onDraft({ ...draft, name })}
      />
      <Field
        label={said.locale}
        help={said.localeHelp}
        value={draft.locale}
        error={errorAt('locale')}
        onInput={(locale) => onDraft({ ...draft, locale })}
      />
      <Field
        label={said.accent}
        help={said.accentHelp}
        value={draft.accent}
        error={errorAt('accent_color')}
        onInput={(accent) => onDraft({ ...draft, accent })}
      />
      {preview === undefined ? null : (
        <p>
          <img class="logo-preview" src={preview} alt={draft.alt === '' ? said.logoOf(title) : draft.alt} />
        </p>
      )}
      <FileField
        label={said.logo}
        help={said.logoHelp}
        accept=".png,.jpg,.jpeg,.svg"
        error={errorAt('logo/uri')}
        onFile={(file) => {
          void file.arrayBuffer().then((bytes) => {
            onDraft({ ...draft, chosen: chosenImage(file.name, new Uint8Array(bytes)) });
          });
        }}
      />
      <Field
        label={said.logoAlt}
        help={said.logoAltHelp}
        value={draft.alt}
        error={errorAt('logo/alt_text')}
        onInput={(alt) => onDraft({ ...draft, alt })}
      />
      {mayWrite ? (
        <div class="actions">
          {preview === undefined ? null : (
            <Button label={said.removeLogoOf(title)} onClick={() => onDraft(withoutLogo(draft))}>
              {said.removeLogo}
            </Button>
          )}
          {onRemove === undefined ? null : (
            <Button label={partTexts().deleteOf(title)} onClick={onRemove}>
              {said.removeLanguage}
            </Button>
          )}
        </div>
      ) : null}
    </fieldset>
  );
}
