/** German reasons and hints by the id of the reason. The server's API is in English. */
import { issuanceReasons } from './de-issuance.ts';
import { presentationReasons } from './de-presentation.ts';
import { requestReasons } from './de-requests.ts';

export interface ReasonText {
  readonly explanation: string;
  readonly hint: string;
}

export const germanReasons: ReadonlyMap<string, ReasonText> = new Map(
  [...requestReasons, ...issuanceReasons, ...presentationReasons].map((line) => {
    const [id = '', explanation = '', hint = ''] = line.split('|');
    return [id, { explanation, hint }];
  }),
);
