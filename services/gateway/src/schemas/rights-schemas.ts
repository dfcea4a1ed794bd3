/** Forms of the rights page, for the API description. */
import { documented, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

/** A parameter that is sent twice is refused. */
const form = { additionalProperties: text } as const;

export const rightsStartFormSchema: JsonObject = documented(
  open(
    'RightsStartForm',
    [],
    { callback_url: { ...text, description: 'Where the wallet wants its user back' } },
    { example: { callback_url: 'https://wallet.example/done' } },
  ),
  form,
);

export const rightsEraseFormSchema: JsonObject = documented(
  open(
    'RightsEraseForm',
    [],
    {
      token: { ...text, description: 'From the page: without it, nothing is erased' },
      revoke: { type: 'string', enum: ['yes'], description: 'Issued credentials are revoked too' },
    },
    { example: { token: 'SplxlOBeZQQYbYS6WxSbIAnV1bVcHTxTz8DfWyYpJDc', revoke: 'yes' } },
  ),
  form,
);
