/** Messages to and from the thread that reads lists. */
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { FetchedList } from '../lists/fetched-list.ts';
import type { ListReason } from '../lists/list-reasons.ts';
import type { OpenedLote } from '../lists/lote-pivots.ts';
import type { ListEntry, ListFinding, TrustList } from '../lists/trust-list.ts';
import type { ListRules, OpenedList } from '../xml-lists/open-list.ts';
import type { XmlListProblem } from '../xml-lists/xml-list-error.ts';

export type ToWorker =
  | ({ readonly kind: 'read'; readonly id: number; readonly bytes: Uint8Array } & Omit<FetchedList, 'bytes'>)
  | { readonly kind: 'open'; readonly id: number; readonly bytes: Uint8Array; readonly rules: ListRules }
  | ({ readonly kind: 'pivot'; readonly id: number; readonly bytes: Uint8Array } & Pick<
      FetchedList,
      'source' | 'settings'
    >)
  | { readonly kind: 'more'; readonly id: number };

export type ToMain =
  | { readonly kind: 'list'; readonly id: number; readonly list: Omit<TrustList, 'entries'> }
  | { readonly kind: 'entries'; readonly id: number; readonly entries: readonly ListEntry[]; readonly isLast: boolean }
  | { readonly kind: 'pivot'; readonly id: number; readonly pivot: OpenedLote }
  | { readonly kind: 'opened'; readonly id: number; readonly opened: OpenedList }
  | {
      readonly kind: 'unopened';
      readonly id: number;
      readonly problem: XmlListProblem;
      readonly detail: string;
    }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly reason: ListReason;
      readonly findings: readonly ListFinding[];
      readonly facts: Facts;
    };
