/** The description of trust/issuers/<name>.json. */
import { text } from '../http/schema-parts.ts';
import { $schema, fileObject, forFile } from './readers.ts';

export const trustLimits = {
  vct: {
    type: 'array',
    items: text,
    description:
      'Types of SD-JWT VCs and W3C credentials. Without the file any type is allowed, without the member none',
  },
  doctype: { type: 'array', items: text, description: 'Document types of mdocs, in the same way' },
  names: {
    // Without a type: a union of string and list becomes a class that does not compile in generated Java clients.
    examples: ['certificate', 'any', ['https://issuer.example']],
    description:
      "What `iss` in their SD-JWT VCs may be: a name in the signing certificate (certificate), anything (any; the backend receives `issuerBound: false`), or one of a list. Default: the presentation configuration's `issuerName`, otherwise certificate",
  },
  pinned: {
    type: 'boolean',
    description:
      'true: the certificates belong to mdoc signers for these document types and are trusted directly. Neither CA nor extensions are checked',
  },
} as const;

export const trustFile = forFile(
  'What the CA certificates of trust/issuers/<name>.pem may issue: trust/issuers/<name>.json',
  fileObject(
    { $schema, ...trustLimits },
    { anyOf: [{ required: ['vct'] }, { required: ['doctype'] }, { required: ['names'] }] },
  ),
);
