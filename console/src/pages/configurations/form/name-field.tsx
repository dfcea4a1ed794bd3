/** The name of a field in the data: it changes once it is typed completely, because other names would be in the way. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { type ClaimPath, schemaPlace } from './claim-field.ts';
import { renameField } from './edit-fields.ts';
import { type FormScope, pointerOf } from './form-scope.ts';

export interface NameFieldProps {
  readonly form: FormScope;
  readonly path: ClaimPath;
  readonly label: string;
  /** What is wrong with the field, apart from its name. */
  readonly error: string | undefined;
}

export function NameField({ form, path, label, error }: NameFieldProps): JSX.Element {
  const said = configurationFormTexts();
  const name = String(path.at(-1));
  const [typed, setTyped] = useState(name);
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    setTyped(name);
    setRefused(undefined);
  }, [name]);
  const leave = (): void => {
    const wanted = typed.trim();
    const renamed = renameField(form.document, path, wanted);
    setRefused(renamed !== undefined ? undefined : wanted === '' ? said.claimNeeded : said.claimTaken);
    if (renamed !== undefined) form.edit((document) => renameField(document, path, wanted) ?? document, '');
  };
  return (
    <Field
      label={label}
      name={pointerOf(schemaPlace(path))}
      value={typed}
      error={refused ?? error}
      onInput={setTyped}
      onLeave={leave}
    />
  );
}
