import { lifetime } from '@countersign/shared/configuration-documents/credential-configuration';
import type { Json } from '@countersign/shared/kernel/json';

const { minimum, maximum } = lifetime;

export const LIFETIME_RULE = `A lifetime must be a whole number of seconds from ${minimum} to ${maximum}`;

/** Whether a value can be the seconds from the issue of a credential to its `exp`. */
export function isLifetime(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}
