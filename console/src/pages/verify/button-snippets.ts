/** What a page and its backend need for `<countersign-button>`, ready to paste. Pure. */
import type { Variant } from '../../api/connection.ts';

export interface ButtonOptions {
  /** PUBLIC_URL. */
  readonly server: string;
  readonly variant: Variant;
  readonly configuration: string;
  /** Origin of the page, as browsers write it. */
  readonly origin: string;
  /** The configuration has several origins, so the call must select one. */
  readonly hasSeveral: boolean;
  /** The wallet may be on a different device. */
  readonly crossDevice: boolean;
  /** Comments and visible text in the page. */
  readonly words: {
    readonly keep: string;
    readonly thanks: string;
    readonly refused: string;
    readonly expired: string;
  };
}

/** The one call of the backend, for Node; `session` and `button` are its results. */
export function backendCall(options: ButtonOptions): string {
  const { server, variant, configuration, origin, hasSeveral, crossDevice, words } = options;
  const [path, header] =
    variant === 'a'
      ? ['/oid4vp', `'x-api-key': process.env.API_KEY`]
      : ['/presentation-management/request', 'authorization: `Bearer $' + '{process.env.ACCESS_TOKEN}`'];
  const members = [
    `response_type: 'button'`,
    `requestId: ${quoted(configuration)}`,
    ...(hasSeveral ? [`origin: ${quoted(origin)}`] : []),
    `redirectUri: ${quoted(`${origin}/back`)}`,
    ...(crossDevice ? ['crossDevice: true'] : []),
  ];
  return `const response = await fetch(${quoted(server + path)}, {
  method: 'POST',
  headers: { ${header}, 'content-type': 'application/json' },
  body: JSON.stringify({
${members.map((member) => `    ${member},`).join('\n')}
  }),
});
// ${words.keep}
const { session, button } = await response.json();
`;
}

/** The page, which receives the address returned by the call. */
export function pageHtml({ server, words }: Pick<ButtonOptions, 'server' | 'words'>): string {
  return `<script type="module" src="${server}/countersign-button/v1.js"></script>
<countersign-button id="verify" src="BUTTON"></countersign-button>
<p id="result" role="status"></p>
<script type="module">
  const result = document.getElementById('result');
  const button = document.getElementById('verify');
  button.addEventListener('verified', () => { result.textContent = ${quoted(words.thanks)}; });
  button.addEventListener('refused', () => { result.textContent = ${quoted(words.refused)}; });
  button.addEventListener('expired', () => { result.textContent = ${quoted(words.expired)}; });
</script>
`;
}

/** The server must be allowed in the content security policy of the page. */
export function policyOf(server: string): string {
  const { origin } = new URL(server);
  return `script-src ${origin}; connect-src ${origin}`;
}

/** A JavaScript string that can't end a script element either. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('<', '\\x3c');
  return `'${escaped}'`;
}
