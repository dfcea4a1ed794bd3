/** Types of the management interface, made from its OpenAPI description: `npm run docs` writes them to src/http-api.ts. */
import openapiTypes, { astToString } from 'openapi-typescript';

/** @param document the description @returns TypeScript */
export async function httpApiTypes(document) {
  return `// Made by \`npm run docs\`; do not edit.\n${astToString(await openapiTypes(document))}`;
}
