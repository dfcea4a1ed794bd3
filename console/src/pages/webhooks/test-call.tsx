/** A test call of a configured webhook: sends a signed event, and shows the result. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Section } from '../../parts/page.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { partTexts } from '../../text/parts.ts';
import { attemptInConsoleLanguage } from '../../text/reason-text.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { type ConfiguredWebhook, configuredWebhooks } from './configured-webhooks.ts';

export interface TestResult {
  readonly id: string;
  readonly target: string;
  readonly outcome: 'delivered' | 'failed';
  readonly milliseconds: number;
  readonly status?: number;
  readonly error?: string;
  readonly description?: string;
  readonly hint?: string;
}

/** The choice of an address that no configuration has. */
const OTHER = 'other';

export function TestCall(): JSX.Element {
  const said = webhookTexts();
  const webhooks = useLoaded(async (signal) => {
    const [credentials, presentations] = await Promise.all([
      call<readonly object[]>('GET', '/issuer-management', { signal }),
      call<readonly object[]>('GET', '/presentation-management', { signal }),
    ]);
    return configuredWebhooks(credentials, presentations);
  });
  const known = webhooks.value.value ?? [];
  const [chosen, setChosen] = useState<string>();
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<TestResult>();
  const [problem, setProblem] = useState<Problem>();
  const key = chosen ?? (known[0] === undefined ? OTHER : keyOf(known[0]));
  const test = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const webhook = known.find((one) => keyOf(one) === key);
    const body =
      webhook === undefined
        ? { webhook: { url: url.trim() } }
        : { kind: webhook.kind, configurationId: webhook.configurationId };
    try {
      setResult(await call<TestResult>('POST', '/webhooks/test', { body }));
    } catch (error) {
      setResult(undefined);
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <Section title={said.test}>
      <p>{said.testHelp}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <Select
          label={said.webhook}
          value={key}
          onChange={setChosen}
          options={[
            ...known.map((one) => ({ value: keyOf(one), text: `${one.configurationId}, ${said.kinds(one.kind)}` })),
            { value: OTHER, text: said.otherAddress },
          ]}
        />
        {key === OTHER ? (
          <Field
            label={said.address}
            type="url"
            value={url}
            onInput={setUrl}
            required
            error={problem?.errors.find(({ pointer }) => pointer.startsWith('/webhook'))?.detail}
          />
        ) : null}
        <Button type="submit" kind="main" busy={busy}>
          {said.send}
        </Button>
      </form>
      <div aria-live="polite">
        {problem === undefined ? null : <Failure problem={problem} />}
        {result === undefined ? null : <TestOutcome result={result} />}
      </div>
    </Section>
  );
}

function keyOf({ kind, configurationId }: ConfiguredWebhook): string {
  return `${kind} ${configurationId}`;
}

export function TestOutcome({ result }: { readonly result: TestResult }): JSX.Element {
  const said = webhookTexts();
  const { outcome, target, milliseconds, status } = result;
  const { description, hint } = attemptInConsoleLanguage(result);
  return (
    <Notice kind={outcome === 'delivered' ? 'done' : 'alert'} title={said.outcomes(outcome)}>
      {outcome === 'delivered' ? null : <p>{description}</p>}
      {hint === undefined ? null : (
        <p>
          <strong>{partTexts().what}:</strong> {hint}
        </p>
      )}
      <p class="facts">
        <span>{target}</span>
        {status === undefined ? null : <span>HTTP {status}</span>}
        <span>{milliseconds} ms</span>
      </p>
    </Notice>
  );
}
