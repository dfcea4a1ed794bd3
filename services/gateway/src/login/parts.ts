/** What logins need from the process. */
import type { Audit } from '@countersign/shared/audit/record';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import type { LoginClients } from './clients.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface LoginParts
  extends Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'random' | 'log' | 'call'> {
  readonly clients: LoginClients;
  readonly keys: SigningKeys;
  readonly brandOf: BrandOf;
  readonly receiptLine: Audit['line'];
  /** Logs an error that nobody expected. */
  readonly failed: (tenant: string, error: unknown) => void;
}
