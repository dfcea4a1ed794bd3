/** The signers of a process, by its settings. */
import { readFileSync } from 'node:fs';
import type { Log } from '../kernel/log.ts';
import { createPkcs11Signer } from '../keys/pkcs11-signer.ts';
import type { Signer, Signers } from '../keys/signer.ts';
import { createVaultSigner } from '../keys/vault-signer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { guardedSigner } from './guarded-signer.ts';

export interface OpenedSigners extends Signers {
  /** For the health report; empty if keys are in the process. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

export interface SignerParts {
  readonly settings: Settings;
  readonly metrics: Pick<Metrics, 'count' | 'observe'>;
  readonly log: Log;
}

/**
 * Opens nothing, because a signer connects at its first use. Every configured signer still signs with its keys,
 * whatever SIGNER is set to.
 */
export function openSigners({ settings, metrics, log }: SignerParts): OpenedSigners {
  const limits = { timeout: settings.SIGNER_TIMEOUT, parallel: settings.SIGNER_PARALLEL };
  const configured = [pkcs11(settings), vault(settings, log)].flatMap((signer) =>
    signer === undefined ? [] : [signer],
  );
  const signers = configured.map((signer) => guardedSigner({ signer, limits, metrics, log }));
  const byName = new Map(signers.map((signer) => [signer.name, signer]));
  return {
    byName,
    forNewKeys: settings.SIGNER === 'local' ? undefined : byName.get(settings.SIGNER),
    checks:
      signers.length === 0 ? {} : { signer: async () => void (await Promise.all(signers.map((one) => one.check()))) },
    close: async () => void (await Promise.all(signers.map((one) => one.close()))),
  };
}

function pkcs11({
  PKCS11_MODULE: module,
  PKCS11_TOKEN: token,
  PKCS11_PIN: pin,
  ...settings
}: Settings): Signer | undefined {
  if (module === undefined || token === undefined || pin === undefined) return undefined;
  return createPkcs11Signer({
    module,
    token,
    pin,
    binding: settings.PKCS11_BINDING,
    sessions: settings.PKCS11_SESSIONS,
  });
}

function vault(settings: Settings, log: Log): Signer | undefined {
  const { VAULT_ADDRESS: address, VAULT_TOKEN: token, VAULT_TOKEN_FILE: tokenFile } = settings;
  if (address === undefined) return undefined;
  const { VAULT_NAMESPACE: namespace, VAULT_TLS_CA: ca } = settings;
  return createVaultSigner({
    address,
    mount: settings.VAULT_MOUNT,
    prefix: settings.VAULT_KEY_PREFIX,
    timeout: settings.SIGNER_TIMEOUT,
    log,
    ...(namespace === undefined ? {} : { namespace }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  });
}
