/** The reasons of this package, as the services that use it know them. */
import { registrationReasons } from './registration/registration-reasons.ts';

export interface EuropeanTrustReasons extends Readonly<typeof registrationReasons> {}

export const europeanTrustReasons: EuropeanTrustReasons = registrationReasons;

declare module '@countersign/shared/kernel/reasons/reasons' {
  interface KnownReasons extends EuropeanTrustReasons {}
}
