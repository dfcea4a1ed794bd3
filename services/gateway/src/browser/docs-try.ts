/**
 * Calls to try on the page `/docs/api.html`. A call is sent with the console's session, as the console does it, or with
 * a pasted credential, which stays in its field and is never stored.
 */
import { byId, exampleOf, make } from './docs-elements.ts';

type Variant = 'a' | 'b';

interface Tools {
  readonly base: string;
  readonly credential: HTMLSelectElement;
  readonly secret: HTMLInputElement;
  /** The caller, as readable text. */
  said: string;
  /** The caller's, as far as it is known. */
  variant: Variant;
  asked: boolean;
  /** Called when the caller's variant may have changed. */
  readonly changed: (() => void)[];
}

/** Each form is created when its call is opened. A page without a server has no field for a credential. */
export function offerCalls(): void {
  if (document.getElementById('credential') === null) return;
  const state: Tools = {
    base: document.querySelector('main')?.dataset.base ?? '',
    credential: byId('credential', HTMLSelectElement),
    secret: byId('secret', HTMLInputElement),
    said: '',
    variant: 'a',
    asked: false,
    changed: [],
  };
  offerCredentials(state);
  for (const call of document.querySelectorAll<HTMLDetailsElement>('details.call[data-auth]')) {
    call.addEventListener('toggle', () => offerCall(state, call), { once: true });
  }
}

function offerCredentials(state: Tools): void {
  const { credential, secret } = state;
  const pasted = byId('pasted', HTMLElement);
  const show = (): void => {
    const { value } = credential;
    pasted.hidden = value === 'session';
    secret.value = '';
    state.asked = false;
    say(state, value === 'a' ? 'Sent with the pasted API key.' : value === 'b' ? 'Sent with the pasted token.' : '');
    if (value === 'a' || value === 'b') state.variant = value;
    for (const changed of state.changed) changed();
    if (state.changed.length > 0) void askCaller(state);
  };
  credential.addEventListener('change', show);
  // A page that the browser keeps, or shows again, has no credential.
  addEventListener('pagehide', () => {
    secret.value = '';
  });
  show();
}

/** Shows who calls, at the credential and in each form. */
function say(state: Tools, said: string): void {
  state.said = said;
  for (const place of document.querySelectorAll('.caller')) place.textContent = said;
}

/** Asks once who is signed in at the console. */
async function askCaller(state: Tools): Promise<void> {
  if (state.credential.value !== 'session' || state.asked) return;
  state.asked = true;
  const answer = await send(state, 'management', 'GET', '/console/session').catch(() => undefined);
  if (state.credential.value !== 'session') return;
  if (answer === undefined || !answer.ok) {
    say(state, 'You are not signed in at the console. Sign in there, or paste a key or token.');
    return;
  }
  const { name, tenant, role, variant } = (await answer.json()) as Record<string, string>;
  say(state, `Sent as ${name}: tenant ${tenant}, role ${role}.`);
  state.variant = variant === 'b' ? 'b' : 'a';
  for (const changed of state.changed) changed();
}

