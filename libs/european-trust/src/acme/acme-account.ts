/** The tenant's account at an authority (RFC 8555, 7.3). */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { AcmeError } from './acme-error.ts';
import type { AcmeExchange } from './acme-exchange.ts';
import { type AccountKey, bindExternalAccount, type ExternalAccount, signKeyChange } from './signed-request.ts';

export interface NewAccount {
  readonly key: AccountKey;
  readonly contact: readonly string[];
  readonly termsOfServiceAgreed: boolean;
  readonly externalAccount?: ExternalAccount;
}

/** Creates the account, or finds the key's existing one. @returns its address @throws AcmeError */
export async function openAccount(exchange: AcmeExchange, account: NewAccount): Promise<string> {
  const { newAccount, externalAccountRequired } = await exchange.directory();
  const { key, contact, termsOfServiceAgreed, externalAccount } = account;
  if (externalAccountRequired && externalAccount === undefined) {
    throw new AcmeError('acme_account_refused', { facts: { detail: 'external_account_missing' } });
  }
  const payload: JsonObject = {
    ...(contact.length === 0 ? {} : { contact }),
    ...(termsOfServiceAgreed ? { termsOfServiceAgreed } : {}),
    ...(externalAccount === undefined
      ? {}
      : { externalAccountBinding: bindExternalAccount(key, externalAccount, newAccount) }),
  };
  const otherwise = 'acme_account_refused';
  const answer = await exchange.post({ url: newAccount, sender: 'new account', payload, otherwise });
  const { status } = answer.json();
  if (status !== undefined && status !== 'valid') {
    throw new AcmeError('acme_account_refused', { facts: { received: String(status) } });
  }
  return answer.location();
}

/** @returns the URL of the key's account; undefined without one @throws AcmeError */
export async function findAccount(exchange: AcmeExchange): Promise<string | undefined> {
  const { newAccount: url } = await exchange.directory();
  try {
    return (await exchange.post({ url, sender: 'new account', payload: { onlyReturnExisting: true } })).location();
  } catch (error) {
    if (error instanceof AcmeError && error.facts.received === 'accountDoesNotExist') return undefined;
    throw error;
  }
}

export interface ChangedKey {
  /** Address of the account. */
  readonly account: string;
  readonly key: AccountKey;
  readonly next: AccountKey;
}

/** @param exchange signs with the current key @throws AcmeError */
export async function changeAccountKey(exchange: AcmeExchange, { account, key, next }: ChangedKey): Promise<void> {
  const otherwise = 'acme_account_refused';
  const { keyChange: url } = await exchange.directory();
  if (url === undefined) throw new AcmeError(otherwise, { facts: { detail: 'no_key_change' } });
  const payload = await signKeyChange(next, { url, account, old: key });
  await exchange.post({ url, sender: { kid: account }, payload, otherwise });
}
