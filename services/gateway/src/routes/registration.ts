/** Routes of a tenant's registration certificates. */
import {
  euPartsSchema,
  registrarStateSchema,
  registrationBodySchema,
  registrationSchema,
  registrationsSchema,
} from '../schemas/registration-schemas.ts';
import { emptySchema } from '../schemas/response-schemas.ts';
import { management } from './kinds.ts';
import type { Route } from './route.ts';

export const registrationRoutes: readonly Route[] = [
  management({
    operation: 'verifier.registration.list',
    task: 'keys',
    service: 'verifier',
    method: 'GET',
    paths: { shared: ['/registration-certificates'] },
    role: 'viewer',
    audit: { action: 'registrations.read' },
    summary: 'Registration certificates: what each covers, its end, and whether wallets accept it now',
    response: registrationsSchema,
  }),
  management({
    operation: 'verifier.registration.put',
    task: 'keys',
    service: 'verifier',
    method: 'POST',
    paths: { shared: ['/registration-certificates'] },
    request: registrationBodySchema,
    role: 'admin',
    audit: { action: 'registration.written' },
    summary:
      'Store a registration certificate, checked against the configurations that use it; it replaces a certificate with the same id',
    response: registrationSchema,
  }),
  management({
    operation: 'verifier.registration.delete',
    task: 'keys',
    service: 'verifier',
    method: 'DELETE',
    paths: { shared: ['/registration-certificates/{id}'] },
    role: 'admin',
    audit: { action: 'registration.removed' },
    summary: 'Delete a stored registration certificate; one of a file stays',
    response: emptySchema,
  }),
  management({
    operation: 'verifier.registrar',
    task: 'keys',
    service: 'verifier',
    method: 'GET',
    paths: { shared: ['/registrar'] },
    role: 'viewer',
    audit: { action: 'registrar.read' },
    summary: "Registrar: the server's registrations and renewals, and why the last attempt failed",
    response: registrarStateSchema,
  }),
  management({
    operation: 'issuer.eu-parts',
    task: 'keys',
    service: 'issuer',
    method: 'GET',
    paths: { shared: ['/eu-parts'] },
    role: 'viewer',
    audit: { action: 'eu-parts.read' },
    summary: 'Profile `eu`: each part that wallets of the European Union require, and what to do if it is missing',
    response: euPartsSchema,
  }),
];
