/** The form of an offer. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Check, Select } from '../../parts/field.tsx';
import { type CredentialConfiguration, nameOf } from '../../parts/flow/configuration.ts';
import { useLinkMaking } from '../../parts/flow/flow-page.tsx';
import { ReferenceField } from '../../parts/flow/reference-field.tsx';
import type { Begun } from '../../parts/flow/wallet-link.tsx';
import { mistakeText, SchemaForm } from '../../parts/form/schema-form.tsx';
import { Section } from '../../parts/page.tsx';
import { language } from '../../state/settings.ts';
import { issueTexts } from '../../text/issue.ts';
import {
  claimErrors,
  claimsNode,
  type Flow,
  hasFields,
  newOffer,
  type OfferForm,
  offerRequest,
  otherView,
} from './offer-request.ts';

export interface OfferFieldsProps {
  readonly all: readonly CredentialConfiguration[];
  readonly first: CredentialConfiguration;
  readonly onMade: (begun: Begun) => void;
}

type Errors = Readonly<Record<string, string>>;

export function OfferFields({ all, first, onMade }: OfferFieldsProps): JSX.Element {
  const said = issueTexts();
  const [form, setForm] = useState(() => newOffer(first));
  const [errors, setErrors] = useState<Errors>({});
  const { busy, problem, make } = useLinkMaking('offer', onMade);
  const change = (next: Partial<OfferForm>): void => setForm({ ...form, ...next });
  const choose = (id: string): void => {
    const chosen = all.find((configuration) => configuration.id === id) ?? first;
    setForm({ ...newOffer(chosen), reference: form.reference });
    setErrors({});
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { body, mistakes } = offerRequest(form);
    setErrors(Object.fromEntries((mistakes ?? []).map((mistake) => [mistake.pointer, mistakeText(mistake)])));
    const refused = await make(body);
    if (refused !== undefined) setErrors(claimErrors(refused.errors, form));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={said.form}>
      <Section title={said.form}>
        <Select
          label={said.configuration}
          name="configuration"
          value={form.configuration.id}
          options={all.map((one) => ({ value: one.id, text: nameOf(one, language.value) }))}
          onChange={choose}
        />
        <ReferenceField value={form.reference} onInput={(reference) => change({ reference })} />
        <FlowFields form={form} change={change} />
      </Section>
      <Section title={said.claims}>
        <Claims form={form} change={change} errors={errors} />
      </Section>
      {problem !== undefined ? <Failure problem={problem} /> : null}
      {problem === undefined && Object.keys(errors).length > 0 ? <Notice kind="alert">{said.check}</Notice> : null}
      <Button type="submit" kind="main" busy={busy}>
        {said.make}
      </Button>
    </form>
  );
}

interface PartProps {
  readonly form: OfferForm;
  readonly change: (next: Partial<OfferForm>) => void;
}

function FlowFields({ form, change }: PartProps): JSX.Element {
  const said = issueTexts();
  return (
    <>
      <Select
        label={said.flow}
        name="flow"
        value={form.flow}
        options={[
          { value: 'pre_authorized_code', text: said.pre },
          { value: 'authorization_code', text: said.auth },
        ]}
        onChange={(flow) => change({ flow: flow as Flow })}
      />
      {form.flow === 'pre_authorized_code' ? (
        <Check
          label={said.txCode}
          help={said.txCodeHelp}
          name="tx_code"
          checked={form.txCode}
          onChange={(txCode) => change({ txCode })}
        />
      ) : null}
    </>
  );
}

function Claims({ form, change, errors }: PartProps & { readonly errors: Errors }): JSX.Element {
  const said = issueTexts();
  const [refused, setRefused] = useState(false);
  const switchView = (): void => {
    const other = otherView(form);
    setRefused(other === undefined);
    if (other !== undefined) change(other);
  };
  return (
    <>
      <Check
        label={said.own}
        help={said.ownHelp}
        name="own_claims"
        checked={form.ownClaims}
        onChange={(ownClaims) => change({ ownClaims })}
      />
      {form.ownClaims ? (
        <>
          <SchemaForm
            node={claimsNode(form)}
            draft={form.draft}
            errors={errors}
            onDraft={(draft) => change({ draft })}
          />
          {hasFields(form) ? <Button onClick={switchView}>{form.asJson ? said.asFields : said.asJson}</Button> : null}
          {refused ? <Notice kind="warning">{said.notAsFields}</Notice> : null}
        </>
      ) : null}
    </>
  );
}
