/** `GET /schemas/{file}`: the JSON Schemas of configuration files, for editors. */

import { fileSchemas } from '@countersign/shared/configuration-documents/file-schemas';
import type { Operation } from '@countersign/shared/http/message';
import { notFound } from '../request/parameters.ts';
import { SCHEMA_CONTENT_TYPE } from '../schemas/content-types.ts';
import { constantDocument } from './constant-document.ts';

export function fileSchema(): Operation {
  const documents = new Map(
    Object.entries(fileSchemas).map(([name, schema]) => [
      name,
      constantDocument(() => ({ text: `${JSON.stringify(schema, null, 2)}\n`, contentType: SCHEMA_CONTENT_TYPE })),
    ]),
  );
  return async (request) => {
    const document = documents.get(request.params.file ?? '');
    if (document === undefined) throw notFound();
    return document(request);
  };
}
