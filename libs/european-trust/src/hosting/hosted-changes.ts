/** Changes of a hosted list: each returns the new content, or what is wrong with it. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { HostedEntityBody, HostedListBody, WholeHostedList } from '@countersign/shared/messages/hosted-list';
import type { HostedChange } from '@countersign/shared/model/tenant/hosted-lists';
import type { HostedContent } from './hosted-content.ts';
import { writtenEntity } from './hosted-entity.ts';
import { writtenScheme } from './hosted-scheme.ts';

export interface Changed {
  readonly content: HostedContent;
  readonly change: HostedChange;
}

export type ChangeResult =
  | Changed
  | { readonly findings: readonly FieldError[] }
  /** `missing`: there is no such entity; `full`: there is no room for more. */
  | { readonly refused: 'missing' | 'full' };

/** A change of the current content; undefined: there is no list yet. @param now milliseconds */
export type ChangeOfList = (before: HostedContent | undefined, now: number) => ChangeResult;

/** Maximum number of entities in a list. */
export const MAX_ENTITIES = 500;

/** Creates a list, or replaces its scheme. Reopens a closed list, without its entities. */
export function changeScheme(body: HostedListBody): ChangeOfList {
  return (before, now) => {
    const written = writtenScheme(body, before?.scheme, now);
    if ('findings' in written) return written;
    const entities = before?.closed === true ? [] : (before?.entities ?? []);
    const kind = before === undefined || before.closed === true ? 'created' : 'changed';
    return { content: { scheme: written.value, entities }, change: { kind } };
  };
}

/** Creates a list with its entities, or replaces all of it. An entity that stays keeps the history of its services. */
export function replaceList({ id: _, entities, ...scheme }: WholeHostedList): ChangeOfList {
  return (before, now) => {
    const made = changeScheme({ ...scheme, revision: 0 })(before, now);
    if (!('content' in made)) return made;
    const kept = made.content.entities.filter((one) => entities.some(({ id }) => id === one.id));
    let content: HostedContent = { ...made.content, entities: kept };
    for (const [index, entity] of entities.entries()) {
      const written = writeEntity({ ...entity, revision: 0 })(content, now);
      if ('findings' in written) return { findings: written.findings.map((one) => inside(`/entities/${index}`, one)) };
      if (!('content' in written)) return written;
      content = written.content;
    }
    return { content, change: made.change };
  };
}

function inside(place: string, finding: FieldError): FieldError {
  return { ...finding, pointer: `${place}${finding.pointer}` };
}

/** Adds an entity, or replaces the entity with the same id. */
export function writeEntity(body: HostedEntityBody): ChangeOfList {
  return (before, now) => {
    if (before === undefined || before.closed === true) return { refused: 'missing' };
    const written = writtenEntity(body, before, now);
    if ('findings' in written) return written;
    const { id } = body;
    const place = before.entities.findIndex((one) => one.id === id);
    if (place < 0 && before.entities.length >= MAX_ENTITIES) return { refused: 'full' };
    const entities = place < 0 ? [...before.entities, written.value] : before.entities.with(place, written.value);
    return { content: { ...before, entities }, change: { kind: 'entity-written', entity: id } };
  };
}

export function removeEntity(id: string): ChangeOfList {
  return (before) => {
    const entities = before?.entities.filter((one) => one.id !== id) ?? [];
    if (before === undefined || entities.length === before.entities.length) return { refused: 'missing' };
    return { content: { ...before, entities }, change: { kind: 'entity-removed', entity: id } };
  };
}

/** ETSI TS 119 602, 6.3.15: a closed list has no next update, and readers ignore its content. */
export const closeList: ChangeOfList = (before) => {
  if (before === undefined || before.closed === true) return { refused: 'missing' };
  return { content: { ...before, entities: [], closed: true }, change: { kind: 'closed' } };
};

/** The same content under another number and signature. */
export const signAgain: ChangeOfList = (before) => {
  if (before === undefined) return { refused: 'missing' };
  return { content: before, change: { kind: 'signed' } };
};
