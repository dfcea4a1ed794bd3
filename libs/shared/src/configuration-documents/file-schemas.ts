/** JSON Schemas (draft 2020-12) of the files in the configuration folder, by their published names. */
import type { JsonObject } from '../kernel/json.ts';
import { acmeFile } from './acme-file.ts';
import { attributeProvidersFile } from './attribute-providers.ts';
import { authorizationServerFile } from './authorization-server.ts';
import { bundleFile } from './bundle.ts';
import { clientsFile } from './clients-file.ts';
import { issuanceFile } from './credential-configuration.ts';
import { displayFile } from './display.ts';
import { loginFile } from './login-client.ts';
import { presentationFile } from './presentation-configuration.ts';
import { registrarFile } from './registrar-file.ts';
import { signInFile } from './sign-in.ts';
import { tenantFile } from './tenant-file.ts';
import { trustFile } from './trust-limits.ts';
import { walletsFile } from './wallets.ts';

export const fileSchemas: Readonly<Record<string, JsonObject>> = {
  'issuance.json': issuanceFile,
  'presentation.json': presentationFile,
  'display.json': displayFile,
  'clients.json': clientsFile,
  'wallets.json': walletsFile,
  'tenant.json': tenantFile,
  'sign-in.json': signInFile,
  'login.json': loginFile,
  'authorization-server.json': authorizationServerFile,
  'acme.json': acmeFile,
  'registrar.json': registrarFile,
  'attribute-providers.json': attributeProvidersFile,
  'trust.json': trustFile,
  'bundle.json': bundleFile,
};
