/** Runs the command line: a whole issuance, a presentation, or one step. */
import { type FaultName, faults } from '../faults/faults.ts';
import { accept } from '../issuance/accept.ts';
import { present } from '../issuance/authorize.ts';
import { credentialClaims } from '../mdoc/credential-content.ts';
import { answerPage } from '../presentation/answer-page.ts';
import type { Narrator } from '../sending/narrator.ts';
import { Transport } from '../sending/transport.ts';
import { forFault, unmet } from './for-fault.ts';
import { createJournal } from './journal.ts';
import { readPageRequests } from './page-file.ts';
import { type Report, type RunRecord, reportOf } from './report.ts';
import { runStep } from './steps.ts';
import { openWalletFile } from './wallet-file.ts';
import { openOffer, type RunOptions, type Workplace, walletFor } from './workplace.ts';

export interface Surroundings {
  /** Prints one line. */
  readonly say: (line: string) => void;
  readonly fetch: typeof fetch;
  /** Waits this number of seconds; default real time. */
  readonly pause?: (seconds: number) => Promise<void>;
}

/** Never throws: the report has the error that ended the run. */
export async function run(typed: RunOptions, { say, fetch, pause }: Surroundings): Promise<Report> {
  const asked = forFault(typed);
  const found: RunRecord = { calls: [], credentials: [], shown: [], answers: [], redirects: [] };
  const print = asked.json ? () => undefined : say;
  const journal = createJournal(print);
  const narrator: Narrator = {
    ...journal,
    shows: (chosen) => {
      found.shown.push(...chosen);
      journal.shows(chosen);
    },
  };
  const transport = new Transport({
    fetch,
    fault: asked.fault === undefined ? undefined : faults[asked.fault as FaultName],
    record: (call) => {
      found.calls.push(call);
      journal.record(call);
    },
    wait: pause,
  });
  const command = asked.kind === 'step' ? asked.step : asked.kind;
  const place = { asked, narrator, transport, found, say: print, pause };
  try {
    await perform({ ...place, file: openWalletFile(asked.store) });
    const report = reportOf({ ...asked, command }, found, undefined);
    const why = unmet(asked);
    return why === undefined ? report : { ...report, why };
  } catch (error) {
    return reportOf({ ...asked, command }, found, error);
  }
}

async function perform(place: Workplace): Promise<void> {
  const { asked } = place;
  switch (asked.kind) {
    case 'accept':
      return take(place, asked.link.href);
    case 'present':
      return presentTo(place, asked.link.href);
    case 'page':
      return page(place, asked);
    case 'decline':
      return decline(place, asked.link.href);
    case 'step':
      return runStep(place, asked);
  }
}

/** A phone would open the address that it is redirected to. This wallet has no browser and prints it. */
async function presentTo(place: Workplace, link: string): Promise<void> {
  const { found, narrator, say } = place;
  const { answer } = await present(walletFor(place, { issuer: link }), link, narrator);
  const redirect = answer.json?.redirect_uri;
  if (typeof redirect !== 'string') return;
  found.redirects.push(redirect);
  say('Open in the browser:');
  say(redirect);
}

async function take(place: Workplace, link: string): Promise<void> {
  const { asked, file, found, narrator, say, pause } = place;
  const offer = await openOffer(place, link);
  const wallet = walletFor(place, { issuer: offer.credential_issuer });
  const { txCode, way, batch, renew, notification } = asked;
  await accept(wallet, offer, {
    txCode,
    way,
    batch,
    renew,
    notification,
    narrator,
    pause,
    keep: (taken) => {
      file.keep(wallet.issuer, taken);
      found.credentials.push(taken);
    },
    finished: (taken) => {
      for (const { configuration, credential } of taken) {
        say(`${configuration}: ${JSON.stringify(credentialClaims(credential), null, 2)}`);
      }
    },
  });
}

/** Responds to a page's requests. The response is the last line, and in the report. */
function page(place: Workplace, { requests, origin }: Extract<RunOptions, { kind: 'page' }>): void {
  const { found, narrator, say } = place;
  const { holder } = walletFor(place, { issuer: origin });
  const { answer } = answerPage(holder, readPageRequests(requests), origin, narrator);
  found.answers.push(answer);
  say(JSON.stringify(answer));
}

/** Responds like a user who declines; needs no credential. */
async function decline(place: Workplace, link: string): Promise<void> {
  const { narrator } = place;
  const { holder } = walletFor(place, { issuer: link });
  narrator.step('Presentation request');
  const request = await holder.open(link);
  narrator.asked(request);
  narrator.step('Refusal');
  await holder.respond(request, { error: 'access_denied' });
  narrator.note('declined');
}
