/** Members of trust/issuers/<name>.json, as JSON Schema. */
import { text } from '@countersign/shared/flow-config/schema-parts';

export const trustLimits = {
  vct: {
    type: 'array',
    items: text,
    description: 'Types of SD-JWT VCs; without the file any, without the member none',
  },
  doctype: { type: 'array', items: text, description: 'Document types of mdocs, alike' },
  names: {
    oneOf: [
      { type: 'string', enum: ['certificate', 'any'] },
      { type: 'array', items: { ...text, minLength: 1 }, minItems: 1 },
    ],
    description:
      'What `iss` of their SD-JWT VCs may be: a name of the certificate that signed (certificate), anything (any; the backend is told `issuerBound: false`), or one of a list; default: `issuerName` of the presentation configuration, else certificate',
  },
  pinned: {
    type: 'boolean',
    description:
      'true: the certificates are those of signers of mdocs of these document types, trusted as they are; neither CA nor extensions are checked',
  },
} as const;
