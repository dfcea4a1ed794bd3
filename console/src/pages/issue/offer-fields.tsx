/** The form of an offer. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Check, Select } from '../../parts/field.tsx';
import { type CredentialConfiguration, claimNameOf, nameOf } from '../../parts/flow/configuration.ts';
import { useLinkMaking } from '../../parts/flow/flow-page.tsx';
import { ReferenceField } from '../../parts/flow/reference-field.tsx';
import type { Begun } from '../../parts/flow/wallet-link.tsx';
import { type ClaimPath, labelled } from '../../parts/form/labelled.ts';
import { mistakeText, SchemaForm } from '../../parts/form/schema-form.tsx';
import { Section } from '../../parts/page.tsx';
import { language } from '../../state/settings.ts';
import { issueTexts } from '../../text/issue.ts';
import {
  claimErrors,
  claimMistakes,
  claimsNode,
  type Flow,
  hasFields,
  hasSample,
  newOffer,
  type OfferForm,
  offerRequest,
  otherView,
  withSampleClaims,
} from './offer-request.ts';

export interface OfferFieldsProps {
  readonly all: readonly CredentialConfiguration[];
  readonly first: CredentialConfiguration;
  readonly onMade: (begun: Begun) => void;
}

export function OfferFields({ all, first, onMade }: OfferFieldsProps): JSX.Element {
  const said = issueTexts();
  const [form, setForm] = useState(() => newOffer(first));
  const { errors, touch, showAll, refuse, forget } = useErrors(form);
  const element = useRef<HTMLFormElement>(null);
  const { busy, problem, make } = useLinkMaking('offer', onMade);
  const change = (next: Partial<OfferForm>): void => setForm({ ...form, ...next });
  const choose = (id: string): void => {
    const chosen = all.find((configuration) => configuration.id === id) ?? first;
    setForm({ ...newOffer(chosen), reference: form.reference });
    forget();
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    showAll();
    const refused = await make(offerRequest(form).body);
    if (refused !== undefined) refuse(claimErrors(refused.errors, form));
    // After the errors are shown.
    setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} aria-label={said.form}>
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
        <Claims form={form} change={change} errors={errors} touch={touch} />
      </Section>
      {problem !== undefined ? <Failure problem={problem} /> : null}
      {problem === undefined && Object.keys(errors).length > 0 ? <Notice kind="alert">{said.check}</Notice> : null}
      <Button type="submit" kind="main" busy={busy}>
        {said.make}
      </Button>
    </form>
  );
}

interface Errors {
  /** By JSON Pointer into the claims. */
  readonly errors: Readonly<Record<string, string>>;
  /** A field was changed: its error is shown while the user types. */
  readonly touch: (pointer: string) => void;
}

interface ErrorsOfForm extends Errors {
  readonly showAll: () => void;
  /** Shows the server's errors. */
  readonly refuse: (found: Errors['errors']) => void;
  readonly forget: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Errors of the changed fields, or of all fields once the form was sent, and the server's errors. */
function useErrors(form: OfferForm): ErrorsOfForm {
  const [touched, setTouched] = useState(NONE);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Errors['errors']>({});
  const found = claimMistakes(form).filter(({ pointer }) => tried || touched.has(pointer));
  return {
    errors: { ...refused, ...Object.fromEntries(found.map((mistake) => [mistake.pointer, mistakeText(mistake)])) },
    touch: (pointer) => {
      setTouched(new Set([...touched, pointer]));
      setRefused(Object.fromEntries(Object.entries(refused).filter(([of]) => of !== pointer)));
    },
    showAll: () => setTried(true),
    refuse: setRefused,
    forget: () => {
      setTouched(NONE);
      setTried(false);
      setRefused({});
    },
  };
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

function Claims({ form, change, errors, touch }: PartProps & Errors): JSX.Element {
  const said = issueTexts();
  const [refused, setRefused] = useState(false);
  const switchView = (): void => {
    const other = otherView(form);
    setRefused(other === undefined);
    if (other !== undefined) change(other);
  };
  const nameOf = (path: ClaimPath): string | undefined => claimNameOf(form.configuration, path, language.value);
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
            node={labelled(claimsNode(form), nameOf)}
            draft={form.draft}
            errors={errors}
            onDraft={(draft, pointer) => {
              change({ draft });
              touch(pointer);
            }}
          />
          <div class="actions">
            {hasSample(form) ? <Button onClick={() => change(withSampleClaims(form))}>{said.sample}</Button> : null}
            {hasFields(form) ? <Button onClick={switchView}>{form.asJson ? said.asFields : said.asJson}</Button> : null}
          </div>
          {refused ? <Notice kind="warning">{said.notAsFields}</Notice> : null}
        </>
      ) : null}
    </>
  );
}
