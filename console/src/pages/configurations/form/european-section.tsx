/** The disclosure policy and the scheme, closed until a configuration has one or somebody opens them. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../../parts/failure.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import type { EuropeanFields } from './european-fields.tsx';
import type { FormScope } from './form-scope.ts';

export function EuropeanSection({ form }: { readonly form: FormScope }): JSX.Element {
  const said = configurationFormTexts();
  const { disclosure_policy: policy, attestation_scheme: scheme } = form.document;
  const [open, setOpen] = useState(policy !== undefined || scheme !== undefined);
  const [fields, setFields] = useState<{ readonly Fields: typeof EuropeanFields } | 'failed'>();
  useEffect(() => {
    if (!open) return;
    import('./european-fields.tsx').then(
      ({ EuropeanFields: Fields }) => setFields({ Fields }),
      () => setFields('failed'),
    );
  }, [open]);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{`${said.disclosurePolicy}, ${said.scheme}`}</summary>
      {fields === undefined ? (
        // Nothing is under way while it is closed.
        open && <Loading />
      ) : fields === 'failed' ? (
        <Notice kind="warning">{said.notLoaded}</Notice>
      ) : (
        <fields.Fields form={form} />
      )}
    </details>
  );
}
