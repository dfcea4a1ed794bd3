/** Deletes a stored configuration, after a question. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { AskButton } from '../../parts/ask-button.tsx';
import { navigate } from '../../state/address.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { type ConfigurationKind, pathOfKind } from './configuration-kinds.ts';

export interface DeleteConfigurationProps {
  readonly kind: ConfigurationKind;
  readonly id: string;
  /** Whether it has a disclosure policy: then what was issued is revoked too. */
  readonly hasPolicy: boolean;
  readonly onDeleted: () => Promise<void>;
}

export function DeleteConfiguration({ kind, id, hasPolicy, onDeleted }: DeleteConfigurationProps): JSX.Element {
  const said = configurationTexts();
  const remove = async (): Promise<void> => {
    await call('DELETE', `${pathOfKind[kind]}/${encodeURIComponent(id)}`, {
      query: hasPolicy ? { revokeExisting: true } : {},
    });
    // The list is reloaded before it is shown, so that it never shows a deleted configuration.
    await onDeleted();
    navigate('/configurations');
  };
  return (
    <AskButton verb={said.delete} kind="danger" title={said.deleteTitle(id)} onConfirm={remove}>
      {hasPolicy ? said.deleteWithPolicyHelp : said.deleteHelp}
    </AskButton>
  );
}
