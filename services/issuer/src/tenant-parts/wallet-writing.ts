/** `GET`, `POST` and `DELETE /configurations/wallets`: which wallets a tenant registers. */
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { StoredWallets } from '../client/stored-wallets.ts';
import type { RegisteredWallets } from '../client/wallet-clients.ts';
import { parseRegistrations, RegistrationError, type WalletClients } from '../client/wallet-registrations.ts';
import { invalidPart, partOfFiles, unknownPart } from './refusals.ts';

export interface WalletWriting {
  readonly get: Operation;
  readonly put: Operation;
  /** For an import: what `put` would report; returns `{findings}`. */
  readonly check: Operation;
  readonly delete: Operation;
}

export function walletWriting(
  wallets: Pick<RegisteredWallets, 'written' | 'hasFile'>,
  stored: Pick<StoredWallets, 'now' | 'change'>,
): WalletWriting {
  const refuseFile = (tenant: string): void => {
    if (wallets.hasFile(tenant)) throw partOfFiles(tenant, 'wallets.json');
  };
  return {
    get: async ({ tenant }) => {
      const { source, registrations } = await wallets.written(tenant);
      return { body: view(source, registrations) };
    },

    put: async (request) => {
      const { tenant } = request;
      const registrations = writtenOf(request);
      const errors = findingsOf(registrations);
      if (errors.length > 0) throw invalidPart('The registration is not valid', errors);
      refuseFile(tenant);
      await stored.change(tenant, () => ({ registrations }));
      return { body: view('api', registrations) };
    },

    check: async (request) => ({ body: { findings: findingsOf(writtenOf(request)) } }),

    delete: async ({ tenant }) => {
      refuseFile(tenant);
      await stored.change(tenant, ({ registrations }) => {
        if (registrations === undefined) throw unknownPart('There are no registered wallets that were written here');
        return {};
      });
      return { body: {} };
    },
  };
}

/** All members, so that a form has something to start with. */
function view(source: string, { public_clients, public_redirect_schemes, clients }: JsonObject): JsonObject {
  return {
    source,
    public_clients: public_clients !== false,
    public_redirect_schemes: public_redirect_schemes ?? [],
    clients: clients ?? [],
  };
}

/** The body without what reading adds. */
function writtenOf(request: OperationRequest): JsonObject {
  const { source: _, $schema: __, ...written } = bodyObject(request);
  return written;
}

function findingsOf(registrations: JsonObject): readonly FieldError[] {
  try {
    return clientsWithoutKey(parseRegistrations(registrations));
  } catch (error) {
    if (!(error instanceof RegistrationError)) throw error;
    return [{ pointer: error.pointer, detail: error.message }];
  }
}

/**
 * Clients without a key that can check an assertion. A file may have one: it was accepted earlier, and the others must
 * be served.
 */
function clientsWithoutKey({ registered }: WalletClients): readonly FieldError[] {
  return [...registered.values()].flatMap(({ clientId, keys }, index) =>
    keys.some(isUsable)
      ? []
      : [{ pointer: `/clients/${index}/jwks/keys`, detail: `jwks of ${clientId} has no P-256 key that can be used` }],
  );
}

function isUsable(key: JsonObject): boolean {
  try {
    importPublicJwk(key);
    return true;
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    return false;
  }
}
