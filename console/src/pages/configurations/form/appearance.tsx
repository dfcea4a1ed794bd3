/** Colours and images of a credential, in some entries of its display. */
import type { JSX } from 'preact';
import { call } from '../../../api/call.ts';
import { Field } from '../../../parts/field.tsx';
import { FileField } from '../../../parts/file-field.tsx';
import { useChange } from '../../../state/use-change.ts';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { chosenImage } from '../../keys/display-draft.ts';
import { contrastOf } from '../credential-preview.ts';
import { valueIn } from './document.ts';
import { type FormScope, pointerOf } from './form-scope.ts';
import { displayPlace, setColour, setImage } from './languages.ts';

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const LEAST = 4.5;

interface PartProps {
  readonly form: FormScope;
  /** Positions in the display. */
  readonly entries: readonly number[];
}

export function Appearance({ form, entries }: PartProps): JSX.Element {
  const said = configurationFormTexts();
  const colourOf = (member: 'background_color' | 'text_color') => textAt(form, entries, [member]);
  const [background, text] = [colourOf('background_color'), colourOf('text_color')];
  const contrast = isHex(background) && isHex(text) ? contrastOf(background, text) : undefined;
  return (
    <>
      <div class="filters">
        <ColourField form={form} entries={entries} member="background_color" label={said.background} />
        <ColourField form={form} entries={entries} member="text_color" label={said.textColour} />
      </div>
      {contrast === undefined ? null : (
        <p class="small" role="status">
          {said.contrast(contrast.toFixed(1))} {contrast < LEAST ? <strong>{said.lowContrast}</strong> : null}
        </p>
      )}
      <div class="filters">
        <ImageField form={form} entries={entries} member="logo" label={said.logo} />
        <ImageField form={form} entries={entries} member="background_image" label={said.picture} />
      </div>
    </>
  );
}

function isHex(colour: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour);
}

function placeOf({ document }: FormScope, entries: readonly number[], members: readonly string[]) {
  return [...displayPlace(document), entries[0] ?? 0, ...members];
}

function textAt(form: FormScope, entries: readonly number[], members: readonly string[]): string {
  const value = valueIn(form.document, placeOf(form, entries, members));
  return typeof value === 'string' ? value : '';
}

interface MemberProps<M> extends PartProps {
  readonly member: M;
  readonly label: string;
}

/** The text is the value: it can be empty, which the browser's own field for colours can't. */
function ColourField({ form, entries, member, label }: MemberProps<'background_color' | 'text_color'>): JSX.Element {
  const said = configurationFormTexts();
  const pointer = pointerOf(placeOf(form, entries, [member]));
  const value = textAt(form, entries, [member]);
  const set = (next: string): void =>
    form.edit((document) => setColour(document, entries, member, next.trim()), pointer);
  const shown = isHex(value)
    ? value.length === 4
      ? `#${[...value.slice(1)].map((one) => one + one).join('')}`
      : value
    : '#ffffff';
  return (
    <div class="colour">
      <Field
        label={label}
        help={said.colourHelp}
        name={pointer}
        value={value}
        error={form.errorAt(pointer)}
        onInput={set}
      />
      <input
        type="color"
        aria-label={said.choose(label)}
        value={shown}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
}

function ImageField({ form, entries, member, label }: MemberProps<'logo' | 'background_image'>): JSX.Element {
  const said = configurationFormTexts();
  const change = useChange();
  const pointer = pointerOf(placeOf(form, entries, [member]));
  const set = (uri: string): void => form.edit((document) => setImage(document, entries, member, uri), pointer);
  const store = (file: File): Promise<void> =>
    change.run(async () => {
      const image = chosenImage(file.name, new Uint8Array(await file.arrayBuffer()));
      await call('POST', '/configurations/images', { body: { file: image.file, data: image.data } });
      set(`<PUBLIC_URL>/public/${image.file}`);
    });
  const uri = textAt(form, entries, [member, 'uri']) || textAt(form, entries, [member, 'url']);
  const refused = change.problem;
  return (
    <div>
      <Field
        label={label}
        help={said.imageHelp}
        name={pointer}
        value={uri}
        error={form.errorAt(pointer)}
        onInput={set}
      />
      <FileField
        label={said.imageFile(label)}
        help={said.imageFileHelp}
        accept=".png,.jpg,.jpeg,.svg"
        error={refused === undefined ? undefined : (refused.errors[0]?.detail ?? refused.detail)}
        onFile={(file) => void store(file)}
      />
    </div>
  );
}
