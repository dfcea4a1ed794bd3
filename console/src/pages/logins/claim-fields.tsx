/** The claims that an application receives, their names, and which claims identify the user. */
import type { JSX } from 'preact';
import { Check, Field } from '../../parts/field.tsx';
import { loginTexts } from '../../text/logins.ts';
import type { ClaimRow } from './login-client.ts';

export interface ClaimFieldsProps {
  readonly rows: readonly ClaimRow[];
  /** Claims identify the user. */
  readonly isPairwise: boolean;
  /** What is wrong with a claim of this name, or with all of them. */
  readonly errorOf: (name: string) => string | undefined;
  readonly error: string | undefined;
  readonly onRows: (rows: readonly ClaimRow[]) => void;
}

export function ClaimFields({ rows, isPairwise, errorOf, error, onRows }: ClaimFieldsProps): JSX.Element {
  const said = loginTexts();
  const edit = (index: number, part: Partial<ClaimRow>): void =>
    onRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset>
      <legend>{said.claims}</legend>
      <p class="soft small">{said.claimsHelp}</p>
      {rows.length === 0 ? <p>{said.noClaims}</p> : null}
      {rows.map(({ path, name, identifies }, index) => {
        const shown = path.join(' → ');
        return (
          <div class="claim-row" key={`${index} ${shown}`}>
            <Field
              label={said.nameOfClaim(shown)}
              value={name}
              onInput={(typed) => edit(index, { name: typed })}
              error={name === '' ? undefined : errorOf(name)}
            />
            {isPairwise ? (
              <Check
                label={said.identifies(shown)}
                checked={identifies}
                onChange={(checked) => edit(index, { identifies: checked })}
              />
            ) : null}
          </div>
        );
      })}
      {error === undefined ? null : <p class="error">{error}</p>}
    </fieldset>
  );
}
