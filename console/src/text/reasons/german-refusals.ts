/** German reasons and hints by the id of the reason. The server's API is in English. */
import { byName } from './by-name.ts';
import { europeLines, listWarningLines } from './de-europe.ts';
import { issuanceReasons } from './de-issuance.ts';
import { presentationReasons } from './de-presentation.ts';
import { requestReasons } from './de-requests.ts';

export const germanReasons = byName([...requestReasons, ...issuanceReasons, ...presentationReasons]);

/** Why a check of a trust list or a renewal failed. */
export const germanChecks = byName(europeLines);

/** By the code of a warning about a trust list. */
export const germanListWarnings = byName(listWarningLines);
