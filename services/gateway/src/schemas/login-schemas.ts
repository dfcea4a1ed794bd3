/** Schemas of the OpenID provider of a tenant, for the API description. */
import { loginClientProperties } from '@countersign/shared/configuration-documents/login-client';
import { freeObject, freeObjects, open, text, texts } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const code = 'SplxlOBeZQQYbYS6WxSbIA';

/** OpenID Connect Core 1.0, 3.1.2.1: unknown parameters are ignored. */
export const authorizationFormSchema: JsonObject = open(
  'LoginAuthorizationRequest',
  ['client_id', 'redirect_uri', 'response_type', 'scope'],
  {
    client_id: text,
    redirect_uri: text,
    response_type: { type: 'string', enum: ['code'] },
    scope: { ...text, description: 'openid, and scopes of the client' },
    state: text,
    nonce: text,
    code_challenge: text,
    code_challenge_method: { type: 'string', enum: ['S256'] },
    claims: { ...text, description: 'JSON' },
    acr_values: { ...text, description: 'Values, one of which the client must reach' },
    prompt: text,
    max_age: text,
    id_token_hint: text,
    ui_locales: text,
    response_mode: { type: 'string', enum: ['query', 'form_post', 'fragment'] },
  },
  {
    example: {
      client_id: 'shop',
      redirect_uri: 'https://shop.example/callback',
      response_type: 'code',
      scope: 'openid profile',
      state: 'af0ifjsldkj',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    },
  },
);

/** OpenID Connect Core 1.0, 3.1.3.1, with the ways to authenticate of section 9. */
export const tokenFormSchema: JsonObject = open(
  'LoginTokenRequest',
  ['grant_type', 'code', 'redirect_uri'],
  {
    grant_type: { type: 'string', enum: ['authorization_code'] },
    code: text,
    redirect_uri: text,
    code_verifier: text,
    client_id: text,
    client_secret: text,
    client_assertion: text,
    client_assertion_type: text,
  },
  { example: { grant_type: 'authorization_code', code, redirect_uri: 'https://shop.example/callback' } },
);

/** RFC 6750, 2.2 */
export const userinfoFormSchema: JsonObject = open(
  'LoginUserinfoRequest',
  [],
  { access_token: text },
  { example: { access_token: code } },
);

/** OpenID Connect RP-Initiated Logout 1.0, 2 */
export const logoutFormSchema: JsonObject = open(
  'LoginLogoutRequest',
  [],
  {
    id_token_hint: text,
    client_id: text,
    post_logout_redirect_uri: text,
    state: text,
    ui_locales: text,
    logout_hint: text,
  },
  { example: { client_id: 'shop' } },
);

export const logoutConfirmationSchema: JsonObject = open(
  'LoginLogoutConfirmation',
  [],
  { xsrf: text, logout: text },
  { example: { xsrf: code, logout: 'yes' } },
);

export const loginFormSchema: JsonObject = open(
  'LoginForm',
  [],
  { token: { ...text, description: 'From the page: without it, the form is refused' } },
  { example: { token: 'SplxlOBeZQQYbYS6WxSbIAnV1bVcHTxTz8DfWyYpJDc' } },
);

export const discoverySchema: JsonObject = open('LoginProvider', ['issuer'], {
  issuer: text,
  authorization_endpoint: text,
  token_endpoint: text,
  userinfo_endpoint: text,
  jwks_uri: text,
  end_session_endpoint: text,
  scopes_supported: texts,
  claims_supported: texts,
  acr_values_supported: texts,
});

export const keySetSchema: JsonObject = open('LoginKeys', ['keys'], { keys: freeObjects });

export const loginStateSchema: JsonObject = open('LoginState', ['state'], {
  state: { type: 'string', enum: ['waiting', 'continue', 'expired', 'refused'] },
  reason: {
    type: 'string',
    enum: ['declined', 'not_accepted'],
    description: 'The last response, which was not accepted',
  },
});

export const loginNextSchema: JsonObject = open('LoginNext', ['next'], {
  next: { ...text, description: 'URL where the page continues: the application, or the same page' },
});

export const loginTokenSchema: JsonObject = open('LoginTokens', ['access_token', 'id_token', 'token_type'], {
  access_token: text,
  id_token: text,
  token_type: text,
  expires_in: { type: 'integer' },
  scope: text,
});

export const userinfoSchema: JsonObject = open('LoginClaims', ['sub'], { sub: text, verified_claims: freeObject });

export const storedLoginClientSchema: JsonObject = open('StoredLoginClient', ['id', 'source'], loginClientProperties);
