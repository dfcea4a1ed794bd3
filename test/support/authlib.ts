/** Authlib, a third-party OpenID Connect client, pinned by checksum and stored in the engines' cache. */
import type { TestContext } from 'node:test';
import { findPython, installOnce, installWheels, runCommand, versioned } from '../engines/provision.ts';

const WHEELS = 'authlib.txt';

/** Starts with the issuer, client and secret; or ends with the callback's address and the output of the start. */
const LOGIN = `
import json, os, secrets, sys
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.jwk import KeySet

given = json.loads(sys.argv[1])
issuer = given['issuer']
provider = requests.get(issuer + '/.well-known/openid-configuration', timeout=30).json()
session = OAuth2Session(given['client'], given['secret'], scope='openid profile',
                        redirect_uri=given['callback'], code_challenge_method='S256', state=given.get('state'))
if 'answer' not in given:
    verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    url, state = session.create_authorization_url(provider['authorization_endpoint'], code_verifier=verifier, nonce=nonce)
    print(json.dumps({**given, 'url': url, 'state': state, 'verifier': verifier, 'nonce': nonce}))
else:
    token = session.fetch_token(provider['token_endpoint'], authorization_response=given['answer'], code_verifier=given['verifier'])
    keys = KeySet.import_key_set(requests.get(provider['jwks_uri'], timeout=30).json())
    decoded = jwt.decode(token['id_token'], keys, algorithms=['RS256'])
    claims = CodeIDToken(decoded.claims, decoded.header,
                         {'iss': {'essential': True, 'value': issuer}, 'aud': {'essential': True, 'value': given['client']}},
                         {'nonce': given['nonce'], 'client_id': given['client']})
    claims.validate()
    print(json.dumps({'claims': dict(decoded.claims), 'userinfo': session.get(provider['userinfo_endpoint']).json()}))
`;

/** One step of a login: its input and output. */
export type AuthlibStep = (given: object) => Promise<Readonly<Record<string, unknown>>>;

/** Without Python or its packages the test is skipped, on a build server it fails. */
export async function authlib(t: TestContext): Promise<AuthlibStep | undefined> {
  try {
    const python = await findPython();
    const folder = await installOnce(versioned(`authlib-${python.tag}`, [WHEELS]), (part) =>
      installWheels(python, WHEELS, part),
    );
    const env = { PYTHONPATH: folder, PYTHONNOUSERSITE: '1', PYTHONDONTWRITEBYTECODE: '1' };
    return async (given) => JSON.parse(await runCommand(python.file, ['-c', LOGIN, JSON.stringify(given)], { env }));
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip((error as Error).message);
    return undefined;
  }
}
