/**
 * The keys of a tenant's accounts, one per directory: created here, stored encrypted. They sign requests to the
 * authority and nothing that wallets see, so they are not the signer's.
 */
import { createPrivateKey } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { createSealedSetting, type SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import type { AccountKey } from './signed-request.ts';

interface StoredAccount {
  readonly directory: string;
  /** PKCS#8, PEM. */
  readonly privateKey: string;
  /** Address of the account, once the authority has given one. */
  readonly url?: string;
  /** The key that replaces it, until it has. PKCS#8, PEM. */
  readonly nextKey?: string;
}

export interface AcmeAccount {
  readonly key: AccountKey;
  readonly url: string | undefined;
}

export interface AcmeAccounts {
  /** The account in a directory. Its key is created at first use. */
  of(tenant: string, directory: string): Promise<AcmeAccount>;
  /** @param url undefined: the authority no longer knows it */
  keepUrl(tenant: string, directory: string, url: string | undefined): Promise<void>;
  /** The key that is to replace the current one, the same until it has. */
  next(tenant: string, directory: string): Promise<AccountKey>;
  /** The next key replaces the current one. @param url its account's URL */
  adopt(tenant: string, directory: string, url: string): Promise<void>;
}

export function createAcmeAccounts(parts: SealedSettingParts): AcmeAccounts {
  const setting = createSealedSetting(parts, {
    kind: 'acme',
    id: 'accounts',
    nothing: [] as readonly StoredAccount[],
    read: (accounts: readonly StoredAccount[]) => accounts,
  });

  const of = async (tenant: string, directory: string): Promise<AcmeAccount> => {
    const found = (await setting.now(tenant)).find((one) => one.directory === directory);
    if (found !== undefined) return opened(found);
    const privateKey = newKey();
    // Another replica may have created one in between, which stays.
    await setting.change(tenant, (before) =>
      before.some((one) => one.directory === directory) ? before : [...before, { directory, privateKey }],
    );
    return of(tenant, directory);
  };

  const ofDirectory = (
    tenant: string,
    directory: string,
    change: (account: StoredAccount) => StoredAccount,
  ): Promise<void> =>
    setting.change(tenant, (before) => before.map((one) => (one.directory === directory ? change(one) : one)));

  return {
    of,
    next: async (tenant, directory) => {
      const made = newKey();
      await ofDirectory(tenant, directory, (one) => ({ nextKey: made, ...one }));
      const found = (await setting.now(tenant)).find((one) => one.directory === directory)?.nextKey;
      return keyIn(found ?? made);
    },
    adopt: (tenant, directory, url) =>
      ofDirectory(tenant, directory, ({ nextKey, privateKey }) => ({
        directory,
        privateKey: nextKey ?? privateKey,
        url,
      })),
    keepUrl: (tenant, directory, url) => ofDirectory(tenant, directory, (one) => withUrl(one, url)),
  };
}

function withUrl({ url: _, ...account }: StoredAccount, url: string | undefined): StoredAccount {
  return { ...account, ...(url === undefined ? {} : { url }) };
}

function newKey(): string {
  return generateKeyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function opened({ privateKey, url }: StoredAccount): AcmeAccount {
  return { key: keyIn(privateKey), url };
}

function keyIn(pem: string): AccountKey {
  const privateKey = createPrivateKey(pem);
  return { publicJwk: publicJwkOf(privateKey), sign: localSign(privateKey) };
}
