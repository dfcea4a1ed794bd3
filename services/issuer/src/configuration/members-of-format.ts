/** Members of a configuration that only one format has. Pure. */
import { mdocMembers } from '@countersign/shared/configuration-documents/mdoc-members';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { object } from './common-configuration.ts';

/** Generated clients send an empty object, or false, for members that the caller left out. */
export function mdocMemberErrors(value: JsonObject): FieldError[] {
  return Object.keys(mdocMembers)
    .filter((name) => value[name] === true || Object.keys(object(value[name])).length > 0)
    .map((name) => ({ pointer: `/${name}`, detail: `Only an mdoc has ${name.replaceAll('_', ' ')}` }));
}

export interface WithoutSdJwt {
  /** Why the format has no disclosure frame. */
  readonly frame: string;
  /** Why it has no type metadata. */
  readonly type: string;
}

/** Members of an SD-JWT VC. An empty frame from a generated client is ignored. */
export function sdJwtMemberErrors(value: JsonObject, { frame, type }: WithoutSdJwt): FieldError[] {
  return [
    ...(Object.keys(object(value.disclosureFrame)).length > 0 ? [{ pointer: '/disclosureFrame', detail: frame }] : []),
    ...(value.vct === undefined ? [] : [{ pointer: '/vct', detail: type }]),
  ];
}
