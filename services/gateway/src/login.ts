/**
 * Sign-in with the wallet at applications: the OpenID Connect library is loaded at the first request to a tenant with a
 * client.
 */
import type { Audit } from '@countersign/shared/audit/record';
import { managementOperations } from '@countersign/shared/flow-config/management-operations';
import {
  type Operation,
  type OperationRequest,
  type Operations,
  operationNamed,
} from '@countersign/shared/http/message';
import { errorFields } from '@countersign/shared/kernel/log-error';
import type { LogoutNotice } from '@countersign/shared/model/login/logins';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createLoginClients } from './login/clients.ts';
import type { OpenLogins } from './login/login-operations.ts';
import { loginScript } from './login/login-script.ts';
import { noClients } from './login/no-clients.ts';
import type { LoginParts } from './login/parts.ts';
import { createSigningKeys } from './login/signing-keys.ts';

export interface LoginDependencies {
  readonly environment: Environment;
  readonly brandOf: BrandOf;
  readonly receiptLine: Audit['line'];
}

/** The provider's endpoints, each called by its name. */
const ENDPOINTS = [
  'discovery',
  'jwks',
  'authorize',
  'resume',
  'token',
  'userinfo',
  'logout',
  'logout.confirm',
  'logout.done',
  'page',
  'state',
  'wallet',
  'wallet.answer',
  'return',
  'complete',
  'cancel',
] as const;

export interface Logins {
  readonly operations: Operations;
  /** Tells an application again that a login has ended. */
  readonly repeatLogout: (notice: LogoutNotice) => Promise<void>;
}

export function lazyLogins(platform: Platform, { environment, brandOf, receiptLine }: LoginDependencies): Logins {
  const { log } = platform;
  const clients = createLoginClients(platform, environment);
  const failed: LoginParts['failed'] = (tenant, error) =>
    log.error('unexpected error', { service: 'gateway', tenant, ...errorFields(error) });
  const keys = createSigningKeys(platform);
  const parts = { ...platform, clients, keys, brandOf, receiptLine, failed };
  let loaded: Promise<OpenLogins> | undefined;
  const open = (): Promise<OpenLogins> => {
    loaded ??= import('./login/login-operations.ts').then(({ openLogins }) => openLogins(parts));
    return loaded;
  };
  const endpoint =
    (name: string): Operation =>
    async (request: OperationRequest) => {
      if (loaded === undefined && (await clients.list(request.tenant)).length === 0) throw noClients();
      const { operations } = await open();
      const operation = operationNamed(operations, `gateway.login.${name}`);
      if (operation === undefined) throw new Error(`Logins have no operation ${name}`);
      return operation(request);
    };
  const management = managementOperations(clients);
  const operations: Operations = {
    ...Object.fromEntries(ENDPOINTS.map((name) => [`gateway.login.${name}`, endpoint(name)])),
    'gateway.login.asset': loginScript(),
    'gateway.login-keys.rotate': async ({ tenant }) => {
      await keys.rotate(tenant);
      return { body: {} };
    },
    'gateway.login-client.list': management.list,
    'gateway.login-client.put': management.put,
    'gateway.login-client.delete': management.delete,
  };
  return { operations, repeatLogout: async (notice) => (await open()).repeatLogout(notice) };
}
