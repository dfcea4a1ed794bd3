/**
 * `<countersign-button src="…">`: requests a presentation through the Digital Credentials API, an app link or a QR
 * code, and follows the request. `src` is the `button` that the page's backend received. Only the backend receives the
 * presented data.
 *
 * Events, which bubble: `verified`, `refused` (`detail.reason` is `declined` or `not_accepted`), `expired`.
 */
import { type Browser, canAsk, createAsk } from './asking.ts';
import { isTouch, modeOf } from './choice.ts';
import { type Run, startRun } from './run.ts';
import { type ButtonTexts, parseTexts, textsOf } from './texts.ts';
import { createView, say, showTexts, type View } from './view.ts';
import { requestAddress, type State } from './wire.ts';

export type { ButtonTexts } from './texts.ts';

const askWallets = createAsk(globalThis as unknown as Browser);

export class CountersignButton extends HTMLElement {
  static readonly observedAttributes = ['src', 'lang', 'texts', 'mode', 'disabled'];

  readonly #view: View;
  #run: Run | undefined;
  #texts: unknown;
  readonly #look = (): void => {
    if (document.visibilityState === 'visible') this.#run?.look();
  };

  constructor() {
    super();
    this.#view = createView(this);
    const { main, ask, unfold } = this.#view;
    main.addEventListener('click', () => this.#run?.begin());
    ask.addEventListener('click', () => this.#run?.askAgain());
    unfold.addEventListener('click', () => this.#run?.unfold());
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(address: string) {
    this.setAttribute('src', address);
  }

  /** The page's words instead of the element's, each under its name. */
  get texts(): Partial<ButtonTexts> {
    return (this.#texts ?? {}) as Partial<ButtonTexts>;
  }

  set texts(texts: Partial<ButtonTexts>) {
    this.#texts = texts;
    showTexts(this.#view, this.#said());
  }

  connectedCallback(): void {
    // Browsers suspend events and timers while the user is in the wallet.
    document.addEventListener('visibilitychange', this.#look);
    addEventListener('pageshow', this.#look);
    addEventListener('online', this.#look);
    showTexts(this.#view, this.#said());
    this.#start();
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.#look);
    removeEventListener('pageshow', this.#look);
    removeEventListener('online', this.#look);
    this.#run?.stop();
    this.#run = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === 'texts') this.#texts = parseTexts(now);
    showTexts(this.#view, this.#said());
    this.#view.main.disabled = this.hasAttribute('disabled') || this.#run === undefined;
    if (this.isConnected && (name === 'src' || name === 'mode')) this.#start();
  }

  #said(): ButtonTexts {
    const language = this.closest<HTMLElement>('[lang]')?.lang ?? '';
    return textsOf(language, this.#texts);
  }

  /** A new address starts again. */
  #start(): void {
    this.#run?.stop();
    const { main, panel, ask, link, unfold, scan, code } = this.#view;
    for (const each of [panel, ask, link, unfold, scan, code]) each.hidden = true;
    main.hidden = false;
    main.setAttribute('aria-expanded', 'false');
    const address = requestAddress(this.getAttribute('src'), document.baseURI);
    this.#run = address === undefined ? undefined : this.#startOf(address);
    main.disabled = this.hasAttribute('disabled') || address === undefined;
    if (address !== undefined || this.src === '') return;
    panel.hidden = false;
    say(this.#view, this.#said().failed);
  }

  #startOf(address: URL): Run {
    const mode = modeOf(this.getAttribute('mode'));
    return startRun({
      browser: {
        fetch: (input, init) => fetch(input, init),
        EventSource: globalThis.EventSource,
        setTimeout: (work, milliseconds) => window.setTimeout(work, milliseconds),
        clearTimeout: (timer) => window.clearTimeout(timer),
        now: () => performance.now(),
      },
      view: this.#view,
      texts: () => this.#said(),
      address,
      mode,
      canAsk: canAsk(globalThis as unknown as Browser),
      touch: isTouch(navigator.maxTouchPoints, matchMedia('(pointer: coarse)').matches),
      askWallets,
      ended: (state, reason) => this.#tell(state, reason),
    });
  }

  #tell(state: string, reason: State['reason']): void {
    const detail = reason === undefined ? {} : { reason };
    this.dispatchEvent(new CustomEvent(state, { bubbles: true, composed: true, detail }));
  }
}

if (customElements.get('countersign-button') === undefined) {
  customElements.define('countersign-button', CountersignButton);
}
