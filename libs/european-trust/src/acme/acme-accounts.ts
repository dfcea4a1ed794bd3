/**
 * The keys of a tenant's accounts, one per directory: created here, stored encrypted. They sign requests to the
 * authority and nothing that wallets see, so they are not the signer's.
 */
import { createPrivateKey } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { localSign } from '@countersign/shared/crypto/jwt';
import { createSealedSetting, type SealedSettingParts } from '@countersign/shared/keys/sealed-setting';
import type { AccountKey } from './signed-request.ts';

interface StoredAccount {
  readonly directory: string;
  /** PKCS#8, PEM. */
  readonly privateKey: string;
  /** Address of the account, once the authority has given one. */
  readonly url?: string;
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
    const privateKey = generateKeyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    // Another replica may have created one in between, which stays.
    await setting.change(tenant, (before) =>
      before.some((one) => one.directory === directory) ? before : [...before, { directory, privateKey }],
    );
    return of(tenant, directory);
  };

  return {
    of,
    keepUrl: (tenant, directory, url) =>
      setting.change(tenant, (before) => before.map((one) => (one.directory === directory ? withUrl(one, url) : one))),
  };
}

function withUrl({ directory, privateKey }: StoredAccount, url: string | undefined): StoredAccount {
  return { directory, privateKey, ...(url === undefined ? {} : { url }) };
}

function opened({ privateKey: pem, url }: StoredAccount): AcmeAccount {
  const privateKey = createPrivateKey(pem);
  return { key: { publicJwk: publicJwkOf(privateKey), sign: localSign(privateKey) }, url };
}
