/** Single steps of the protocol: each continues a run from a file, and saves what the next step needs. */
import { takenOf } from '../issuance/accept.ts';
import { throughPage } from '../issuance/authorize.ts';
import { checkTaken } from '../issuance/check-taken.ts';
import { PRE_AUTHORIZED } from '../issuance/offer.ts';
import type { Issued, ProfileWallet } from '../issuance/profile-wallet.ts';
import { newWalletKey } from '../jwt/keys.ts';
import { Refused, required } from '../sending/failures.ts';
import type { CommandLine } from './command-line.ts';
import { kept, keyOf, pemOf, type RunState, readRun, resume, writeRun } from './run-file.ts';
import { WalletFailure } from './wallet-failure.ts';
import { openOffer, type Workplace, walletFor } from './workplace.ts';

type StepLine = Extract<CommandLine, { kind: 'step' }>;

interface StepPlace extends Workplace {
  readonly line: StepLine;
  readonly state: RunState;
}

/** What a step adds to the state. */
type Stepped = Promise<RunState>;

/**
 * Performs the step, and saves its result. If it is refused the file stays unchanged, so that the step can be repeated.
 */
export async function runStep(place: Workplace, line: StepLine): Promise<void> {
  // An offer starts a run.
  const state = line.step === 'offer' ? {} : readRun(line.run);
  const perform = steps[line.step];
  if (perform === undefined) throw new WalletFailure(`There is no step ${line.step}`, 'see --help');
  writeRun(line.run, { ...state, ...(await perform({ ...place, line, state })) });
}

function walletOf(place: StepPlace): ProfileWallet {
  const { state } = place;
  const { offer, instanceKey, dpopKey } = state;
  if (offer === undefined) throw begin();
  const keys = {
    ...(instanceKey === undefined ? {} : { instanceKey: keyOf(instanceKey) }),
    ...(dpopKey === undefined ? {} : { dpopKey: keyOf(dpopKey) }),
  };
  return resume(walletFor(place, { issuer: offer.credential_issuer, ...keys }), state);
}

function begin(): WalletFailure {
  return new WalletFailure('The run has no offer', "start with the step offer '<link>'");
}

/** What an earlier step left. @throws WalletFailure */
function from<T>(value: T | undefined, what: string, step: string): T {
  if (value === undefined) throw new WalletFailure(`The run has no ${what}`, `run the step ${step} first`);
  return value;
}

const steps: Readonly<Record<string, (place: StepPlace) => Stepped>> = {
  offer: async (place) => ({ offer: await openOffer(place, from(place.line.link, 'link', 'offer').href) }),

  metadata: async (place) => {
    place.narrator.step('Metadata');
    const { issuer, signed } = await walletOf(place).metadata();
    place.narrator.note(
      `${signed ? 'signed' : 'not signed'}; ${Object.keys(issuer.credential_configurations_supported).join(', ')}`,
    );
    return {};
  },

  par: async (place) => {
    place.narrator.step('Pushed authorization request');
    const wallet = walletOf(place);
    const { json } = wallet.accepted('par', await wallet.par(await parametersOf(place, wallet)));
    return { ...kept(wallet), requestUri: json.request_uri };
  },

  authorize: async (place) => {
    place.narrator.step('Authorization');
    const wallet = walletOf(place);
    const { requestUri } = place.state;
    const query = requestUri === undefined ? await parametersOf(place, wallet) : { request_uri: requestUri };
    const code = await wallet.authorizeWith(query, (page) => throughPage(wallet, page, place.narrator));
    return { ...kept(wallet), code, presented: false };
  },

  challenge,
  token: async (place) => {
    place.narrator.step('Token');
    const wallet = walletOf(place);
    const { offer, code, presented } = place.state;
    const parameters =
      offer?.grants[PRE_AUTHORIZED] === undefined
        ? wallet.codeParameters(from(code, 'code', 'authorize or challenge'), presented)
        : wallet.preAuthorizedParameters(offer, place.asked.txCode);
    wallet.keep(await wallet.tokenRequest(parameters));
    return kept(wallet);
  },

  refresh: async (place) => {
    place.narrator.step('Refresh');
    const wallet = walletOf(place);
    await wallet.refresh();
    return kept(wallet);
  },

  nonce: async (place) => {
    place.narrator.step('Nonce');
    return { nonce: await walletOf(place).nonce() };
  },

  credential,
  deferred: async (place) => {
    place.narrator.step('Deferred credential');
    const wallet = walletOf(place);
    const { issued, keys = [] } = place.state;
    const json = from(issued, 'deferred credential', 'credential');
    const answer = { status: 202, headers: new Headers(), text: '', json };
    const next = await wallet.askAgain({ answer, keys: keys.map(keyOf), encrypted: false });
    return keepIssued(place, wallet, next);
  },

  notify: async (place) => {
    place.narrator.step('Notification');
    const wallet = walletOf(place);
    const id = from(place.state.issued?.notification_id, 'notification_id', 'credential');
    const { notification = 'credential_accepted' } = place.asked;
    wallet.accepted('notification', await wallet.notify(id, notification));
    return kept(wallet);
  },

  'request-object': async (place) => {
    place.narrator.step('Presentation request');
    const link = place.line.link?.href ?? from(place.state.presentation, 'presentation', 'challenge');
    const request = await walletFor(place, { issuer: link }).holder.open(link);
    place.narrator.asked(request);
    return { request };
  },

  respond: async (place) => {
    const request = from(place.state.request, 'request', "request-object '<link>'");
    const { holder } = walletFor(place, { issuer: request.response_uri });
    const chosen = holder.choose(request);
    place.narrator.shows(chosen);
    place.narrator.step('Presentation');
    const { json } = await holder.respond(request, { vp_token: holder.vpToken(request, chosen) });
    return { presentationSession: json?.presentation_during_issuance_session };
  },

  decline: async (place) => {
    const request = from(place.state.request, 'request', "request-object '<link>'");
    place.narrator.step('Refusal');
    await walletFor(place, { issuer: request.response_uri }).holder.respond(request, { error: 'access_denied' });
    return {};
  },
};

