/** Generates types from the API descriptions. `npm run docs` writes them to src/http-api.ts and src/event-data.ts. */
import openapiTypes, { astToString, stringToAST } from 'openapi-typescript';

const NOTE = '// Made by `npm run docs`; do not edit.\n';

/** Members whose content a standard defines, with their types in src/standards.ts. */
const STANDARD = { config: 'CredentialConfiguration', dcql_query: 'DcqlQuery' };

/** @param document the OpenAPI description @returns TypeScript */
export async function httpApiTypes(document) {
  const tree = await openapiTypes(document, {
    // Requests may omit a member that has a default.
    defaultNonNullable: false,
    inject: `import type { ${Object.values(STANDARD).join(', ')} } from './standards.ts';\n`,
    transform: (schema, { path }) => {
      const name = STANDARD[/Config\/(?:properties\/)?(config|dcql_query)$/.exec(path ?? '')?.[1]];
      return name === undefined || schema.type !== 'object' ? undefined : referenceTo(name);
    },
  });
  return NOTE + astToString(tree);
}

function referenceTo(name) {
  return stringToAST(`type X = ${name};`)[0].type;
}

/** @param document the AsyncAPI description @returns TypeScript: every event type's `data` */
export function eventDataTypes({ channels, components }) {
  const members = Object.keys(channels.events.messages).map((type) => {
    const { summary, payload } = components.messages[type];
    const { properties, required } = payload.properties.data;
    const lines = Object.entries(properties).map(([name, { type: kind, description }]) => {
      const about = description === undefined ? '' : `    /** ${description} */\n`;
      const text = kind === 'array' ? 'readonly string[]' : kind;
      return `${about}    readonly ${name}${required.includes(name) ? '' : '?'}: ${text};\n`;
    });
    return `  /** ${summary} */\n  readonly '${type}': {\n${lines.join('')}  };\n`;
  });
  return `${NOTE}/** Members of \`data\` by event type. */\nexport interface EventData {\n${members.join('')}}\n`;
}
