/** The description of a bundle: the part of a tenant's configuration that a repository owns. */
import { freeObject, freeObjects, text } from '../http/schema-parts.ts';
import { ID_PATTERN } from '../kernel/identifiers.ts';
import { fileObject, forFile } from './readers.ts';

const several = (description: string) =>
  ({
    ...freeObjects,
    // In a file an item may be the path of another file, which the command puts in.
    file: { type: 'array', items: { anyOf: [freeObject, text] } },
    description,
  }) as const;
const one = (description: string) =>
  ({ ...freeObject, file: { anyOf: [freeObject, text], type: ['object', 'string'] }, description }) as const;

export const bundleMembers = {
  $schema: {
    type: 'string',
    pattern: '(^|/)bundle\\.json$',
    description: 'Address of this schema, for editors. It must end in bundle.json: another form is refused',
  },
  version: { type: 'integer', minimum: 1, maximum: 1, description: 'Version of the form, as in an export' },
  name: {
    type: 'string',
    pattern: ID_PATTERN.source,
    description: 'What owns the objects. A tenant may have several bundles; an object belongs to one',
  },
  generation: {
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'A lower one than the last applied is refused, so that an old pipeline undoes nothing',
  },
  tenant: { ...text, description: 'Ignored: the credential of the call selects the tenant' },
  secrets: { ...text, description: "Ignored: `***` keeps the tenant's stored secret" },
  issuance: several('Credential configurations, each with its id'),
  presentation: several('Presentation configurations, each with its id'),
  signIn: one('Identity provider where users sign in'),
  display: one('Name, logo and colours of the issuer: `entries`'),
  images: several('Images: `file` and its `data` in base64. In a file, `path` instead of `data` reads a file'),
  trust: several('Trust anchors: `purpose`, `id`, `pem` and limits'),
  trustLists: several('Sources of trust lists, as POST /trust/lists accepts them'),
  registrationCertificates: several('Registration certificates: `id`, `jwt` and `cwt`'),
  wallets: one('Registered wallets, as POST /configurations/wallets takes them'),
} as const;

export const bundleNeeds = ['$schema', 'version', 'name', 'generation'] as const;

export const bundleFile = forFile(
  'A bundle of configurations for `npm run operator -- config`',
  fileObject(bundleMembers, { required: bundleNeeds }),
);
