/** JSON Schemas of responses about attestation schemes (TS11). */
import { choice, freeObject, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const findings = (title: string, description: string) =>
  ({
    type: 'array',
    description,
    items: open(title, ['pointer', 'detail'], { pointer: { ...text, description: 'JSON pointer' }, detail: text }),
  }) as const;

export const plannedSchemeSchema: JsonObject = open(
  'PlannedScheme',
  ['action', 'configuration', 'unmapped', 'mistakes'],
  {
    action: choice('SchemeAction', ['create', 'update', 'unchanged'], 'What the import would do to the configuration'),
    configuration: { ...freeObject, description: 'The credential configuration' },
    unmapped: findings('UnmappedMember', 'Members of the scheme that a configuration cannot express'),
    mistakes: findings('SchemeMistake', 'Errors in the configuration; with one, nothing is written'),
  },
);

export const exportedSchemeSchema: JsonObject = open('ExportedScheme', ['scheme', 'missing'], {
  scheme: { ...freeObject, description: '`SchemaMeta` of TS11' },
  missing: findings('MissingMember', 'Members that the catalogue requires and the configuration does not have'),
});
