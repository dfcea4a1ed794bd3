/** German reasons and hints by the id of the reason. The server's API is in English. */
import { attemptLines, endLines } from './de-deliveries.ts';
import { europeLines } from './de-europe.ts';
import { issuanceReasons } from './de-issuance.ts';
import { presentationReasons } from './de-presentation.ts';
import { requestReasons } from './de-requests.ts';
import { stopLines, warningLines } from './de-warnings.ts';

export interface ReasonText {
  readonly explanation: string;
  readonly hint: string;
}

export const germanReasons = byName([...requestReasons, ...issuanceReasons, ...presentationReasons]);

/** Why a check of a trust list or a renewal failed. */
export const germanChecks = byName(europeLines);

/** By the code of the warning. */
export const germanWarnings = byName(warningLines);

/** By the error code of an attempt; `status_refused` is `status` with 401 or 403. */
export const germanAttempts = byName(attemptLines);

/** By the reason of a failed delivery. */
export const germanEnds = byName(endLines);

/** By the explanation of a dry run's stop. */
export const germanStops = byName(stopLines);

function byName(lines: readonly string[]): ReadonlyMap<string, ReasonText> {
  return new Map(
    lines.map((line) => {
      const [id = '', explanation = '', hint = ''] = line.split('|');
      return [id, { explanation, hint }];
    }),
  );
}
