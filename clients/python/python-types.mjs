/** Generates the Python client's types from the API description. `npm run docs` writes them to types.py. */
import { firstSentence, managementSchemas, referenceName } from '../management-types.mjs';

const HEAD = `# Made by \`npm run docs\`; do not edit.
"""Bodies of requests and responses. Servers with a later version may send more members, and more values of a \`Literal\`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union
`;

/** Names that a class can't have: Python reserves some, and others aren't identifiers, such as `$schema`. */
const NO_NAME = /^(from|class|import|in|is|global|pass|with|.*[^\w].*)$/;

const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

/** @param document the OpenAPI description @returns Python */
export function pythonTypes(document) {
  const schemas = managementSchemas(document);
  // A class has no other members than its own.
  const isClass = ([, schema]) => schema.properties !== undefined && schema.additionalProperties !== true;
  const classes = schemas.filter(isClass).map(([name, schema]) => classOf(name, schema));
  const aliases = schemas.filter((each) => !isClass(each)).map(([name, schema]) => `${name} = ${typeOf(schema, true)}`);
  return `${[HEAD, ...classes].join('\n\n')}\n\n${aliases.join('\n')}\n`;
}

function classOf(name, { properties, required = [], ...schema }) {
  if (Object.keys(properties).some((member) => NO_NAME.test(member))) return callOf(name, { properties, required });
  const members = Object.entries(properties).map(([member, each]) => {
    const about = firstSentence(each);
    const type = typeOf(each);
    const line = `    ${member}: ${required.includes(member) ? type : `NotRequired[${type}]`}\n`;
    return about === '' ? line : `    # ${about}\n${line}`;
  });
  const about = firstSentence(schema);
  const heading = about === '' ? '' : `    """${about}"""\n\n`;
  const body = members.length === 0 ? '    pass\n' : members.join('');
  return `class ${name}(TypedDict):\n${heading}${body}`;
}

/** A class whose members are strings. */
function callOf(name, { properties, required }) {
  const members = Object.entries(properties).map(([member, each]) => {
    const type = required.includes(member) ? typeOf(each) : `NotRequired[${typeOf(each)}]`;
    return `    ${JSON.stringify(member)}: ${JSON.stringify(type)},\n`;
  });
  return `${name} = TypedDict(${JSON.stringify(name)}, {\n${members.join('')}})\n`;
}

/** @param evaluated whether Python evaluates it when it loads the file: names of classes below are then strings */
function typeOf(schema, evaluated = false) {
  const name = referenceName(schema);
  if (name !== undefined) return evaluated ? `"${name}"` : name;
  const { type, enum: values, oneOf, items, additionalProperties } = schema;
  if (oneOf !== undefined) {
    const parts = [...new Set(oneOf.map((each) => typeOf(each, evaluated)))];
    return `Union[${parts.join(', ')}]`;
  }
  if (values !== undefined) return `Literal[${values.map(literal).join(', ')}]`;
  if (type === 'array') return `list[${typeOf(items, evaluated)}]`;
  if (type === 'object') {
    const inner = typeof additionalProperties === 'object' ? typeOf(additionalProperties, evaluated) : 'Any';
    return `dict[str, ${inner}]`;
  }
  return SIMPLE[type] ?? 'Any';
}

function literal(value) {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
