/** The page "Verify": a form for a presentation request, then its link, the wallet's steps and the verified claims. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field, Select } from '../../parts/field.tsx';
import type { PresentationConfiguration } from '../../parts/flow/configuration.ts';
import { FlowPage, useLinkMaking } from '../../parts/flow/flow-page.tsx';
import { ReferenceField } from '../../parts/flow/reference-field.tsx';
import type { Begun } from '../../parts/flow/wallet-link.tsx';
import { type PageParameters, Section } from '../../parts/page.tsx';
import { address } from '../../state/address.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { pageTitles } from '../../text/shell.ts';
import { verifyTexts } from '../../text/verify.ts';
import { ButtonSection } from './button-section.tsx';
import { presentationRequest, type RequestForm, redirectError } from './presentation-request.ts';

export function VerifyPage(_: PageParameters): JSX.Element {
  const configurations = useLoaded((signal) =>
    call<readonly PresentationConfiguration[]>('GET', '/presentation-management', { signal }),
  );
  return (
    <FlowPage
      title={pageTitles().verify}
      said={verifyTexts()}
      configurations={configurations}
      form={(all, onMade) => (
        <>
          <RequestFields
            ids={all.map(({ id }) => id)}
            first={(all.find(({ id }) => id === address.value.query.configuration) ?? all[0]).id}
            onMade={onMade}
          />
          <ButtonSection configurations={all} />
        </>
      )}
    />
  );
}

export interface RequestFieldsProps {
  readonly ids: readonly string[];
  readonly first: string;
  readonly onMade: (begun: Begun) => void;
}

export function RequestFields({ ids, first, onMade }: RequestFieldsProps): JSX.Element {
  const said = verifyTexts();
  const [form, setForm] = useState<RequestForm>({
    configuration: first,
    crossDevice: true,
    redirectUri: '',
    reference: '',
  });
  const [tried, setTried] = useState(false);
  const { busy, problem, make } = useLinkMaking('presentationRequest', onMade);
  const change = (next: Partial<RequestForm>): void => setForm({ ...form, ...next });
  const submit = (event: Event): void => {
    event.preventDefault();
    setTried(true);
    void make(presentationRequest(form));
  };
  const missing = tried && presentationRequest(form) === undefined ? said.redirectNeeded : undefined;
  return (
    <form noValidate onSubmit={submit} aria-label={said.form}>
      <Section title={said.form}>
        <Select
          label={said.configuration}
          name="configuration"
          value={form.configuration}
          options={ids.map((id) => ({ value: id, text: id }))}
          onChange={(configuration) => change({ configuration })}
        />
        <ReferenceField value={form.reference} onInput={(reference) => change({ reference })} />
        <Select
          label={said.where}
          name="where"
          value={form.crossDevice ? 'other' : 'same'}
          options={(['other', 'same'] as const).map((value) => ({ value, text: said[value] }))}
          onChange={(where) => change({ crossDevice: where === 'other' })}
        />
        {form.crossDevice ? null : (
          <Field
            label={said.redirect}
            help={said.redirectHelp}
            name="redirectUri"
            type="url"
            required
            value={form.redirectUri}
            error={missing ?? redirectError(problem?.errors ?? [])}
            onInput={(redirectUri) => change({ redirectUri })}
          />
        )}
      </Section>
      {problem === undefined ? null : <Failure problem={problem} />}
      <Button type="submit" kind="main" busy={busy}>
        {said.make}
      </Button>
    </form>
  );
}
