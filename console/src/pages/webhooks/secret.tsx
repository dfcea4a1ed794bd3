/** The secret that signs webhooks: its last characters, earlier ones that still sign, and its rotation. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Notice } from '../../parts/failure.tsx';
import { Select } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { When } from '../../parts/when.tsx';
import { useLoaded } from '../../state/use-loaded.ts';
import { webhookTexts } from '../../text/webhooks.ts';

export type WebhookSecret = Answer<'WebhookSecret'>;

/** Seconds in which the earlier secret signs too. */
const overlaps = ['3600', '86400', '604800', '0'] as const;

export function SecretSection(): JSX.Element {
  const said = webhookTexts();
  const secret = useLoaded((signal) => call<WebhookSecret>('GET', '/webhooks/secret', { signal }));
  const [asking, setAsking] = useState(false);
  const [overlap, setOverlap] = useState<string>('86400');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [made, setMade] = useState<string>();
  const rotate = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { overlap: Number(overlap) };
      const changed = await call<WebhookSecret>('POST', '/webhooks/secret/rotate', { body });
      setMade(changed.secret);
      setAsking(false);
      void secret.reload();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  return (
    <Section title={said.secret}>
      <p>{said.secretHelp}</p>
      <div aria-live="polite">
        {made === undefined ? null : (
          <Notice kind="done" title={said.newSecret}>
            <p>{said.newSecretHelp}</p>
            <p>
              <Copy value={made} label={said.secret} />
            </p>
          </Notice>
        )}
      </div>
      <Show of={secret}>{(value) => <SecretState secret={value} />}</Show>
      <div class="actions">
        <Button onClick={() => setAsking(true)}>{said.change}</Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={said.changeTitle}
        confirm={said.change}
        danger={overlap === '0'}
        busy={busy}
        problem={problem}
        onConfirm={() => void rotate()}
        onCancel={() => setAsking(false)}
      >
        <p>{said.changeHelp}</p>
        <Select
          label={said.overlap}
          value={overlap}
          onChange={setOverlap}
          options={overlaps.map((value) => ({ value, text: said.overlaps(value) }))}
        />
      </ConfirmDialog>
    </Section>
  );
}

export function SecretState({ secret }: { readonly secret: WebhookSecret }): JSX.Element {
  const said = webhookTexts();
  const { rotatedAt, earlier } = secret;
  return (
    <dl>
      <div>
        <dt>{said.present}</dt>
        <dd>
          <code>{secret.secret}</code>
        </dd>
      </div>
      {rotatedAt === undefined ? null : (
        <div>
          <dt>{said.changedAt}</dt>
          <dd>
            <When at={rotatedAt} />
          </dd>
        </div>
      )}
      {earlier.map(({ generation, until }) => (
        <div key={generation}>
          <dt>{said.earlier(generation)}</dt>
          <dd>
            {said.signsUntil} <When at={until} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
