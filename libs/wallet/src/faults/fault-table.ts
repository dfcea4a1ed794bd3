/** The form of a file of faults: by the reason that each causes. */
import type { Fault } from '../sending/fault.ts';
import type { Need } from './needs.ts';

export type FaultTable = Readonly<Record<string, Omit<Fault, 'reason'> & { readonly needs?: readonly Need[] }>>;
