/** The static type of a value that is valid by a JSON Schema, read from the schema's own literal: one description of a message. */
import type { Json, JsonObject } from '../kernel/json.ts';

interface TypeByName {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
  readonly object: JsonObject;
  readonly array: readonly Json[];
}

/** What a keyword leaves open is `Json`. Numbers, lengths and patterns are for the validator only. */
export type Static<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly properties: infer Properties }
      ? Members<Properties, Required<S>>
      : S extends { readonly additionalProperties: infer Value extends JsonObject }
        ? { readonly [name: string]: Static<Value> }
        : S extends { readonly items: infer Item }
          ? readonly Static<Item>[]
          : S extends { readonly anyOf: readonly (infer Branch)[] }
            ? Static<Branch>
            : S extends { readonly type: infer Name extends keyof TypeByName }
              ? TypeByName[Name]
              : Json;

type Required<S> = S extends { readonly required?: infer Names }
  ? Names extends readonly (infer Name)[]
    ? Name
    : never
  : never;

type Members<Properties, Names> = Whole<
  {
    readonly [Name in keyof Properties as Name extends Names ? Name : never]: Static<Properties[Name]>;
  } & {
    readonly [Name in keyof Properties as Name extends Names ? never : Name]?: Static<Properties[Name]>;
  }
>;

/** One object type, which the compiler shows with its members. */
type Whole<T> = { readonly [Name in keyof T]: T[Name] };
