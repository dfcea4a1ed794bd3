/** What each part of the form works on. */
import { pointerTo } from '../../../parts/json-pointer.ts';
import { type Schema, schemasAt } from '../json-schema.ts';
import type { Document, Place } from './document.ts';

export interface FormScope {
  readonly document: Document;
  /** The description of the document, as the server publishes it. */
  readonly schema: Schema;
  /** @param pointer what is changed: from now on its errors are shown */
  readonly edit: (change: (document: Document) => Document, pointer: string) => void;
  /** The error at a place or in it. @param except places in it that show their errors themselves */
  readonly errorAt: (pointer: string, except?: readonly string[]) => string | undefined;
}

export function pointerOf(place: Place): string {
  return place.reduce<string>((pointer, step) => pointerTo(pointer, step), '');
}

/** The description of a member. */
export function describedAt({ schema }: FormScope, place: Place): Schema {
  return schemasAt(schema, place)[0] ?? {};
}
