/** The members of an object, checked by their description: what it refuses has the text of the description. */
import { compileSchema, type Validate } from '../http/validate.ts';
import type { FieldError } from '../kernel/errors.ts';
import { type JsonObject, own } from '../kernel/json.ts';
import { escapePointer } from '../kernel/json-pointer.ts';
import { forService } from './readers.ts';

/** Descriptions of members; one with `finding` says what to report for a value that it refuses. */
type Described = Readonly<Record<string, JsonObject>>;

/**
 * Compiles the members that have a finding, at the first use.
 * @param required members that are reported if they are missing
 * @returns a function that lists one finding per member, in the order of the description
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
