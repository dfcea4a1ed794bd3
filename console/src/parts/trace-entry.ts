/** Entries of a trace as the API sends them. */
import type { Answer } from '../api/answer.ts';

export type TraceEntry = Answer<'TraceEntry'>;
export type TraceGap = Answer<'TraceGap'>;
