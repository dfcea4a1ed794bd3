/** Suspends, resumes and erases a tenant, after a question. An erasure requires typing its id. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useChange } from '../../state/use-change.ts';
import { tenantTexts } from '../../text/tenants.ts';
import { choicesOf, pathOfTenant, type Tenant } from './tenant.ts';

type Choice = ReturnType<typeof choicesOf>[number];

export interface TenantLifeProps {
  readonly tenant: Tenant;
  /** Receives the tenant after the change. */
  readonly onChanged: (tenant: Tenant) => void;
}

export function TenantLife({ tenant, onChanged }: TenantLifeProps): JSX.Element {
  const said = tenantTexts();
  const { id } = tenant;
  const change = useChange();
  const [asked, setAsked] = useState<Choice>();
  const [typed, setTyped] = useState('');
  const [isOther, setIsOther] = useState(false);
  const ask = (choice: Choice | undefined): void => {
    change.forget();
    setTyped('');
    setIsOther(false);
    setAsked(choice);
  };
  const confirm = async (choice: Choice): Promise<void> => {
    if (choice === 'erase' && typed.trim() !== id) {
      setIsOther(true);
      return;
    }
    await change.run(async () => {
      onChanged(await perform(id, choice));
      ask(undefined);
    });
  };
  return (
    <>
      {choicesOf(tenant).map((choice) => (
        <Button key={choice} kind={choice === 'erase' ? 'danger' : 'plain'} onClick={() => ask(choice)}>
          {said[choice]}
        </Button>
      ))}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : said[`${asked}Title`](id)}
        confirm={asked === undefined ? '' : said[asked]}
        danger={asked === 'erase'}
        busy={change.busy}
        problem={change.problem}
        onConfirm={() => asked !== undefined && void confirm(asked)}
        onCancel={() => ask(undefined)}
      >
        <p>{asked === undefined ? '' : said[`${asked}Help`]}</p>
        {asked === 'erase' ? (
          <Field
            label={said.typeId(id)}
            value={typed}
            onInput={(value) => {
              setIsOther(false);
              setTyped(value);
            }}
            error={isOther ? said.typedOther : undefined}
          />
        ) : null}
      </ConfirmDialog>
    </>
  );
}

function perform(id: string, choice: Choice): Promise<Tenant> {
  return choice === 'erase' ? call('DELETE', pathOfTenant(id)) : call('POST', `${pathOfTenant(id)}/${choice}`);
}
