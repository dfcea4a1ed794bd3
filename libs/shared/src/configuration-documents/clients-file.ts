/** The description of `clients.json`. */
import { text } from '../http/schema-parts.ts';
import { roles } from '../kernel/role.ts';
import { $schema, fileObject, forFile } from './readers.ts';

const managementClient = fileObject(
  {
    client_id: { ...text, minLength: 1 },
    tenant: { ...text, description: 'Id of the tenant; default the client_id' },
    role: { type: 'string', enum: [...roles], description: 'What the client may do; default admin' },
    secret_scrypt: { ...text, description: 'Hash of the secret, created with `npm run hash-secret`' },
    secret_env: { ...text, description: 'Name of the environment variable with the secret' },
  },
  { required: ['client_id'], not: { required: ['secret_scrypt', 'secret_env'] } },
);

export const clientsFile = forFile(
  'Backends in variant B: clients.json, only in the root folder',
  fileObject({ $schema, clients: { type: 'array', items: managementClient } }, { required: ['clients'] }),
);
