/** Checks the members of an object by their descriptions, and reports the description's message. */
import { compileSchema, type Validate } from '../http/validate.ts';
import type { FieldError } from '../kernel/errors.ts';
import { type JsonObject, own } from '../kernel/json.ts';
import { escapePointer } from '../kernel/json-pointer.ts';
import { forService } from './readers.ts';

/** Descriptions of members. `finding` is the message for a value that the description refuses. */
type Described = Readonly<Record<string, JsonObject>>;

/**
 * Compiles the members with `finding`, at first use.
 * @param required members that are reported if they are missing
 * @returns a function that lists one error per member, in the order of the description
 */
export function compileMembers(members: Described, required: readonly string[] = []) {
  let checks: readonly (readonly [name: string, detail: string, validate: Validate])[] | undefined;
  return (value: JsonObject, pointer: string): readonly FieldError[] => {
    checks ??= Object.entries(members).flatMap(([name, { finding, ...schema }]) =>
      typeof finding === 'string' ? [[name, finding, compileSchema(forService(schema))] as const] : [],
    );
    return checks.flatMap(([name, detail, validate]) => {
      const given = own(value, name);
      const fits = given === undefined ? !required.includes(name) : validate(given).length === 0;
      return fits ? [] : [{ pointer: `${pointer}/${escapePointer(name)}`, detail }];
    });
  };
}