/** The console's cookie is accepted only with its header, and never together with another credential. */
function send(state: Tools, auth: string, method: string, path: string, body?: string): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const { value } = state.credential;
  const isSession = auth === 'management' && value === 'session';
  if (isSession) headers['x-countersign-console'] = '1';
  else if (auth === 'management' && value === 'a') headers['x-api-key'] = state.secret.value.trim();
  else if (auth === 'management') headers.authorization = `Bearer ${state.secret.value.trim()}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return fetch(state.base + path, {
    method,
    headers,
    cache: 'no-store',
    credentials: isSession ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body }),
  });
}

function offerCall(state: Tools, call: HTMLDetailsElement): void {
  const commands = [...call.querySelectorAll<HTMLElement>('.command')];
  const { auth, method } = call.dataset;
  if (auth === undefined || method === undefined) return;
  const query = [...call.querySelectorAll<HTMLElement>('[data-query]')].map(({ dataset }) => dataset.query ?? '');
  const hasBody = commands.some((command) => command.querySelector('.body') !== null);
  const form = makeForm(call.id, query, hasBody);
  const fill = (): void => {
    const command = commands.find(({ dataset }) => dataset.variant === state.variant) ?? commands[0];
    if (command !== undefined) fillForm(form, command);
  };
  state.changed.push(fill);
  fill();
  const button = make('button', { type: 'button', className: 'main', textContent: `Send ${method}` });
  const answer = make('div', {});
  answer.setAttribute('role', 'status');
  const part = make('div', { className: 'try' }, make('h4', { textContent: 'Try it' }));
  part.append(make('p', {}, `${method} `, form.address), form.parameters);
  if (hasBody) part.append(labelled(call.id, 'Body', form.body));
  if (auth === 'management') part.append(callerOf(state));
  part.append(button, answer);
  call.querySelector('.inside')?.append(part);
  button.addEventListener('click', () => {
    if (![...form.fields.values()].every((field) => field.reportValidity())) return;
    void show(state, answer, { auth, method, path: filled(form), body: hasBody ? form.body.value : undefined });
  });
  if (auth === 'management') void askCaller(state);
}

function callerOf({ said }: Tools): HTMLElement {
  const change = make('a', { href: '#tools', textContent: 'Change' });
  return make('p', { className: 'small' }, make('span', { className: 'caller', textContent: said }), ' ', change);
}

/** What a reader fills in for a call. */
interface CallForm {
  /** The call's id. */
  readonly call: string;
  readonly query: readonly string[];
  readonly address: HTMLElement;
  readonly parameters: HTMLElement;
  readonly fields: Map<string, HTMLInputElement>;
  readonly body: HTMLTextAreaElement;
  /** Undefined before the first variant. */
  path: string | undefined;
}

function makeForm(call: string, query: readonly string[], hasBody: boolean): CallForm {
  const body = make('textarea', { spellcheck: false, disabled: !hasBody });
  const empty = { address: make('code', {}), parameters: make('div', {}), fields: new Map(), path: undefined };
  return { call, query, body, ...empty };
}

/** A variant's fields and example. What the user typed into a field of the same name stays. */
function fillForm(form: CallForm, command: HTMLElement): void {
  const { path = '' } = command.dataset;
  if (path === form.path) return;
  form.path = path;
  form.address.textContent = path;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const typed = new Map([...form.fields].map(([name, { value }]) => [name, value]));
  form.fields.clear();
  const fields = [...names, ...form.query].map((name) => {
    const value = typed.get(name) ?? '';
    const required = names.includes(name);
    const input = make('input', { type: 'text', autocomplete: 'off', spellcheck: false, required, value });
    form.fields.set(name, input);
    return labelled(form.call, name, input);
  });
  form.parameters.replaceChildren(...fields);
  form.parameters.hidden = fields.length === 0;
  form.body.value = exampleOf(command);
  form.body.rows = Math.min(24, form.body.value.split('\n').length + 1);
}

function labelled(call: string, name: string, field: HTMLElement): HTMLElement {
  field.id = `${call}-${name}`;
  return make('div', {}, make('label', { htmlFor: field.id, textContent: name }), field);
}

function filled({ path = '', query, fields }: CallForm): string {
  const typed = (name: string): string => fields.get(name)?.value.trim() ?? '';
  const given = query.filter((name) => typed(name) !== '').map((name): [string, string] => [name, typed(name)]);
  const text = new URLSearchParams(given).toString();
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typed(name)));
  return place + (text === '' ? '' : `?${text}`);
}

interface TriedCall {
  readonly auth: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

/** Sends the call and shows status and body. A refusal links what its reason means. */
async function show(state: Tools, place: HTMLElement, { auth, method, path, body }: TriedCall): Promise<void> {
  place.textContent = 'Sending…';
  const answer = await send(state, auth, method, path, body).catch((error: unknown) => String(error));
  if (typeof answer === 'string') {
    place.textContent = `No answer. ${answer}`;
    return;
  }
  const text = await answer.text();
  const value = parsed(text);
  const status = make('b', { textContent: `${answer.status} ${answer.statusText}`.trim() });
  place.replaceChildren(make('p', {}, status, ` ${method} ${path}`));
  const { reason } = (value ?? {}) as { readonly reason?: unknown };
  if (typeof reason === 'string' && !answer.ok) {
    const href = `${state.base}/docs/reasons/${encodeURIComponent(reason)}`;
    place.append(make('p', {}, 'Reason: ', make('a', { href, textContent: reason })));
  }
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  if (shown !== '') place.append(make('pre', { textContent: shown }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