async function parametersOf({ state }: StepPlace, wallet: ProfileWallet) {
  return wallet.authorizationParameters(state.offer, state.offer?.credential_configuration_ids ?? []);
}

/** The first request, or, after a presentation, the second. */
async function challenge(place: StepPlace): Stepped {
  const { narrator, state } = place;
  narrator.step('Authorization challenge');
  const wallet = walletOf(place);
  const { server } = await wallet.metadata();
  const endpoint = required(server.authorization_challenge_endpoint, 'authorization challenge endpoint');
  const { authSession: auth_session, presentationSession } = state;
  const { response_type: _, ...first } = await parametersOf(place, wallet);
  const again = {
    client_id: wallet.clientParameter(),
    auth_session,
    presentation_during_issuance_session: presentationSession,
  };
  const isSecond = auth_session !== undefined && presentationSession !== undefined;
  const answer = wallet.known('challenge', await wallet.sender.form('challenge', endpoint, isSecond ? again : first));
  const { error, authorization_code: code, presentation, request_uri } = answer.json ?? {};
  if (typeof code === 'string') return { ...kept(wallet), code, presented: true };
  if (error === 'redirect_to_web') return { ...kept(wallet), requestUri: request_uri };
  if (error !== 'insufficient_authorization') throw new Refused('challenge', answer);
  narrator.note('a presentation is needed first: request-object, respond, and challenge again');
  return { ...kept(wallet), authSession: answer.json.auth_session, presentation };
}

async function credential(place: StepPlace): Stepped {
  const { line, narrator, state, asked } = place;
  const wallet = walletOf(place);
  const configuration = line.configuration ?? state.offer?.credential_configuration_ids[0] ?? '';
  narrator.step(`Credential ${configuration}`);
  const keys = Array.from({ length: asked.batch ?? (await wallet.proofCount()) }, newWalletKey);
  const { nonce } = state;
  const proofs = await wallet.proofs(configuration, keys, nonce);
  const issued = await wallet.credential({ configuration, keys, proofs });
  const added = await keepIssued({ ...place, line: { ...line, configuration } }, wallet, issued);
  return { ...added, configuration, nonce: undefined };
}

/** Credentials go to the file of the wallet. @throws Refused @throws WalletRefuses */
async function keepIssued(
  { file, found, state, line, narrator }: StepPlace,
  wallet: ProfileWallet,
  issued: Issued,
): Stepped {
  const { answer, keys } = issued;
  if (answer.status >= 300) throw new Refused(line.step === 'deferred' ? 'deferred' : 'credential', answer);
  if (answer.json?.credentials !== undefined) {
    const taken = takenOf(issued, line.configuration ?? state.configuration ?? '');
    await checkTaken(wallet, taken);
    for (const one of taken) {
      file.keep(wallet.issuer, one);
      found.credentials.push(one);
    }
    narrator.note(taken.length === 1 ? 'kept' : `${taken.length} kept`);
  } else narrator.note('deferred');
  return { ...kept(wallet), issued: answer.json, keys: keys.map(pemOf) };
}
