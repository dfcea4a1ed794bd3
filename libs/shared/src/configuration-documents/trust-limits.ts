/** The description of trust/issuers/<name>.json. */
import { text } from '../http/schema-parts.ts';
import { $schema, fileObject, forFile } from './readers.ts';

export const trustLimits = {
  vct: {
    type: 'array',
    items: text,
    description: 'Types of SD-JWT VCs; without the file any, without the member none',
  },
  doctype: { type: 'array', items: text, description: 'Document types of mdocs, alike' },
  names: {
    // Without a type: a union of text and list is a class that does not compile in generated Java clients.
    examples: ['certificate', 'any', ['https://issuer.example']],
    description:
      'What `iss` of their SD-JWT VCs may be: a name of the certificate that signed (certificate), anything (any; the backend is told `issuerBound: false`), or one of a list; default: `issuerName` of the presentation configuration, else certificate',
  },
  pinned: {
    type: 'boolean',
    description:
      'true: the certificates are those of signers of mdocs of these document types, trusted as they are; neither CA nor extensions are checked',
  },
} as const;

export const trustFile = forFile(
  'What the CA certificates of trust/issuers/<name>.pem may issue: trust/issuers/<name>.json',
  fileObject(
    { $schema, ...trustLimits },
    { anyOf: [{ required: ['vct'] }, { required: ['doctype'] }, { required: ['names'] }] },
  ),
);
