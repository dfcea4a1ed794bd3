/** What clients did with each thing that is used once, and what they were told: for the linearizability checker. */
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import type { Answer } from '@countersign/wallet/sending/answer';
import { type Call, isLinearizable, type Model, singleUse, type Use } from './linearizability.ts';
import { isNotSent } from './lost-connection.ts';

/** Thing -> the calls about it. */
export type History<Step> = Map<string, Call<Step>[]>;

export function addCall<Step>(history: History<Step>, thing: string, call: Call<Step>): void {
  const calls = history.get(thing);
  if (calls === undefined) history.set(thing, [call]);
  else calls.push(call);
}

/** The things whose responses no order of their calls explains. */
export function unexplained<Step, State>(model: Model<Step, State>, history: History<Step>): readonly string[] {
  return [...history].flatMap(([thing, calls]) =>
    isLinearizable(model, calls) ? [] : [`No order explains ${thing}: ${JSON.stringify(calls)}`],
  );
}

/** Sends a request that uses a thing up, and records what the client was told. @param refusal error code of a used one */
export async function use(
  history: History<Use>,
  thing: string,
  { send, refusal }: { readonly send: () => Promise<Answer>; readonly refusal?: string },
): Promise<Answer> {
  const sent = performance.now();
  try {
    const answer = await send();
    const step = outcomeOf(answer, refusal);
    const answered = step === 'unknown' ? {} : { answered: performance.now() };
    if (step !== undefined) addCall(history, thing, { step, sent, ...answered });
    return answer;
  } catch (error) {
    if (!isNotSent(error)) addCall(history, thing, { step: 'unknown', sent });
    throw error;
  }
}

/** @returns undefined if the thing can't have been used */
function outcomeOf({ status, json }: Answer, refusal: string | undefined): Use | undefined {
  if (status < 300) return 'accepted';
  // A service behind the one that answers may have carried it out.
  if (status >= 500) return 'unknown';
  return refusal !== undefined && json?.error === refusal ? 'refused' : undefined;
}

interface Redemption {
  readonly wallet: Wallet;
  readonly parameters: Record<string, string>;
  /** Whether the server may refuse a code that nobody has redeemed. */
  readonly mayEnd?: boolean;
}

/** Redeems a code, or a pre-authorized one. */
export function redeemCode(history: History<Use>, { wallet, parameters, mayEnd }: Redemption): Promise<Answer> {
  const code = parameters.code ?? parameters['pre-authorized_code'] ?? '';
  const refusal = mayEnd === true ? {} : { refusal: 'invalid_grant' };
  return use(history, `code ${code}`, { send: () => wallet.token(parameters), ...refusal });
}

export function unexplainedUses(history: History<Use>): readonly string[] {
  return unexplained(singleUse, history);
}
