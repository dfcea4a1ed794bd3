/** The API's responses, typed by its description. */
import type { components } from '@countersign/client/http-api';

type Schemas = components['schemas'];

/** A named schema of the description, for reading. */
export type Answer<Name extends keyof Schemas> = Unchanged<Schemas[Name]>;

type Unchanged<T> = T extends object ? { readonly [Member in keyof T]: Unchanged<T[Member]> } : T;
