/** How many webhooks were resent, and why the others were not. */
import type { JSX } from 'preact';
import { Notice } from '../../parts/failure.tsx';
import { webhookTexts } from '../../text/webhooks.ts';
import { type ReplayResult, replayed } from './replay-result.ts';

export function ReplayResults({ results }: { readonly results: readonly ReplayResult[] }): JSX.Element {
  const said = webhookTexts();
  const { sent, refused } = replayed(results);
  return (
    <Notice kind={refused.length === 0 ? 'done' : 'warning'} title={said.replayed(sent, results.length)}>
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ id, description, result }) => (
            <li key={id}>
              <code>{id}</code> {said.notReplayed(result) || (description ?? result)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
