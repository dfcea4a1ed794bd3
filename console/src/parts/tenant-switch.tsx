/** For platform administrators: works in another tenant. The list is read when it is needed, because the audit log has it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../api/answer.ts';
import { callPage } from '../api/call.ts';
import { type SignedIn, visitTenant } from '../state/session.ts';
import { useChange } from '../state/use-change.ts';
import { shellTexts } from '../text/shell.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { Select } from './field.tsx';

type Tenant = Answer<'Tenant'>;

/** More are found on the page Tenants. */
const MOST = 100;

export function TenantSwitch({ signedIn: { tenant, home } }: { readonly signedIn: SignedIn }): JSX.Element {
  const said = shellTexts();
  const change = useChange();
  const [all, setAll] = useState<readonly Tenant[]>();
  const [chosen, setChosen] = useState('');
  const open = (): Promise<void> =>
    change.run(async () => {
      const { items } = await callPage<Tenant>('/tenants', { query: { limit: MOST } });
      setAll(items.filter(({ id, state }) => state === 'active' && id !== tenant));
    });
  return (
    <>
      {home === undefined ? null : (
        <>
          <p role="status">{said.visiting(tenant)}</p>
          <Button onClick={() => go(undefined)}>{said.backTo(home)}</Button>
        </>
      )}
      {all === undefined ? (
        <Button busy={change.busy} onClick={() => void open()}>
          {said.switchTenant}
        </Button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen !== '') go(chosen);
          }}
        >
          <Select
            label={said.tenant}
            value={chosen}
            options={[
              { value: '', text: said.chooseTenant },
              ...all.map(({ id, name }) => ({ value: id, text: name === undefined ? id : `${name} (${id})` })),
            ]}
            onChange={setChosen}
          />
          <Button type="submit">{said.switchTenant}</Button>
        </form>
      )}
      {change.problem === undefined ? null : <Failure problem={change.problem} />}
    </>
  );
}

function go(tenant: string | undefined): void {
  // The control that had the focus goes with the tenant.
  void visitTenant(tenant).then(() => setTimeout(() => document.getElementById('content')?.focus()));
}
