// Made by `npm run docs`; do not edit.
import type { CredentialConfiguration, DcqlQuery } from "./standards.ts";
export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What runs here and where to read more: a page for browsers, otherwise JSON */
        get: operations["get_"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/acme-challenge/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Answer to a challenge of a certificate authority (RFC 8555, 8.3) */
        get: operations["get_well_known_acme_challenge_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/certificate-chains/{thumbprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Certificate chain of a key that signed credentials, by its leaf's thumbprint (x5u) */
        get: operations["get_well_known_certificate_chains_thumbprint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys */
        get: operations["get_well_known_jwks_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwt-vc-issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issuer metadata of SD-JWT VC */
        get: operations["get_well_known_jwt_vc_issuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwt-vc-issuer/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issuer metadata of SD-JWT VC */
        get: operations["get_well_known_jwt_vc_issuer_tenantId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization server metadata (RFC 8414) */
        get: operations["get_well_known_oauth_authorization_server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenID provider of the tenant (OpenID Connect Discovery 1.0); it is there once a client is */
        get: operations["get_well_known_oauth_authorization_server_login"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization server metadata (RFC 8414) */
        get: operations["get_well_known_oauth_authorization_server_tenantId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server/{tenantId}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenID provider of the tenant (OpenID Connect Discovery 1.0); it is there once a client is */
        get: operations["get_well_known_oauth_authorization_server_tenantId_login"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-credential-issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credential issuer metadata (OpenID4VCI 1.0, 12.2) */
        get: operations["get_well_known_openid_credential_issuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-credential-issuer/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credential issuer metadata (OpenID4VCI 1.0, 12.2) */
        get: operations["get_well_known_openid_credential_issuer_tenantId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attestation-schemes/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a credential configuration from an attestation scheme (TS11)
         * @description Needs the role `admin`.
         */
        post: operations["post_attestation_schemes_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attestation-schemes/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which credential configuration an attestation scheme (TS11) would become; nothing is written
         * @description Needs the role `admin`.
         */
        post: operations["post_attestation_schemes_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attestation-schemes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A credential configuration as an attestation scheme (TS11)
         * @description Needs the role `viewer`.
         */
        get: operations["get_attestation_schemes_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log, newest first; with Accept application/jsonl or application/x-ndjson as JSON lines
         * @description Needs the role `admin`.
         */
        get: operations["get_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bearer token for a management client */
        post: operations["post_auth_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization endpoint; redirects to redirect_uri (RFC 6749, 4.1) */
        get: operations["get_authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Script and style of the authorization page */
        get: operations["get_authorize_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/attestation-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Challenge for an attested wallet's proof (OAuth 2.0 attestation-based client authentication) */
        post: operations["post_authorize_attestation_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receives the identity provider's response; redirects to redirect_uri */
        get: operations["get_authorize_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Authorization challenge (OAuth for first-party applications) */
        post: operations["post_authorize_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/decline/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user declines on the page; redirects to redirect_uri */
        get: operations["get_authorize_decline_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/follow/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the presentation goes that a browser waits for */
        get: operations["get_authorize_follow_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/interactive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Interactive authorization (drafts of OpenID4VCI 1.1 before 2026-06-24); 404 unless it is switched on */
        post: operations["post_authorize_interactive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pushed authorization request (RFC 9126) */
        post: operations["post_authorize_par"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/sign-in/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the user's identity provider */
        get: operations["get_authorize_sign_in_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Access token for a code or a pre-authorized code (OpenID4VCI 1.0, 6) */
        post: operations["post_authorize_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authorize/wallet/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The authorization page's request for its browser's wallets (Digital Credentials API) */
        get: operations["get_authorize_wallet_reference"];
        put?: never;
        /** Response of a browser's wallet to the authorization page (OpenID4VP 1.0, A.4) */
        post: operations["post_authorize_wallet_reference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply a bundle as planned: all of it, or nothing
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/bundles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bundles of configurations that were applied, and what each owns
         * @description Needs the role `viewer`.
         */
        get: operations["get_configurations_bundles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/bundles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a bundle: its objects stay, and belong to nobody
         * @description Needs the role `admin`.
         */
        delete: operations["delete_configurations_bundles_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/display": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name, images and colours of the issuer, one entry per language
         * @description Needs the role `viewer`.
         */
        get: operations["get_configurations_display"];
        put?: never;
        /**
         * Store the issuer's display; it replaces the previous display
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_display"];
        /**
         * Delete the stored display; wallets then show the server's host
         * @description Needs the role `admin`.
         */
        delete: operations["delete_configurations_display"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The configurations of the tenant as one file
         * @description Needs the role `admin`.
         */
        get: operations["get_configurations_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Images of the tenant with their addresses
         * @description Needs the role `viewer`.
         */
        get: operations["get_configurations_images"];
        put?: never;
        /**
         * Store an image, which display settings may name; it replaces one of the same name
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_images"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/images/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a stored image
         * @description Needs the role `admin`.
         */
        delete: operations["delete_configurations_images_file"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a file of configurations, or write its contents
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/login-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Applications where users sign in with their wallets
         * @description Needs the role `viewer`.
         */
        get: operations["get_configurations_login_clients"];
        put?: never;
        /**
         * Store an application; replaces any application with that id
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_login_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/login-clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an application; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_configurations_login_clients_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/login-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add keys that sign ID tokens; they are published immediately and sign ten minutes later
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_login_keys_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What applying a bundle would create, change and delete; nothing is written
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/configurations/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tenant's registered wallets, and whether others may take part
         * @description Needs the role `viewer`.
         */
        get: operations["get_configurations_wallets"];
        put?: never;
        /**
         * Store the registered wallets; they replace the previous ones, and the root folder's wallets.json
         * @description Needs the role `admin`.
         */
        post: operations["post_configurations_wallets"];
        /**
         * Delete the stored registrations; wallets.json of the root folder comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_configurations_wallets"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A file of the console; its name changes with its content */
        get: operations["get_console_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console_login"];
        put?: never;
        /** Sign in at the console: a cookie for an API key, or for client id and secret */
        post: operations["post_console_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/login/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receives the identity provider's response, signs in and redirects to the console */
        get: operations["get_console_login_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/login/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to your organisation's identity provider */
        get: operations["get_console_login_oidc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console_logout"];
        put?: never;
        /**
         * Sign out of the console: the cookie stops working everywhere
         * @description Needs the role `viewer`.
         */
        post: operations["post_console_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller: tenant, role, and when the console sign-in expires
         * @description Needs the role `viewer`.
         */
        get: operations["get_console_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{page}/{item}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console_page_item"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/{page}/{item}/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The console for managing the server; absent with CONSOLE=off */
        get: operations["get_console_page_item_part"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/countersign-button/v1.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Module for pages: the element <countersign-button>; the number increases with changes that break pages */
        get: operations["get_countersign_button_v1_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credential configurations
         * @description Needs the role `viewer`.
         */
        get: operations["get_credentials_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/config/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a credential configuration; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_credentials_config_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/config/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a credential of this configuration to the test wallet, and report problems that real wallets would have
         * @description Needs the role `operator`.
         */
        post: operations["post_credentials_config_id_dry_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/schema/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** JSON Schema of a credential configuration */
        get: operations["get_credentials_schema_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/vct/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Type metadata of a credential configuration */
        get: operations["get_credentials_vct_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{tenantId}/schema/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** JSON Schema of a credential configuration */
        get: operations["get_credentials_tenantId_schema_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credentials/{tenantId}/vct/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Type metadata of a credential configuration */
        get: operations["get_credentials_tenantId_vct_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dc-api.d.ts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Types of that module */
        get: operations["get_dc_api_d_ts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dc-api.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Module for pages: asks wallets through the browser's Digital Credentials API */
        get: operations["get_dc_api_js"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook deliveries in one state, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["get_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend webhooks: by id, or failed ones from a period; at most 100 per call
         * @description Needs the role `operator`.
         */
        post: operations["post_deliveries_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook attempts over time, and since when each target has failed
         * @description Needs the role `viewer`.
         */
        get: operations["get_deliveries_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One webhook delivery with its request, without presented claims
         * @description Needs the role `viewer`.
         */
        get: operations["get_deliveries_deliveryId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The documentation with a search. `/docs/api.html` is this description, with calls to try */
        get: operations["get_docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A script, style or index of those pages */
        get: operations["get_docs_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/reasons/{reason}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a refusal's reason means and what to change: a page for browsers, otherwise JSON */
        get: operations["get_docs_reasons_reason"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The documentation with a search. `/docs/api.html` is this description, with calls to try */
        get: operations["get_docs_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{folder}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The documentation with a search. `/docs/api.html` is this description, with calls to try */
        get: operations["get_docs_folder_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{folder}/{part}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The documentation with a search. `/docs/api.html` is this description, with calls to try */
        get: operations["get_docs_folder_part_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/eu-parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profile `eu`: each part that wallets of the European Union require, and what to do if it is missing
         * @description Needs the role `viewer`.
         */
        get: operations["get_eu_parts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of all sessions when they occur; Last-Event-ID continues after an event, at any replica, for 24 hours
         * @description Needs the role `viewer`.
         */
        get: operations["get_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the components in use; 503 when one is down */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is running */
        get: operations["get_health_live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process accepts requests; 503 while it does not */
        get: operations["get_health_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trust lists that the tenant publishes: address, number, next update
         * @description Needs the role `viewer`.
         */
        get: operations["get_hosted_lists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One published trust list with its scheme and entities
         * @description Needs the role `viewer`.
         */
        get: operations["get_hosted_lists_list"];
        put?: never;
        /**
         * Create a published trust list, or replace its scheme; the next version is published immediately
         * @description Needs the role `admin`.
         */
        post: operations["post_hosted_lists_list"];
        /**
         * Close a published trust list: its last version has no entities and no next update
         * @description Needs the role `admin`.
         */
        delete: operations["delete_hosted_lists_list"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists/{list}/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an entity to a published trust list, or replace the entity with its id
         * @description Needs the role `admin`.
         */
        post: operations["post_hosted_lists_list_entities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists/{list}/entities/{entity}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an entity from a published trust list
         * @description Needs the role `admin`.
         */
        delete: operations["delete_hosted_lists_list_entities_entity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists/{list}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions of a published trust list, the newest first: who changed what, and when
         * @description Needs the role `viewer`.
         */
        get: operations["get_hosted_lists_list_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hosted-lists/{list}/versions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One version of a published trust list, as signed
         * @description Needs the role `viewer`.
         */
        get: operations["get_hosted_lists_list_versions_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/iaca/{generation}/crl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mdoc CA's certificate revocation list (RFC 5280, 5) */
        get: operations["get_iaca_generation_crl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credential configurations
         * @description Needs the role `viewer`.
         */
        get: operations["get_issuer_management"];
        put?: never;
        /**
         * Store a credential configuration; replaces any configuration with that id
         * @description Needs the role `admin`.
         */
        post: operations["post_issuer_management"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-management/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a credential offer
         * @description Needs the role `operator`.
         */
        post: operations["post_issuer_management_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-management/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a credential configuration; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_issuer_management_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-management/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a credential of this configuration to the test wallet, and report problems that real wallets would have
         * @description Needs the role `operator`.
         */
        post: operations["post_issuer_management_id_dry_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-managment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Credential configurations
         * @description Needs the role `viewer`.
         */
        get: operations["get_issuer_managment"];
        put?: never;
        /**
         * Store a credential configuration; replaces any configuration with that id
         * @description Needs the role `admin`.
         */
        post: operations["post_issuer_managment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-managment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a credential configuration; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_issuer_managment_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuer-managment/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a credential of this configuration to the test wallet, and report problems that real wallets would have
         * @description Needs the role `operator`.
         */
        post: operations["post_issuer_managment_id_dry_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key-sets/{set}/{purpose}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key of a set and its certificate request; without a named set the keys of `default` sign
         * @description Needs the role `admin`.
         */
        post: operations["post_key_sets_set_purpose"];
        /**
         * Delete all of a set's keys for one purpose; they sign nothing after that
         * @description Needs the role `admin`.
         */
        delete: operations["delete_key_sets_set_purpose"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key-sets/{set}/{purpose}/chain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install the certificate chain for a set's key, which signs starting at `usedFrom`
         * @description Needs the role `admin`.
         */
        post: operations["post_key_sets_set_purpose_chain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key-sets/{set}/{purpose}/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a key that waits for its certificate
         * @description Needs the role `admin`.
         */
        delete: operations["delete_key_sets_set_purpose_kid"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys by purpose: state, age, certificate, and where the private key is
         * @description Needs the role `viewer`.
         */
        get: operations["get_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/renewals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Certificates in acme.json: pending orders, and why the last attempt failed
         * @description Needs the role `viewer`.
         */
        get: operations["get_keys_renewals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/renewals/account-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the account key at each authority in acme.json (RFC 8555, 7.3.5)
         * @description Needs the role `admin`.
         */
        post: operations["post_keys_renewals_account_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{purpose}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the next key for a purpose: published immediately, used ten minutes later (a CA: 30 days)
         * @description Needs the role `admin`.
         */
        post: operations["post_keys_purpose_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenID provider of the tenant (OpenID Connect Discovery 1.0); it is there once a client is */
        get: operations["get_login_well_known_openid_configuration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The login page's script */
        get: operations["get_login_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization request of an application (OpenID Connect Core 1.0, 3.1.2.1) */
        get: operations["get_login_auth"];
        put?: never;
        /** The same as a form */
        post: operations["post_login_auth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/auth/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the application, with a code or an error */
        get: operations["get_login_auth_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page of a login: the request for the wallet, and its state */
        get: operations["get_login_interaction_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redirects to the application with access_denied */
        post: operations["post_login_interaction_session_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a login after the response of a wallet on another device */
        post: operations["post_login_interaction_session_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return address of the wallet; completes the login in the browser that started it */
        get: operations["get_login_interaction_session_return"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a login, for its page */
        get: operations["get_login_interaction_session_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/interaction/{session}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A login's request for its browser's wallets (Digital Credentials API) */
        get: operations["get_login_interaction_session_wallet"];
        put?: never;
        /** Response of a browser's wallet to a login's page (OpenID4VP 1.0, A.4) */
        post: operations["post_login_interaction_session_wallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys that sign ID tokens */
        get: operations["get_login_jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user's claims, for an access token (OpenID Connect Core 1.0, 5.3); as a JWT if the client requires it */
        get: operations["get_login_me"];
        put?: never;
        /** The user's claims, for an access token (OpenID Connect Core 1.0, 5.3); as a JWT if the client requires it */
        post: operations["post_login_me"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Logout (OpenID Connect RP-Initiated Logout 1.0) */
        get: operations["get_login_session_end"];
        put?: never;
        /** The same as a form */
        post: operations["post_login_session_end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/session/end/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the browser's session, and redirects to the application */
        post: operations["post_login_session_end_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/session/end/success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page after a logout without an address of the application */
        get: operations["get_login_session_end_success"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tokens for a code of the OpenID provider (OpenID Connect Core 1.0, 3.1.3) */
        post: operations["post_login_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oid4vp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a presentation request
         * @description Needs the role `operator`.
         */
        post: operations["post_oid4vp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oid4vp/button/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Current state of a button's request */
        get: operations["get_oid4vp_button_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oid4vp/button/{reference}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ways to a wallet that a button offers */
        get: operations["get_oid4vp_button_reference_request"];
        put?: never;
        /** Response of a browser's wallet to a page with a button (OpenID4VP 1.0, A.4) */
        post: operations["post_oid4vp_button_reference_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oid4vp/request/{requestId}/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Request object (OpenID4VP 1.0, 5) */
        get: operations["get_oid4vp_request_requestId_session"];
        put?: never;
        /** Request object (OpenID4VP 1.0, 5) */
        post: operations["post_oid4vp_request_requestId_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oid4vp/response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Presentation of a wallet (OpenID4VP 1.0, 8) */
        post: operations["post_oid4vp_response"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description, for machines */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Today's numbers, pending deliveries, the last failures with their reasons, and the health of the components
         * @description Needs the role `viewer`.
         */
        get: operations["get_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentation-management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Presentation configurations
         * @description Needs the role `viewer`.
         */
        get: operations["get_presentation_management"];
        put?: never;
        /**
         * Store a presentation configuration; replaces any configuration with that id
         * @description Needs the role `admin`.
         */
        post: operations["post_presentation_management"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentation-management/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a presentation request
         * @description Needs the role `operator`.
         */
        post: operations["post_presentation_management_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentation-management/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a presentation configuration; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_presentation_management_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentation-management/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send this presentation request to the test wallet, and report problems that real wallets would have
         * @description Needs the role `operator`.
         */
        post: operations["post_presentation_management_id_dry_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Presentation configurations
         * @description Needs the role `viewer`.
         */
        get: operations["get_presentations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a presentation configuration; a file of the same id comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_presentations_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/presentations/{id}/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send this presentation request to the test wallet, and report problems that real wallets would have
         * @description Needs the role `operator`.
         */
        post: operations["post_presentations_id_dry_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Image that a display setting names */
        get: operations["get_public_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registrar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Registrar: the server's registrations and renewals, and why the last attempt failed
         * @description Needs the role `viewer`.
         */
        get: operations["get_registrar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registration-certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Registration certificates: what each covers, its end, and whether wallets accept it now
         * @description Needs the role `viewer`.
         */
        get: operations["get_registration_certificates"];
        put?: never;
        /**
         * Store a registration certificate, checked against the configurations that use it; it replaces a certificate with the same id
         * @description Needs the role `admin`.
         */
        post: operations["post_registration_certificates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registration-certificates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a stored registration certificate; one of a file stays
         * @description Needs the role `admin`.
         */
        delete: operations["delete_registration_certificates_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page where users see and erase their stored data; absent without `rights` in tenant.json */
        get: operations["get_rights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase the user's stored data; the page contains the receipt */
        post: operations["post_rights_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return address of the wallet; continues in the browser that started */
        get: operations["get_rights_return"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the request for the user's wallet */
        post: operations["post_rights_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** JSON Schema of a kind of configuration file, for editors: issuance.json, presentation.json, display.json, clients.json, wallets.json, tenant.json, sign-in.json, login.json, authorization-server.json, acme.json, registrar.json, attribute-providers.json, trust.json, bundle.json */
        get: operations["get_schemas_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions by their `state`, by their id, or by the id of one of their webhook deliveries
         * @description Needs the role `viewer`.
         */
        get: operations["get_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["get_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the status of a session's credentials
         * @description Needs the role `operator`.
         */
        post: operations["post_session_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One session
         * @description Needs the role `viewer`.
         */
        get: operations["get_session_sessionId"];
        put?: never;
        post?: never;
        /**
         * Erase a session immediately; its status entries stay
         * @description Needs the role `admin`.
         */
        delete: operations["delete_session_sessionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an offer that no wallet has redeemed, or a request that no wallet has responded to
         * @description Needs the role `operator`.
         */
        post: operations["post_session_sessionId_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/dc-api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer of a page by the Digital Credentials API (OpenID4VP 1.0, A); the result
         * @description Needs the role `operator`.
         */
        post: operations["post_session_sessionId_dc_api"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook deliveries of a session
         * @description Needs the role `viewer`.
         */
        get: operations["get_session_sessionId_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a webhook again
         * @description Needs the role `operator`.
         */
        post: operations["post_session_sessionId_deliveries_deliveryId_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of one session: the last 24 hours, then new events when they occur; Last-Event-ID continues after an event
         * @description Needs the role `viewer`.
         */
        get: operations["get_session_sessionId_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/{sessionId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The requests of a session and why they were refused, in chronological order
         * @description Needs the role `viewer`.
         */
        get: operations["get_session_sessionId_trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["get_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One session
         * @description Needs the role `viewer`.
         */
        get: operations["get_sessions_sessionId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{sessionId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of one session: the last 24 hours, then new events when they occur; Last-Event-ID continues after an event
         * @description Needs the role `viewer`.
         */
        get: operations["get_sessions_sessionId_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{sessionId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The requests of a session and why they were refused, in chronological order
         * @description Needs the role `viewer`.
         */
        get: operations["get_sessions_sessionId_trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of the gateway with their sources, secrets masked; version and licence
         * @description Needs an administrator of the installation.
         */
        get: operations["get_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Identity provider where users sign in, without its secret
         * @description Needs the role `viewer`.
         */
        get: operations["get_sign_in_management"];
        put?: never;
        /**
         * Store the identity provider where users sign in; it replaces the previous provider and sign-in.json
         * @description Needs the role `admin`.
         */
        post: operations["post_sign_in_management"];
        /**
         * Delete the stored identity provider; sign-in.json comes back
         * @description Needs the role `admin`.
         */
        delete: operations["delete_sign_in_management"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status lists: how full each is, and when it was signed last
         * @description Needs the role `viewer`.
         */
        get: operations["get_status_lists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-management": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the status of a session's credentials
         * @description Needs the role `operator`.
         */
        post: operations["post_status_management"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-management/status-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Status list token (Token Status List, 8): CWT if the Accept header prefers it, otherwise JWT */
        get: operations["get_status_management_status_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-management/status-list/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Status list token (Token Status List, 8): CWT if the Accept header prefers it, otherwise JWT */
        get: operations["get_status_management_status_list_n"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status-management/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status entries of a session
         * @description Needs the role `viewer`.
         */
        get: operations["get_status_management_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tenants: first from files, then from the API, newest first
         * @description Needs an administrator of the installation.
         */
        get: operations["get_tenants"];
        put?: never;
        /**
         * Create a tenant; its keys are created at first use
         * @description Needs an administrator of the installation.
         */
        post: operations["post_tenants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One tenant; once it is erased, with the receipt
         * @description Needs an administrator of the installation.
         */
        get: operations["get_tenants_tenant"];
        put?: never;
        post?: never;
        /**
         * Start to erase a suspended tenant; GET returns the receipt once it has completed. Status lists stay
         * @description Needs an administrator of the installation.
         */
        delete: operations["delete_tenants_tenant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A tenant's management clients: any tenant for platform administrators, otherwise the caller's
         * @description Needs the role `admin`.
         */
        get: operations["get_tenants_tenant_clients"];
        put?: never;
        /**
         * Create a management client; only this response contains its secret
         * @description Needs the role `admin`.
         */
        post: operations["post_tenants_tenant_clients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change role or name of a management client
         * @description Needs the role `admin`.
         */
        post: operations["post_tenants_tenant_clients_clientId"];
        /**
         * Delete a management client; its tokens stop working within a second
         * @description Needs the role `admin`.
         */
        delete: operations["delete_tenants_tenant_clients_clientId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/clients/{clientId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new secret for a management client; the previous secret is accepted during the overlap
         * @description Needs the role `admin`.
         */
        post: operations["post_tenants_tenant_clients_clientId_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the suspension of a tenant
         * @description Needs an administrator of the installation.
         */
        post: operations["post_tenants_tenant_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tenants/{tenant}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a tenant: within a second nothing but its status lists is served
         * @description Needs an administrator of the installation.
         */
        post: operations["post_tenants_tenant_suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Refused requests of the last hour that belong to no session, newest first
         * @description Needs the role `viewer`.
         */
        get: operations["get_trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trust anchors by purpose: subject, end, and what issuers under them may issue
         * @description Needs the role `viewer`.
         */
        get: operations["get_trust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust-lists/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of trusted entities that the tenant publishes, as a signed JWT (ETSI TS 119 602) */
        get: operations["get_trust_lists_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the entries of trust lists
         * @description Needs the role `viewer`.
         */
        get: operations["get_trust_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trust lists: state, number, next update, last check, and what changed
         * @description Needs the role `viewer`.
         */
        get: operations["get_trust_lists"];
        put?: never;
        /**
         * Store the source of a trust list under an id; it replaces a source with that id, and takes precedence over its file
         * @description Needs the role `admin`.
         */
        post: operations["post_trust_lists"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A trust list, and its source if it was stored through the API
         * @description Needs the role `viewer`.
         */
        get: operations["get_trust_lists_id"];
        put?: never;
        post?: never;
        /**
         * Delete the stored source of a trust list; one of a file stays
         * @description Needs the role `admin`.
         */
        delete: operations["delete_trust_lists_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/lists/{id}/bytes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand over a trust list whose address the server cannot reach; it is checked like one from its address, and is refused if it isn't newer
         * @description Needs the role `admin`.
         */
        post: operations["post_trust_lists_id_bytes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/{purpose}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store CA certificates that the tenant trusts, under an id; they replace certificates with the same id and purpose
         * @description Needs the role `admin`.
         */
        post: operations["post_trust_purpose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trust/{purpose}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete stored trust anchors; anchors in files stay
         * @description Needs the role `admin`.
         */
        delete: operations["delete_trust_purpose_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credential (OpenID4VCI 1.0, 8) */
        post: operations["post_vci_credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/deferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deferred credential (OpenID4VCI 1.0, 9) */
        post: operations["post_vci_deferred"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nonce for key proofs (OpenID4VCI 1.0, 7) */
        post: operations["post_vci_nonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Notification of a wallet (OpenID4VCI 1.0, 11) */
        post: operations["post_vci_notification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a credential offer
         * @description Needs the role `operator`.
         */
        post: operations["post_vci_offer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vci/offer/{offerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credential offer by reference (OpenID4VCI 1.0, 4.1.3) */
        get: operations["get_vci_offer_offerId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signing secret, masked, and earlier secrets that still sign
         * @description Needs the role `admin`.
         */
        get: operations["get_webhooks_secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret; only this response contains the new secret
         * @description Needs the role `admin`.
         */
        post: operations["post_webhooks_secret_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signed test event to a webhook, and report what happened
         * @description Needs the role `operator`.
         */
        post: operations["post_webhooks_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/.well-known/certificate-chains/{thumbprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Certificate chain of a key that signed credentials, by its leaf's thumbprint (x5u) */
        get: operations["get_tenantId_well_known_certificate_chains_thumbprint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys */
        get: operations["get_tenantId_well_known_jwks_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/.well-known/jwt-vc-issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Issuer metadata of SD-JWT VC */
        get: operations["get_tenantId_well_known_jwt_vc_issuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization server metadata (RFC 8414) */
        get: operations["get_tenantId_well_known_oauth_authorization_server"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/.well-known/openid-credential-issuer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credential issuer metadata (OpenID4VCI 1.0, 12.2) */
        get: operations["get_tenantId_well_known_openid_credential_issuer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization endpoint; redirects to redirect_uri (RFC 6749, 4.1) */
        get: operations["get_tenantId_authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Script and style of the authorization page */
        get: operations["get_tenantId_authorize_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/attestation-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Challenge for an attested wallet's proof (OAuth 2.0 attestation-based client authentication) */
        post: operations["post_tenantId_authorize_attestation_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receives the identity provider's response; redirects to redirect_uri */
        get: operations["get_tenantId_authorize_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Authorization challenge (OAuth for first-party applications) */
        post: operations["post_tenantId_authorize_challenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/decline/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user declines on the page; redirects to redirect_uri */
        get: operations["get_tenantId_authorize_decline_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/follow/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the presentation goes that a browser waits for */
        get: operations["get_tenantId_authorize_follow_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/interactive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Interactive authorization (drafts of OpenID4VCI 1.1 before 2026-06-24); 404 unless it is switched on */
        post: operations["post_tenantId_authorize_interactive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/par": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pushed authorization request (RFC 9126) */
        post: operations["post_tenantId_authorize_par"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/sign-in/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the user's identity provider */
        get: operations["get_tenantId_authorize_sign_in_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Access token for a code or a pre-authorized code (OpenID4VCI 1.0, 6) */
        post: operations["post_tenantId_authorize_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/authorize/wallet/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The authorization page's request for its browser's wallets (Digital Credentials API) */
        get: operations["get_tenantId_authorize_wallet_reference"];
        put?: never;
        /** Response of a browser's wallet to the authorization page (OpenID4VP 1.0, A.4) */
        post: operations["post_tenantId_authorize_wallet_reference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/credentials/schema/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** JSON Schema of a credential configuration */
        get: operations["get_tenantId_credentials_schema_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/credentials/vct/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Type metadata of a credential configuration */
        get: operations["get_tenantId_credentials_vct_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/iaca/{generation}/crl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The mdoc CA's certificate revocation list (RFC 5280, 5) */
        get: operations["get_tenantId_iaca_generation_crl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenID provider of the tenant (OpenID Connect Discovery 1.0); it is there once a client is */
        get: operations["get_tenantId_login_well_known_openid_configuration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The login page's script */
        get: operations["get_tenantId_login_assets_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Authorization request of an application (OpenID Connect Core 1.0, 3.1.2.1) */
        get: operations["get_tenantId_login_auth"];
        put?: never;
        /** The same as a form */
        post: operations["post_tenantId_login_auth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/auth/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the application, with a code or an error */
        get: operations["get_tenantId_login_auth_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page of a login: the request for the wallet, and its state */
        get: operations["get_tenantId_login_interaction_session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redirects to the application with access_denied */
        post: operations["post_tenantId_login_interaction_session_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Complete a login after the response of a wallet on another device */
        post: operations["post_tenantId_login_interaction_session_complete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return address of the wallet; completes the login in the browser that started it */
        get: operations["get_tenantId_login_interaction_session_return"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a login, for its page */
        get: operations["get_tenantId_login_interaction_session_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/interaction/{session}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A login's request for its browser's wallets (Digital Credentials API) */
        get: operations["get_tenantId_login_interaction_session_wallet"];
        put?: never;
        /** Response of a browser's wallet to a login's page (OpenID4VP 1.0, A.4) */
        post: operations["post_tenantId_login_interaction_session_wallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys that sign ID tokens */
        get: operations["get_tenantId_login_jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user's claims, for an access token (OpenID Connect Core 1.0, 5.3); as a JWT if the client requires it */
        get: operations["get_tenantId_login_me"];
        put?: never;
        /** The user's claims, for an access token (OpenID Connect Core 1.0, 5.3); as a JWT if the client requires it */
        post: operations["post_tenantId_login_me"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Logout (OpenID Connect RP-Initiated Logout 1.0) */
        get: operations["get_tenantId_login_session_end"];
        put?: never;
        /** The same as a form */
        post: operations["post_tenantId_login_session_end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/session/end/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the browser's session, and redirects to the application */
        post: operations["post_tenantId_login_session_end_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/session/end/success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page after a logout without an address of the application */
        get: operations["get_tenantId_login_session_end_success"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/login/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tokens for a code of the OpenID provider (OpenID Connect Core 1.0, 3.1.3) */
        post: operations["post_tenantId_login_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/oid4vp/button/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Current state of a button's request */
        get: operations["get_tenantId_oid4vp_button_reference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/oid4vp/button/{reference}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ways to a wallet that a button offers */
        get: operations["get_tenantId_oid4vp_button_reference_request"];
        put?: never;
        /** Response of a browser's wallet to a page with a button (OpenID4VP 1.0, A.4) */
        post: operations["post_tenantId_oid4vp_button_reference_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/oid4vp/request/{requestId}/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Request object (OpenID4VP 1.0, 5) */
        get: operations["get_tenantId_oid4vp_request_requestId_session"];
        put?: never;
        /** Request object (OpenID4VP 1.0, 5) */
        post: operations["post_tenantId_oid4vp_request_requestId_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/oid4vp/response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Presentation of a wallet (OpenID4VP 1.0, 8) */
        post: operations["post_tenantId_oid4vp_response"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/public/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Image that a display setting names */
        get: operations["get_tenantId_public_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page where users see and erase their stored data; absent without `rights` in tenant.json */
        get: operations["get_tenantId_rights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/rights/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase the user's stored data; the page contains the receipt */
        post: operations["post_tenantId_rights_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/rights/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return address of the wallet; continues in the browser that started */
        get: operations["get_tenantId_rights_return"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/rights/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create the request for the user's wallet */
        post: operations["post_tenantId_rights_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/status-management/status-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Status list token (Token Status List, 8): CWT if the Accept header prefers it, otherwise JWT */
        get: operations["get_tenantId_status_management_status_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/status-management/status-list/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Status list token (Token Status List, 8): CWT if the Accept header prefers it, otherwise JWT */
        get: operations["get_tenantId_status_management_status_list_n"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/trust-lists/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List of trusted entities that the tenant publishes, as a signed JWT (ETSI TS 119 602) */
        get: operations["get_tenantId_trust_lists_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/vci/credential": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credential (OpenID4VCI 1.0, 8) */
        post: operations["post_tenantId_vci_credential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/vci/deferred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deferred credential (OpenID4VCI 1.0, 9) */
        post: operations["post_tenantId_vci_deferred"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/vci/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nonce for key proofs (OpenID4VCI 1.0, 7) */
        post: operations["post_tenantId_vci_nonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/vci/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Notification of a wallet (OpenID4VCI 1.0, 11) */
        post: operations["post_tenantId_vci_notification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{tenantId}/vci/offer/{offerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Credential offer by reference (OpenID4VCI 1.0, 4.1.3) */
        get: operations["get_tenantId_vci_offer_offerId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedTrustList: {
            territory?: string;
            operator: string;
            sequenceNumber: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When it expires; absent for a closed list
             * @example 2026-01-26T09:30:00.000Z
             */
            nextUpdate?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            verifiedAt: string;
            signer?: components["schemas"]["TrustListSigner"];
            /** @description Services whose certificates can be read */
            entries: number;
            /** @description Services that were left out */
            skipped?: number;
            /** @description The list's, as received */
            sha256?: string;
            /** @description True: an operator has handed it over; absent: it was fetched */
            loaded?: boolean;
            /** @description Violations that did not refuse it, and what to put into the source */
            warnings?: components["schemas"]["TrustListWarning"][];
        };
        /**
         * @example {
         *       "grant_type": "urn:ietf:params:oauth:grant-type:pre-authorized_code",
         *       "pre-authorized_code": "code"
         *     }
         */
        AccessTokenRequest: {
            /** @enum {string} */
            grant_type: "authorization_code" | "urn:ietf:params:oauth:grant-type:pre-authorized_code";
            /** @description Needed with authorization_code */
            code?: string;
            redirect_uri?: string;
            code_verifier?: string;
            client_id?: string;
            /** @description Needed with its grant type */
            "pre-authorized_code"?: string;
            tx_code?: string;
            resource?: string;
            /** @description JSON array (RFC 9396) */
            authorization_details?: string;
            /** @description With client_assertion_type */
            client_assertion?: string;
            client_assertion_type?: string;
        } & {
            [key: string]: string;
        };
        AccessTokenResponse: {
            access_token: string;
            /** @enum {string} */
            token_type: "DPoP" | "Bearer";
            /** @description Seconds */
            expires_in: number;
            scope?: string;
            authorization_details?: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @description `no_account`: the authority has not been used yet; `failed`: call again to finish
         * @enum {string}
         */
        AccountKeyOutcome: "replaced" | "no_account" | "failed";
        AttestationChallenge: {
            attestation_challenge: string;
        };
        /**
         * @description Format of a credential
         * @enum {string}
         */
        AttestationFormat: "dc+sd-jwt" | "mso_mdoc" | "jwt_vc_json" | "jwt_vc_json-ld" | "ldp_vc";
        /** @description The scheme in the European catalogue of attestations (TS11). Only its export uses it */
        AttestationScheme: {
            /** @description The catalogue's UUID */
            id?: string;
            /** @description SemVer */
            version?: string;
            /**
             * Format: uri
             * @description The human-readable rulebook
             */
            rulebookURI?: string;
            /**
             * @description Level of security (ISO/IEC 18045)
             * @enum {string}
             */
            attestationLoS?: "iso_18045_basic" | "iso_18045_enhanced-basic" | "iso_18045_moderate" | "iso_18045_high";
            /** @description Who issues credentials of this scheme */
            trustedAuthorities?: components["schemas"]["SchemeAuthority"][];
            supportedFormats?: components["schemas"]["AttestationFormat"][];
            /** @description One address per format */
            schemaURIs?: components["schemas"]["SchemeSchema"][];
        };
        AuditRecord: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            /** @description The action, for example `session.read` */
            action: string;
            /** @description Client id, `api-key`, or the name of a job in brackets */
            client: string;
            /** @description x-request-id of the call */
            request?: string;
            session?: string;
            /** @description Id of the configuration or delivery */
            subject?: string;
            data?: {
                [key: string]: unknown;
            };
            /** @description An erasure in progress */
            open?: boolean;
        };
        /** @description RFC 8414 */
        AuthServerMetadata: {
            issuer: string;
            token_endpoint: string;
            authorization_endpoint: string;
            jwks_uri: string;
            pushed_authorization_request_endpoint: string;
            authorization_challenge_endpoint: string;
            interactive_authorization_endpoint?: string;
            code_challenge_methods_supported: string[];
            dpop_signing_alg_values_supported: string[];
            require_pushed_authorization_requests: boolean;
            response_types_supported?: string[];
            response_modes_supported?: string[];
            grant_types_supported?: string[];
            scopes_supported?: string[];
            token_endpoint_auth_methods_supported?: string[];
            token_endpoint_auth_signing_alg_values_supported?: string[];
            challenge_endpoint?: string;
            client_attestation_signing_alg_values_supported?: string[];
            client_attestation_pop_signing_alg_values_supported?: string[];
            authorization_response_iss_parameter_supported?: boolean;
            authorization_details_types_supported?: string[];
            "pre-authorized_grant_anonymous_access_supported"?: boolean;
        };
        /**
         * @description One of response, vp_token and error
         * @example {
         *       "response": "header.key.iv.ciphertext.tag"
         *     }
         */
        AuthorizationResponse: {
            /** @description JWE with everything below (direct_post.jwt); then without vp_token and error */
            response?: string;
            /** @description JSON object (direct_post) */
            vp_token?: string;
            state?: string;
            error?: string;
            error_description?: string;
        } & {
            [key: string]: string;
        };
        /**
         * @example {
         *       "response_type": "code",
         *       "client_id": "https://wallet.example.com",
         *       "redirect_uri": "https://wallet.example.com/callback",
         *       "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
         *       "code_challenge_method": "S256",
         *       "scope": "pid"
         *     }
         */
        AuthorizeQueries: {
            auth_session?: string;
            presentation_during_issuance_session?: string;
            /** @description Names with commas between them (OpenID4VCI 1.1 drafts) */
            interaction_types_supported?: string;
            /** @description JSON object (OpenID4VCI 1.1 drafts) */
            openid4vp_response?: string;
            client_id?: string;
            code_challenge?: string;
            code_challenge_method?: string;
            dpop_jkt?: string;
            /** @description From the offer; required unless wallets may start on their own */
            issuer_state?: string;
            redirect_uri?: string;
            /** @description From a pushed request; only at the authorization endpoint */
            request_uri?: string;
            resource?: string;
            response_type?: string;
            scope?: string;
            state?: string;
            /** @description JSON array (RFC 9396) */
            authorization_details?: string;
            /** @description With client_assertion_type */
            client_assertion?: string;
            client_assertion_type?: string;
        } & {
            [key: string]: string;
        };
        BatchCredentialIssuance: {
            batch_size: number;
        };
        /**
         * @description What `navigator.credentials.get` gave to the authorization page, or to a page with a button
         * @example {
         *       "protocol": "openid4vp-v1-signed",
         *       "data": {
         *         "response": "header.key.iv.ciphertext.tag"
         *       }
         *     }
         */
        BrowserAnswer: {
            protocol: string;
            data: {
                [key: string]: unknown;
            };
        };
        BrowserAnswerTaken: Record<string, never>;
        /**
         * @description A bundle with its plan
         * @example {
         *       "bundle": {
         *         "$schema": "https://issuer.example/schemas/bundle.json",
         *         "version": 1,
         *         "name": "museum",
         *         "generation": 7,
         *         "issuance": [
         *           {
         *             "id": "staff-card",
         *             "config": {
         *               "format": "dc+sd-jwt",
         *               "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *               "scope": "staff-card",
         *               "display": [
         *                 {
         *                   "name": "Staff card",
         *                   "locale": "en",
         *                   "background_color": "#1d3557",
         *                   "text_color": "#ffffff"
         *                 },
         *                 {
         *                   "name": "Dienstausweis",
         *                   "locale": "de",
         *                   "background_color": "#1d3557",
         *                   "text_color": "#ffffff"
         *                 }
         *               ],
         *               "credential_metadata": {
         *                 "claims": [
         *                   {
         *                     "path": [
         *                       "name"
         *                     ],
         *                     "display": [
         *                       {
         *                         "name": "Name",
         *                         "locale": "en"
         *                       },
         *                       {
         *                         "name": "Name",
         *                         "locale": "de"
         *                       }
         *                     ]
         *                   },
         *                   {
         *                     "path": [
         *                       "department"
         *                     ],
         *                     "display": [
         *                       {
         *                         "name": "Department",
         *                         "locale": "en"
         *                       },
         *                       {
         *                         "name": "Abteilung",
         *                         "locale": "de"
         *                       }
         *                     ]
         *                   }
         *                 ]
         *               }
         *             },
         *             "claims": {
         *               "name": "Erika Mustermann",
         *               "department": "Accounts"
         *             },
         *             "disclosureFrame": {
         *               "_sd": [
         *                 "name",
         *                 "department"
         *               ]
         *             },
         *             "vct": {
         *               "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *               "name": "Staff card",
         *               "description": "Shows that its holder works here"
         *             },
         *             "schema": {
         *               "$schema": "https://json-schema.org/draft/2020-12/schema",
         *               "type": "object",
         *               "properties": {
         *                 "iss": {
         *                   "type": "string"
         *                 },
         *                 "vct": {
         *                   "type": "string"
         *                 },
         *                 "cnf": {
         *                   "type": "object"
         *                 },
         *                 "name": {
         *                   "type": "string",
         *                   "minLength": 1
         *                 },
         *                 "department": {
         *                   "type": "string"
         *                 }
         *               },
         *               "required": [
         *                 "iss",
         *                 "vct",
         *                 "cnf",
         *                 "name"
         *               ]
         *             },
         *             "lifetime": 31536000
         *           }
         *         ]
         *       },
         *       "fingerprint": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
         *     }
         */
        BundleApply: {
            bundle: components["schemas"]["ConfigurationBundle"];
            /** @description Takes over objects that the tenant has and no bundle owns. Default: they are errors */
            adopt?: boolean;
            /** @description Of the plan that is applied; another state is refused */
            fingerprint: string;
        };
        BundleMistake: {
            /** @description JSON pointer from the object */
            pointer: string;
            detail: string;
        };
        BundlePlan: {
            name: string;
            generation: number;
            /** @description Names this plan in the call that applies it */
            fingerprint: string;
            /** @description Whether anything would be written */
            changes: boolean;
            objects: components["schemas"]["PlannedObject"][];
        };
        /**
         * @description A bundle to compare with the tenant
         * @example {
         *       "bundle": {
         *         "$schema": "https://issuer.example/schemas/bundle.json",
         *         "version": 1,
         *         "name": "museum",
         *         "generation": 7,
         *         "issuance": [
         *           {
         *             "id": "staff-card",
         *             "config": {
         *               "format": "dc+sd-jwt",
         *               "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *               "scope": "staff-card",
         *               "display": [
         *                 {
         *                   "name": "Staff card",
         *                   "locale": "en",
         *                   "background_color": "#1d3557",
         *                   "text_color": "#ffffff"
         *                 },
         *                 {
         *                   "name": "Dienstausweis",
         *                   "locale": "de",
         *                   "background_color": "#1d3557",
         *                   "text_color": "#ffffff"
         *                 }
         *               ],
         *               "credential_metadata": {
         *                 "claims": [
         *                   {
         *                     "path": [
         *                       "name"
         *                     ],
         *                     "display": [
         *                       {
         *                         "name": "Name",
         *                         "locale": "en"
         *                       },
         *                       {
         *                         "name": "Name",
         *                         "locale": "de"
         *                       }
         *                     ]
         *                   },
         *                   {
         *                     "path": [
         *                       "department"
         *                     ],
         *                     "display": [
         *                       {
         *                         "name": "Department",
         *                         "locale": "en"
         *                       },
         *                       {
         *                         "name": "Abteilung",
         *                         "locale": "de"
         *                       }
         *                     ]
         *                   }
         *                 ]
         *               }
         *             },
         *             "claims": {
         *               "name": "Erika Mustermann",
         *               "department": "Accounts"
         *             },
         *             "disclosureFrame": {
         *               "_sd": [
         *                 "name",
         *                 "department"
         *               ]
         *             },
         *             "vct": {
         *               "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *               "name": "Staff card",
         *               "description": "Shows that its holder works here"
         *             },
         *             "schema": {
         *               "$schema": "https://json-schema.org/draft/2020-12/schema",
         *               "type": "object",
         *               "properties": {
         *                 "iss": {
         *                   "type": "string"
         *                 },
         *                 "vct": {
         *                   "type": "string"
         *                 },
         *                 "cnf": {
         *                   "type": "object"
         *                 },
         *                 "name": {
         *                   "type": "string",
         *                   "minLength": 1
         *                 },
         *                 "department": {
         *                   "type": "string"
         *                 }
         *               },
         *               "required": [
         *                 "iss",
         *                 "vct",
         *                 "cnf",
         *                 "name"
         *               ]
         *             },
         *             "lifetime": 31536000
         *           }
         *         ]
         *       }
         *     }
         */
        BundlePlanRequest: {
            bundle: components["schemas"]["ConfigurationBundle"];
            /** @description Takes over objects that the tenant has and no bundle owns. Default: they are errors */
            adopt?: boolean;
        };
        ButtonCode: {
            /** @description Modules of a side, with the quiet zone */
            size: number;
            /** @description The dark modules, as `d` of an SVG path */
            path: string;
        };
        ButtonRequest: {
            /** @description Until the request ends */
            secondsLeft: number;
            /** @description Opens a wallet on the same device; only with a way back to the browser */
            link?: string;
            qr?: components["schemas"]["ButtonCode"];
            /** @description `{protocol, data}`, for `navigator.credentials.get` */
            requests?: {
                [key: string]: unknown;
            }[];
        };
        ButtonState: {
            /** @enum {string} */
            state: "waiting" | "verified" | "refused" | "expired";
            /**
             * @description While it waits: the wallet has the request, or is redirecting its browser
             * @enum {string}
             */
            step?: "opened" | "returning";
            /**
             * @description With refused, and with waiting if the wallet's last response was not accepted
             * @enum {string}
             */
            reason?: "declined" | "not_accepted";
            /** @description Until the request ends; only while it waits */
            secondsLeft?: number;
        };
        ButtonText: {
            lang: string;
            value: string;
        };
        /**
         * @example {
         *       "pem": "-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n"
         *     }
         */
        CertificateChainBody: {
            /** @description Certificates in PEM, leaf first, at most 4, without the root */
            pem: string;
        };
        /**
         * @example {
         *       "country": "DE",
         *       "organization": "Example Shop AG",
         *       "organizationIdentifier": "NTRDE-HRB123456",
         *       "commonName": "Example Shop",
         *       "uris": [
         *         "https://shop.example/support"
         *       ]
         *     }
         */
        CertificateSubject: {
            /** @description Name that users see: the organization's or the service's */
            commonName: string;
            country?: string;
            organization?: string;
            organizationalUnit?: string;
            /** @description ETSI EN 319 412-1, such as NTRDE-HRB123456 */
            organizationIdentifier?: string;
            givenName?: string;
            surname?: string;
            pseudonym?: string;
            /** @description Identifier of a natural person */
            serialNumber?: string;
            /** @description Contacts */
            uris?: string[];
            /** @description Contacts */
            emails?: string[];
            /** @description Contacts */
            telephones?: string[];
            /** @description Host names */
            hosts?: string[];
        };
        ChallengeResponse: {
            authorization_code: string;
        };
        /**
         * @example {
         *       "overlap": 600
         *     }
         */
        ClientRotation: {
            /** @description Overlap in seconds, in which the previous secret and its tokens are still accepted; 0 ends them immediately. Default: 3600 */
            overlap?: number;
        };
        ComponentHealth: {
            /** @enum {string} */
            status: "up" | "down";
            message?: string;
        };
        /**
         * @description The part of a tenant’s configuration that one repository owns
         * @example {
         *       "$schema": "https://issuer.example/schemas/bundle.json",
         *       "version": 1,
         *       "name": "museum",
         *       "generation": 7,
         *       "issuance": [
         *         {
         *           "id": "staff-card",
         *           "config": {
         *             "format": "dc+sd-jwt",
         *             "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *             "scope": "staff-card",
         *             "display": [
         *               {
         *                 "name": "Staff card",
         *                 "locale": "en",
         *                 "background_color": "#1d3557",
         *                 "text_color": "#ffffff"
         *               },
         *               {
         *                 "name": "Dienstausweis",
         *                 "locale": "de",
         *                 "background_color": "#1d3557",
         *                 "text_color": "#ffffff"
         *               }
         *             ],
         *             "credential_metadata": {
         *               "claims": [
         *                 {
         *                   "path": [
         *                     "name"
         *                   ],
         *                   "display": [
         *                     {
         *                       "name": "Name",
         *                       "locale": "en"
         *                     },
         *                     {
         *                       "name": "Name",
         *                       "locale": "de"
         *                     }
         *                   ]
         *                 },
         *                 {
         *                   "path": [
         *                     "department"
         *                   ],
         *                   "display": [
         *                     {
         *                       "name": "Department",
         *                       "locale": "en"
         *                     },
         *                     {
         *                       "name": "Abteilung",
         *                       "locale": "de"
         *                     }
         *                   ]
         *                 }
         *               ]
         *             }
         *           },
         *           "claims": {
         *             "name": "Erika Mustermann",
         *             "department": "Accounts"
         *           },
         *           "disclosureFrame": {
         *             "_sd": [
         *               "name",
         *               "department"
         *             ]
         *           },
         *           "vct": {
         *             "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *             "name": "Staff card",
         *             "description": "Shows that its holder works here"
         *           },
         *           "schema": {
         *             "$schema": "https://json-schema.org/draft/2020-12/schema",
         *             "type": "object",
         *             "properties": {
         *               "iss": {
         *                 "type": "string"
         *               },
         *               "vct": {
         *                 "type": "string"
         *               },
         *               "cnf": {
         *                 "type": "object"
         *               },
         *               "name": {
         *                 "type": "string",
         *                 "minLength": 1
         *               },
         *               "department": {
         *                 "type": "string"
         *               }
         *             },
         *             "required": [
         *               "iss",
         *               "vct",
         *               "cnf",
         *               "name"
         *             ]
         *           },
         *           "lifetime": 31536000
         *         }
         *       ]
         *     }
         */
        ConfigurationBundle: {
            /** @description Address of this schema, for editors. It must end in bundle.json: another form is refused */
            $schema: string;
            /** @description Version of the form, as in an export */
            version: number;
            /** @description What owns the objects. A tenant may have several bundles; an object belongs to one */
            name: string;
            /** @description A lower one than the last applied is refused, so that an old pipeline undoes nothing */
            generation: number;
            /** @description Ignored: the credential of the call selects the tenant */
            tenant?: string;
            /** @description Ignored: `***` keeps the tenant's stored secret */
            secrets?: string;
            /** @description Credential configurations, each with its id */
            issuance?: {
                [key: string]: unknown;
            }[];
            /** @description Presentation configurations, each with its id */
            presentation?: {
                [key: string]: unknown;
            }[];
            /** @description Identity provider where users sign in */
            signIn?: {
                [key: string]: unknown;
            };
            /** @description Name, logo and colours of the issuer: `entries` */
            display?: {
                [key: string]: unknown;
            };
            /** @description Images: `file` and its `data` in base64. In a file, `path` instead of `data` reads a file */
            images?: {
                [key: string]: unknown;
            }[];
            /** @description Trust anchors: `purpose`, `id`, `pem` and limits */
            trust?: {
                [key: string]: unknown;
            }[];
            /** @description Sources of trust lists, as POST /trust/lists accepts them */
            trustLists?: {
                [key: string]: unknown;
            }[];
            /** @description Registration certificates: `id`, `jwt` and `cwt` */
            registrationCertificates?: {
                [key: string]: unknown;
            }[];
            /** @description Registered wallets, as POST /configurations/wallets takes them */
            wallets?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description An export
         * @example {
         *       "version": 1,
         *       "issuance": [
         *         {
         *           "id": "staff-card",
         *           "config": {
         *             "format": "dc+sd-jwt",
         *             "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *             "scope": "staff-card",
         *             "display": [
         *               {
         *                 "name": "Staff card",
         *                 "locale": "en",
         *                 "background_color": "#1d3557",
         *                 "text_color": "#ffffff"
         *               },
         *               {
         *                 "name": "Dienstausweis",
         *                 "locale": "de",
         *                 "background_color": "#1d3557",
         *                 "text_color": "#ffffff"
         *               }
         *             ],
         *             "credential_metadata": {
         *               "claims": [
         *                 {
         *                   "path": [
         *                     "name"
         *                   ],
         *                   "display": [
         *                     {
         *                       "name": "Name",
         *                       "locale": "en"
         *                     },
         *                     {
         *                       "name": "Name",
         *                       "locale": "de"
         *                     }
         *                   ]
         *                 },
         *                 {
         *                   "path": [
         *                     "department"
         *                   ],
         *                   "display": [
         *                     {
         *                       "name": "Department",
         *                       "locale": "en"
         *                     },
         *                     {
         *                       "name": "Abteilung",
         *                       "locale": "de"
         *                     }
         *                   ]
         *                 }
         *               ]
         *             }
         *           },
         *           "claims": {
         *             "name": "Erika Mustermann",
         *             "department": "Accounts"
         *           },
         *           "disclosureFrame": {
         *             "_sd": [
         *               "name",
         *               "department"
         *             ]
         *           },
         *           "vct": {
         *             "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *             "name": "Staff card",
         *             "description": "Shows that its holder works here"
         *           },
         *           "schema": {
         *             "$schema": "https://json-schema.org/draft/2020-12/schema",
         *             "type": "object",
         *             "properties": {
         *               "iss": {
         *                 "type": "string"
         *               },
         *               "vct": {
         *                 "type": "string"
         *               },
         *               "cnf": {
         *                 "type": "object"
         *               },
         *               "name": {
         *                 "type": "string",
         *                 "minLength": 1
         *               },
         *               "department": {
         *                 "type": "string"
         *               }
         *             },
         *             "required": [
         *               "iss",
         *               "vct",
         *               "cnf",
         *               "name"
         *             ]
         *           },
         *           "lifetime": 31536000
         *         }
         *       ],
         *       "presentation": [
         *         {
         *           "id": "staff-check",
         *           "dcql_query": {
         *             "credentials": [
         *               {
         *                 "id": "card",
         *                 "format": "dc+sd-jwt",
         *                 "meta": {
         *                   "vct_values": [
         *                     "<PUBLIC_URL>/credentials/vct/staff-card"
         *                   ]
         *                 },
         *                 "claims": [
         *                   {
         *                     "path": [
         *                       "name"
         *                     ]
         *                   }
         *                 ]
         *               }
         *             ]
         *           },
         *           "registrationCert": {
         *             "id": "staff-check-certificate",
         *             "body": {
         *               "privacy_policy": "https://example.com/privacy",
         *               "purpose": [
         *                 {
         *                   "name": "Checking who enters",
         *                   "locale": "en"
         *                 },
         *                 {
         *                   "name": "Prüfen, wer eintritt",
         *                   "locale": "de"
         *                 }
         *               ],
         *               "contact": {
         *                 "website": "https://example.com",
         *                 "e-mail": "privacy@example.com",
         *                 "phone": "+49 30 1234567"
         *               },
         *               "credentials": [
         *                 {
         *                   "format": "dc+sd-jwt",
         *                   "meta": {
         *                     "vct_values": [
         *                       "<PUBLIC_URL>/credentials/vct/staff-card"
         *                     ]
         *                   },
         *                   "claims": [
         *                     {
         *                       "path": [
         *                         "name"
         *                       ]
         *                     }
         *                   ]
         *                 }
         *               ]
         *             }
         *           }
         *         }
         *       ]
         *     }
         */
        ConfigurationsImport: {
            /** @description Version of the file format */
            version: number;
            /** @description Ignored: the caller's credential selects the tenant */
            tenant?: string;
            /** @description Ignored: `***` keeps the tenant's stored secret */
            secrets?: string;
            /** @description Credential configurations, each with its id */
            issuance?: {
                [key: string]: unknown;
            }[];
            /** @description Presentation configurations, each with its id */
            presentation?: {
                [key: string]: unknown;
            }[];
            /** @description Identity provider where users sign in */
            signIn?: {
                [key: string]: unknown;
            };
            /** @description Name, logo and colours of the issuer: `entries` */
            display?: {
                [key: string]: unknown;
            };
            /** @description Images stored through the API: `file` and its `data` in base64 */
            images?: {
                [key: string]: unknown;
            }[];
            /** @description Trust anchors stored through the API: `purpose`, `id`, `pem` and limits */
            trust?: {
                [key: string]: unknown;
            }[];
            /** @description Trust list sources stored through the API, as POST /trust/lists accepts them */
            trustLists?: {
                [key: string]: unknown;
            }[];
            /** @description Registration certificates stored through the API: `id`, `jwt` and `cwt` */
            registrationCertificates?: {
                [key: string]: unknown;
            }[];
            /** @description Registered wallets, as POST /configurations/wallets accepts them */
            wallets?: {
                [key: string]: unknown;
            };
            /** @description Published trust lists with their entities: as POST /hosted-lists/{list} accepts them, with `id` and `entities` */
            hostedLists?: {
                [key: string]: unknown;
            }[];
        };
        /** @description Texts of the page on which the user confirms, each as `[{"lang", "value"}]` */
        ConfirmationTexts: {
            affirmative_action_label: components["schemas"]["ButtonText"][];
            denial_action_label?: components["schemas"]["ButtonText"][];
            transaction_title?: components["schemas"]["TitleText"][];
            security_hint?: components["schemas"]["HintText"][];
        } & {
            [key: string]: components["schemas"]["HintText"][];
        };
        ConfirmedTransactions: {
            /** @description The confirmed entries of the request's `transaction_data`: the base64url strings whose bytes were hashed */
            transactionData: string[];
            authentication?: components["schemas"]["StrongAuthentication"];
        };
        /**
         * @description Either `api_key`, or `client_id` and `client_secret`
         * @example {
         *       "client_id": "root",
         *       "client_secret": "the secret of the client"
         *     }
         */
        ConsoleLogin: {
            /** @description AUTH_API_KEY, for variant A */
            api_key?: string;
            client_id?: string;
            client_secret?: string;
        };
        /**
         * @example {
         *       "tenant": "root",
         *       "variant": "b",
         *       "role": "admin",
         *       "platform": true,
         *       "name": "root",
         *       "profile": "open",
         *       "expiresAt": "2026-01-26T17:30:00.000Z"
         *     }
         */
        ConsoleSession: {
            /** @description The tenant that calls are about */
            tenant: string;
            /** @description Tenant of the sign-in, while a platform administrator works in a different one */
            home?: string;
            /** @enum {string} */
            variant: "a" | "b";
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            /** @description Whether the caller manages the whole installation */
            platform: boolean;
            /** @description Name of the signed-in user or client */
            name: string;
            /**
             * @description The tenant's; absent if its `tenant.json` has an error
             * @enum {string}
             */
            profile?: "open" | "haip" | "eu";
            /**
             * Format: date-time
             * @description End of the sign-in; absent for an API key or bearer token
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
        };
        ContactInLanguage: {
            /** @description Language (BCP 47) */
            lang: string;
            /** @description Address with mailto:, tel:, https: or http: */
            uri: string;
        };
        Credential: {
            /** @description SD-JWT VC, or base64url of an IssuerSigned of ISO mdoc */
            credential: string;
        };
        /**
         * @description Credential configuration of variant A
         * @example {
         *       "id": "staff-card",
         *       "config": {
         *         "format": "dc+sd-jwt",
         *         "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *         "scope": "staff-card",
         *         "display": [
         *           {
         *             "name": "Staff card",
         *             "locale": "en",
         *             "background_color": "#1d3557",
         *             "text_color": "#ffffff"
         *           },
         *           {
         *             "name": "Dienstausweis",
         *             "locale": "de",
         *             "background_color": "#1d3557",
         *             "text_color": "#ffffff"
         *           }
         *         ],
         *         "credential_metadata": {
         *           "claims": [
         *             {
         *               "path": [
         *                 "name"
         *               ],
         *               "display": [
         *                 {
         *                   "name": "Name",
         *                   "locale": "en"
         *                 },
         *                 {
         *                   "name": "Name",
         *                   "locale": "de"
         *                 }
         *               ]
         *             },
         *             {
         *               "path": [
         *                 "department"
         *               ],
         *               "display": [
         *                 {
         *                   "name": "Department",
         *                   "locale": "en"
         *                 },
         *                 {
         *                   "name": "Abteilung",
         *                   "locale": "de"
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       },
         *       "claims": {
         *         "name": "Erika Mustermann",
         *         "department": "Accounts"
         *       },
         *       "disclosureFrame": {
         *         "_sd": [
         *           "name",
         *           "department"
         *         ]
         *       },
         *       "vct": {
         *         "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *         "name": "Staff card",
         *         "description": "Shows that its holder works here"
         *       },
         *       "schema": {
         *         "$schema": "https://json-schema.org/draft/2020-12/schema",
         *         "type": "object",
         *         "properties": {
         *           "iss": {
         *             "type": "string"
         *           },
         *           "vct": {
         *             "type": "string"
         *           },
         *           "cnf": {
         *             "type": "object"
         *           },
         *           "name": {
         *             "type": "string",
         *             "minLength": 1
         *           },
         *           "department": {
         *             "type": "string"
         *           }
         *         },
         *         "required": [
         *           "iss",
         *           "vct",
         *           "cnf",
         *           "name"
         *         ]
         *       },
         *       "lifetime": 31536000
         *     }
         */
        CredentialConfig: {
            /** @description Configuration id */
            id: string;
            /** @description Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4); needs `format` */
            config: CredentialConfiguration;
            /** @description Static claims. Claims from the offer or the webhook replace them. In an mdoc `{namespace: {element: value}}`, in a W3C credential `{"credentialSubject": {claim: value}}` */
            claims: {
                [key: string]: unknown;
            };
            /** @description mdoc only: element types that JSON cannot express, `{namespace: {element: type}}` */
            element_types?: {
                [key: string]: {
                    [key: string]: "text" | "bool" | "integer" | "full-date" | "tdate" | "bytes" | "map" | "array";
                };
            };
            /** @description mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms */
            device_namespaces?: string[];
            /** @description mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`. Default: true in the profile eu, otherwise false */
            protected_certificate?: boolean;
            /** @description Which claims are selectively disclosable: `{"_sd": [names]}`, nested. Required for an SD-JWT VC, even as `{}`; other formats have none */
            disclosureFrame?: {
                [key: string]: unknown;
            };
            vct?: components["schemas"]["VCT"];
            presentation_during_issuance?: components["schemas"]["PresentationDuringIssuance"];
            /** @description Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential. Not with presentation_during_issuance, whose webhook does that */
            attribute_provider?: string;
            refresh?: components["schemas"]["Refresh"];
            one_active?: components["schemas"]["OneActive"];
            /** @description Whether a wallet may start without an offer. The user signs in at the tenant's identity provider. Not with presentation_during_issuance */
            wallet_initiated?: boolean;
            /** @description Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer. Not with presentation_during_issuance */
            sign_in?: boolean;
            schema?: components["schemas"]["SchemaResponse"];
            /** @description Seconds */
            lifetime?: number;
            /** @description The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400; default false */
            short_lived?: boolean;
            /** @description Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`; default: the tenant's key */
            keys?: string;
            disclosure_policy?: components["schemas"]["DisclosurePolicy"];
            attestation_scheme?: components["schemas"]["AttestationScheme"];
            /** @description Revoke the credentials when the wallet or its keys are revoked; default false */
            revocation_chaining?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write */
            findings?: {
                [key: string]: unknown;
            }[];
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source?: "file" | "api";
        };
        /** @description OpenID4VCI 1.0, 4.1.1 */
        CredentialOffer: {
            credential_issuer: string;
            credential_configuration_ids: string[];
            grants?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "credential_configuration_id": "pid",
         *       "proofs": {
         *         "jwt": [
         *           "header.payload.signature"
         *         ]
         *       }
         *     }
         */
        CredentialRequest: {
            credential_configuration_id?: string;
            credential_identifier?: string;
            proofs?: components["schemas"]["KeyProofs"];
            /** @description Older form, one key */
            proof?: {
                [key: string]: unknown;
            };
            credential_response_encryption?: components["schemas"]["ResponseEncryption"];
        };
        CredentialResponse: {
            credentials: components["schemas"]["Credential"][];
            notification_id?: string;
            /** @description Absent with WALLET_DIALECT=standard, as c_nonce_expires_in */
            c_nonce?: string;
            /** @description Seconds */
            c_nonce_expires_in?: number;
        };
        CredentialSigner: {
            /** @description Distinguished name of the certificate */
            subject: string;
            /** @description Distinguished name of what issued the certificate */
            issuer: string;
            /** @description SHA-256 of the certificate: hexadecimal pairs, by colons */
            fingerprint: string;
            list?: components["schemas"]["SignerListEntry"];
        };
        /**
         * @description An additional form of a request
         * @enum {string}
         */
        DcApiForm: "unsigned" | "multisigned";
        /** @description The dead deliveries of a time, oldest first */
        DeadDeliveries: {
            /** @description Made at this time (ISO 8601) or later */
            from?: string;
            /** @description Made before this time (ISO 8601) */
            until?: string;
            /** @description Only deliveries to this target: scheme, host and port */
            target?: string;
            /** @description `next` from the previous response, with the same times */
            after?: string;
        };
        /**
         * @example {
         *       "transaction_id": "id-of-the-answer"
         *     }
         */
        DeferredCredentialRequest: {
            transaction_id: string;
            credential_response_encryption?: components["schemas"]["ResponseEncryption"];
        };
        DeferredCredentialResponse: {
            transaction_id: string;
            /** @description Seconds */
            interval: number;
            /** @description Absent with WALLET_DIALECT=standard, as c_nonce_expires_in */
            c_nonce?: string;
            /** @description Seconds */
            c_nonce_expires_in?: number;
        };
        Delivery: {
            /** @description Also the `webhook-id` of each attempt */
            id: string;
            /** @description `type` of the payload */
            type: string;
            /** @description Scheme, host and port */
            target: string;
            /** @enum {string} */
            state: "due" | "leased" | "delivered" | "dead";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            endedAt?: string;
            /** @description Why it failed permanently */
            reason?: string;
            /** @description Readable reason */
            description?: string;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description After a failure, what identifies the response. The rest of it is not kept */
        DeliveryAnswer: {
            /** @description Media type of the response */
            type?: string;
            /** @description Its member `code`, `error` or `type`, if that is a code */
            code?: string;
            /** @description `title` of a problem document */
            title?: string;
        };
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            milliseconds: number;
            /** @description HTTP status of the response */
            status?: number;
            /** @description Bytes of the body that was sent */
            sent?: number;
            /** @description Bytes in the response body */
            received?: number;
            /** @description Why there is no usable response */
            error?: string;
            answer?: components["schemas"]["DeliveryAnswer"];
            /** @description Readable error message */
            description?: string;
        };
        DeliveryCounts: {
            waiting: number;
            delivered: number;
            dead: number;
        };
        /** @description Absent if the latest attempt succeeded */
        DeliveryFailing: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            since: string;
            last: components["schemas"]["DeliveryAttempt"];
            /**
             * Format: date-time
             * @description Resend dead deliveries from this time
             * @example 2026-01-26T09:30:00.000Z
             */
            deadFrom?: string;
        };
        /**
         * @description Which deliveries are listed
         * @enum {string}
         */
        DeliveryList: "waiting" | "delivered" | "dead";
        /**
         * @description Either `ids` or `dead`
         * @example {
         *       "dead": {
         *         "from": "2026-01-26T09:00:00Z",
         *         "until": "2026-01-26T12:00:00Z"
         *       }
         *     }
         */
        DeliveryReplay: {
            /** @description Deliveries */
            ids?: string[];
            dead?: components["schemas"]["DeadDeliveries"];
        };
        /**
         * @description Whether it is sent again, or why not
         * @enum {string}
         */
        DeliveryReplayOutcome: "replayed" | "unknown" | "claims" | "erased" | "session_over" | "under_way";
        DeliveryReplayResult: {
            id: string;
            session?: string;
            result: components["schemas"]["DeliveryReplayOutcome"];
            /** @description Why it is not resent, as a readable message */
            description?: string;
        };
        DeliveryReplayResults: {
            results: components["schemas"]["DeliveryReplayResult"][];
            /** @description More dead deliveries may follow: `after` of the next call */
            next?: string;
        };
        DeliveryRequest: {
            method: string;
            /** @description Scheme, host and port */
            target: string;
            /** @description Without signature, timestamp and authentication, which each attempt sets */
            headers: {
                [key: string]: unknown;
            };
            /** @description The body, without the members that `withheld` lists */
            payload: {
                [key: string]: unknown;
            };
            /** @description `credentials` if the body contains presented claims, and `state` for a viewer */
            withheld: string[];
        };
        DeliverySummary: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            until: string;
            /** @description False if a state has more than 1000 deliveries. Only the newest 1000 are counted */
            complete: boolean;
            counts: components["schemas"]["DeliveryCounts"];
            /** @description By hour, or by 24 hours for periods of more than two days */
            times: components["schemas"]["DeliveryTime"][];
            /** @description Failing ones first */
            targets: components["schemas"]["DeliveryTarget"][];
        };
        DeliveryTarget: {
            /** @description Scheme, host and port */
            target: string;
            /** @description Attempts with a 2xx response */
            delivered: number;
            /** @description Other attempts */
            failed: number;
            /** @description Median duration of the attempts, in milliseconds */
            median?: number;
            /** @description 95th percentile */
            p95?: number;
            /** @description Pending deliveries */
            waiting: number;
            /** @description Deliveries without a further attempt */
            dead: number;
            failing?: components["schemas"]["DeliveryFailing"];
        };
        DeliveryTime: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            /** @description Attempts with a 2xx response */
            delivered: number;
            /** @description Other attempts */
            failed: number;
            /** @description Median duration of the attempts, in milliseconds */
            median?: number;
            /** @description 95th percentile */
            p95?: number;
        };
        DigitalCredentialRequest: {
            /** @description Exchange protocol, such as openid4vp-v1-signed */
            protocol: string;
            data: {
                [key: string]: unknown;
            };
        };
        /** @description What a page passes to `navigator.credentials` as `{ digital }`: to `get` for a presentation with the response_type dc-api; to `create` for an offer if DC_API_ISSUANCE is on */
        DigitalCredentialRequests: {
            requests: components["schemas"]["DigitalCredentialRequest"][];
        };
        /** @description A party that may receive the credential */
        DisclosureParty: {
            /** @description The party, as `sub` of its registration certificate */
            identifier: string;
            /** @description Its name (RFC 4514), for people: wallets do not compare it */
            subject_dn?: string;
            /**
             * Format: uri
             * @description URI of an entitlement that its certificate must also have
             */
            entitlement?: string;
        };
        /** @description Whom wallets may show the credential to: they warn their users elsewhere. Not for a PID. A change needs the revocation of what was issued */
        DisclosurePolicy: {
            /**
             * Format: uri
             * @description URI that names the policy. Wallets do not load it
             */
            id: string;
            /**
             * @description `parties`: only the listed ones; `roots`: those registered below one of these certificates
             * @enum {string}
             */
            type: "anyone" | "parties" | "roots";
            /** @description The policy in plain words */
            description?: string;
            /** @description Id of whoever decides it */
            authority?: string;
            /**
             * Format: uri
             * @description Page that explains it to users
             */
            info_url?: string;
            /** @description For the type `parties` */
            parties?: components["schemas"]["DisclosureParty"][];
            /** @description For the type `roots` */
            roots?: components["schemas"]["DisclosureRoot"][];
        };
        /** @description A certificate below which the registration certificate was signed */
        DisclosureRoot: {
            /** @description The certificate's issuer (RFC 4514) */
            issuer_dn: string;
            /** @description In hexadecimal */
            serial_number: string;
        };
        Display: {
            source: components["schemas"]["DisplaySource"];
            /** @description One entry per language */
            entries: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "entries": [
         *         {
         *           "name": "City library",
         *           "locale": "en",
         *           "logo": {
         *             "uri": "<PUBLIC_URL>/public/logo.png",
         *             "alt_text": "A book"
         *           }
         *         }
         *       ]
         *     }
         */
        DisplayBody: {
            /** @description One entry per language */
            entries: components["schemas"]["DisplayEntry"][];
        };
        DisplayEntry: {
            name: string;
            /** @description Language tag (BCP 47); one entry for each */
            locale?: string;
            description?: string;
            logo?: components["schemas"]["DisplayImage"];
            background_image?: components["schemas"]["DisplayImage"];
            /** @description For example, #1d3557 */
            background_color?: string;
            /** @description For example, #1d3557 */
            text_color?: string;
            /** @description Colour of the pages that users see, #rgb or #rrggbb */
            accent_color?: string;
        };
        /** @description Needs uri or url */
        DisplayImage: {
            /** @description Address; `<PUBLIC_URL>/public/logo.png` is a stored image */
            uri?: string;
            /** @description The same for wallets of older drafts; `uri` goes out under both names */
            url?: string;
            alt_text?: string;
        };
        /**
         * @description `file`: display.json of the tenant; `api`: written by POST /configurations/display
         * @enum {string}
         */
        DisplaySource: "file" | "api" | "none";
        Document: {
            [key: string]: unknown;
        };
        DryRunProfile: {
            /** @description Real wallet */
            profile: string;
            /** @description Source of its known behaviour */
            source: string;
            /** @description Whether it accepts this tenant's metadata */
            takes: boolean;
            /** @description Why not */
            why?: string[];
        };
        DryRunRefusal: {
            step: string;
            /**
             * @description Who refused: this server, or the wallet
             * @enum {string}
             */
            by: "server" | "wallet";
            /** @description Code that the wallet got */
            error?: string;
            /** @description Name of the catalogue of reasons */
            reason?: string;
            description?: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            /** @enum {string} */
            blame?: "wallet" | "configuration" | "backend" | "operator" | "user" | "time";
            standard?: components["schemas"]["StandardSection"];
            facts?: {
                [key: string]: unknown;
            };
            /** @description `{pointer, detail}` each, of a call of the backend */
            errors?: {
                [key: string]: unknown;
            }[];
        };
        /** @description Report of a dry run */
        DryRunReport: {
            /**
             * @description `accepted`: the flow completed. `refused`: see `refusal`. `stopped`: a user or a backend must continue, see `stopped`
             * @enum {string}
             */
            outcome: "accepted" | "refused" | "stopped";
            /** @description Id that the session had; it is erased */
            session?: string;
            steps: components["schemas"]["DryRunStep"][];
            refusal?: components["schemas"]["DryRunRefusal"];
            stopped?: components["schemas"]["DryRunStopped"];
            /** @description The credential as a wallet shows it: display, claims with their names */
            credential?: {
                [key: string]: unknown;
            };
            /** @description The request as a wallet shows it: who asks, why, and for which claims */
            request?: {
                [key: string]: unknown;
            };
            /** @description The claims that the wallet showed, by credential query */
            presented?: {
                [key: string]: unknown;
            };
            warnings: components["schemas"]["DryRunWarning"][];
            profiles: components["schemas"]["DryRunProfile"][];
            /** @description Entries of the status list that were revoked at the end */
            revoked: number;
            /** @description Whether the session was erased; if not, a job erases it within minutes */
            erased: boolean;
        };
        DryRunStep: {
            /** @description What the wallet was doing */
            step: string;
            method: string;
            /** @description Without query and without secrets */
            url: string;
            status: number;
            /** @description Milliseconds */
            ms: number;
            /**
             * @description `info`: the response requires more, such as a nonce or a presentation
             * @enum {string}
             */
            outcome: "ok" | "info" | "refused";
            /** @description Code that the wallet got */
            error?: string;
            /** @description Request id, as in the log and in `x-request-id` */
            request?: string;
        };
        DryRunStopped: {
            explanation: string;
            hint: string;
        };
        DryRunWarning: {
            code: string;
            /** @description Where in the configuration: JSON pointer (RFC 6901) */
            pointer?: string;
            /** @description What will go wrong */
            detail: string;
            /** @description What to change */
            hint: string;
        };
        EarlierWebhookSecret: {
            generation: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            until: string;
        };
        EffectiveSetting: {
            name: string;
            /** @description String, number, boolean or list; `***` if it may contain a secret; absent if not set */
            value?: unknown;
            /** @enum {string} */
            source: "environment" | "default" | "none";
            secret: boolean;
            meaning: string;
        };
        EffectiveSettings: {
            version: string;
            license: string;
            settings: components["schemas"]["EffectiveSetting"][];
        };
        Empty: Record<string, never>;
        ErasureRequester: {
            client: string;
            tenant: string;
            request?: string;
        };
        /**
         * @description Error code
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "unsupported_response_type" | "invalid_scope" | "access_denied" | "invalid_request_uri" | "request_not_supported" | "invalid_target" | "invalid_authorization_details" | "invalid_transaction_data" | "vp_formats_not_supported" | "insufficient_authorization" | "invalid_session" | "redirect_to_web" | "missing_interaction_type" | "invalid_client_attestation" | "use_attestation_challenge" | "use_fresh_attestation" | "invalid_token" | "insufficient_scope" | "invalid_dpop_proof" | "use_dpop_nonce" | "invalid_credential_request" | "unknown_credential_configuration" | "unknown_credential_identifier" | "invalid_proof" | "invalid_nonce" | "invalid_encryption_parameters" | "credential_request_denied" | "invalid_transaction_id" | "invalid_notification_id" | "invalid_notification_request" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "conflict" | "gone" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "rate_limited" | "server_error" | "not_built" | "temporarily_unavailable";
        EuPart: {
            part: components["schemas"]["EuPartName"];
            state: components["schemas"]["EuPartState"];
            neededBy: components["schemas"]["EuPartUser"][];
            /** @description Below the tenant's folder */
            place: string;
            /** @description What is wrong */
            detail?: string;
            /** @description What to do */
            todo?: string;
            /** @description Why wallets would refuse it */
            findings?: string[];
        };
        /**
         * @description What wallets require
         * @enum {string}
         */
        EuPartName: "profile" | "request_certificate" | "metadata_certificate" | "access_authorities" | "registration_providers" | "request_registration" | "metadata_registration" | "wallet_providers" | "public_body_certificate";
        /**
         * @description `refused`: wallets would refuse it; `not_needed`: the tenant has no configurations that need it
         * @enum {string}
         */
        EuPartState: "present" | "missing" | "refused" | "not_needed";
        /**
         * @description Roles that need it
         * @enum {string}
         */
        EuPartUser: "verifier" | "issuer";
        EuParts: {
            /** @description Of the tenant */
            profile: string;
            /** @description The profile is `eu`, and each required part is present */
            complete: boolean;
            actsFor?: components["schemas"]["PartyRecord"];
            parts: components["schemas"]["EuPart"][];
        };
        ExportedConfigurations: {
            /** @description Version of the file format */
            version: number;
            /** @description Tenant that was exported */
            tenant: string;
            /** @description `left_out`: each secret appears as `***`; `included` */
            secrets: string;
            issuance: components["schemas"]["StoredCredentialConfig"][];
            presentation: components["schemas"]["StoredPresentationConfig"][];
            /** @description Identity provider where users sign in */
            signIn?: {
                [key: string]: unknown;
            };
            /** @description Name, logo and colours of the issuer: `entries` */
            display?: {
                [key: string]: unknown;
            };
            /** @description Images stored through the API: `file` and its `data` in base64 */
            images?: {
                [key: string]: unknown;
            }[];
            /** @description Trust anchors stored through the API: `purpose`, `id`, `pem` and limits */
            trust?: {
                [key: string]: unknown;
            }[];
            /** @description Trust list sources stored through the API, as POST /trust/lists accepts them */
            trustLists?: {
                [key: string]: unknown;
            }[];
            /** @description Registration certificates stored through the API: `id`, `jwt` and `cwt` */
            registrationCertificates?: {
                [key: string]: unknown;
            }[];
            /** @description Registered wallets, as POST /configurations/wallets accepts them */
            wallets?: {
                [key: string]: unknown;
            };
            /** @description Published trust lists with their entities: as POST /hosted-lists/{list} accepts them, with `id` and `entities` */
            hostedLists?: {
                [key: string]: unknown;
            }[];
        };
        ExportedScheme: {
            /** @description `SchemaMeta` of TS11 */
            scheme: {
                [key: string]: unknown;
            };
            /** @description Members that the catalogue requires and the configuration does not have */
            missing: components["schemas"]["MissingMember"][];
        };
        /**
         * @description Secrets in an export
         * @enum {string}
         */
        ExportedSecrets: "include";
        FieldError: {
            /** @description Where: JSON pointer (RFC 6901) */
            pointer: string;
            /** @description What */
            detail: string;
        };
        FollowResponse: {
            /** @enum {string} */
            state: "waiting" | "continue" | "expired" | "refused";
            /**
             * @description With refused, and with waiting if the wallet's last response was not accepted
             * @enum {string}
             */
            reason?: "declined" | "not_accepted" | "issuer";
            /** @description Redirect target; with error=access_denied if the issuance ended */
            redirect?: string;
        };
        /**
         * @example {
         *       "status": "ok",
         *       "info": {
         *         "database": {
         *           "status": "up"
         *         }
         *       },
         *       "error": {},
         *       "details": {
         *         "database": {
         *           "status": "up"
         *         }
         *       }
         *     }
         */
        HealthReport: {
            /** @enum {string} */
            status: "ok" | "error";
            info?: {
                [key: string]: components["schemas"]["ComponentHealth"];
            } | null;
            error?: {
                [key: string]: components["schemas"]["ComponentHealth"];
            } | null;
            details: {
                [key: string]: components["schemas"]["ComponentHealth"];
            };
        };
        HintText: {
            lang: string;
            value: string;
        };
        Home: {
            name: string;
            documentation: string;
            openapi: string;
            health: string;
            credential_issuer?: string;
        };
        HostedCertificate: {
            subject: string;
            /** @description In hexadecimal */
            sha256: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            notAfter: string;
            /** @description Whole days; negative after the end */
            daysLeft: number;
            pem: string;
        };
        HostedEntity: {
            id: string;
            name: {
                [key: string]: unknown;
            }[];
            tradeName?: {
                [key: string]: unknown;
            }[];
            addresses: {
                [key: string]: unknown;
            }[];
            contacts: {
                [key: string]: unknown;
            }[];
            information?: {
                [key: string]: unknown;
            }[];
            services: components["schemas"]["HostedService"][];
        };
        /**
         * @example {
         *       "revision": 1,
         *       "id": "ministry",
         *       "name": [
         *         {
         *           "lang": "en",
         *           "value": "Ministry"
         *         }
         *       ],
         *       "addresses": [
         *         {
         *           "lang": "en",
         *           "street": "Street 1",
         *           "country": "DE"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "lang": "en",
         *           "uri": "mailto:pid@ministry.example"
         *         }
         *       ],
         *       "services": [
         *         {
         *           "purpose": "issuance",
         *           "name": [
         *             {
         *               "lang": "en",
         *               "value": "PIDs"
         *             }
         *           ],
         *           "certificates": "-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n"
         *         }
         *       ]
         *     }
         */
        HostedEntityBody: {
            /** @description Revision of the list that this changes; 0 for a new list */
            revision: number;
            /** @description Your id of the entity */
            id: string;
            /** @description The organisation in its certificates */
            name: components["schemas"]["TextInLanguage"][];
            tradeName?: components["schemas"]["TextInLanguage"][];
            addresses: components["schemas"]["PostalAddress"][];
            contacts: components["schemas"]["ContactInLanguage"][];
            /** @description Address of the entity description */
            information?: components["schemas"]["LinkInLanguage"][];
            services: components["schemas"]["HostedServiceBody"][];
        };
        HostedList: {
            /** @description Name of the list in its address */
            id: string;
            /** @description Address of the published list */
            url: string;
            /** @description LoTEType */
            type: string;
            state: components["schemas"]["HostedListState"];
            /** @description Increases with each change; send it with the next change */
            revision: number;
            /** @description Number of entities */
            entities: number;
            /** @description Rises with each version */
            sequenceNumber: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the version expires; absent for a closed list
             * @example 2026-01-26T09:30:00.000Z
             */
            nextUpdate?: string;
            /** @description The signed list's, in hexadecimal */
            sha256: string;
            /** @description Size of the signed list */
            bytes: number;
        };
        /**
         * @example {
         *       "revision": 0,
         *       "list": "pid-providers",
         *       "operator": {
         *         "name": [
         *           {
         *             "lang": "en",
         *             "value": "Federal Agency"
         *           }
         *         ],
         *         "addresses": [
         *           {
         *             "lang": "en",
         *             "street": "Street 1",
         *             "country": "DE"
         *           }
         *         ],
         *         "contacts": [
         *           {
         *             "lang": "en",
         *             "uri": "mailto:lists@agency.example"
         *           }
         *         ]
         *       },
         *       "name": [
         *         {
         *           "lang": "en",
         *           "value": "DE:providers of PIDs"
         *         }
         *       ],
         *       "information": [
         *         {
         *           "lang": "en",
         *           "uri": "https://agency.example/scheme"
         *         }
         *       ],
         *       "policy": [
         *         {
         *           "lang": "en",
         *           "uri": "https://agency.example/policy"
         *         }
         *       ]
         *     }
         */
        HostedListBody: {
            /** @description Revision of the list that this changes; 0 for a new list */
            revision: number;
            /** @description What the list is of, or the type of another list. It cannot change */
            list: ("pid-providers" | "wallet-providers" | "access-certificate-authorities" | "registration-certificate-providers" | "public-body-attestation-providers" | "registrars") | string;
            /** @description Type of services that issue, of a list that is not one of Europe */
            issuance?: string;
            /** @description Type of services that sign the status of credentials, for both */
            revocation?: string;
            /** @description How an entity's status is determined, for both */
            approach?: string;
            /** @description Rules of the community, for both */
            rules?: components["schemas"]["LinkInLanguage"][];
            /** @description Country of the scheme, for both. European lists have EU */
            territory?: string;
            operator: components["schemas"]["HostedListOperator"];
            /** @description Name of the scheme */
            name: components["schemas"]["TextInLanguage"][];
            /** @description Address of the scheme description */
            information: components["schemas"]["LinkInLanguage"][];
            /** @description Policy or legal notice */
            policy: components["schemas"]["LinkInLanguage"][];
            /** @description Seconds until the next update; a new version is signed after half of them. Default: 30 days */
            updateInterval?: number;
            /** @description PEM of certificates that will sign later versions: the list announces them */
            nextSigners?: string;
        };
        /**
         * @description `signed`: the same content, signed again before its next update
         * @enum {string}
         */
        HostedListChange: "created" | "changed" | "entity-written" | "entity-removed" | "closed" | "signed";
        HostedListDetails: {
            /** @description Name of the list in its address */
            id: string;
            /** @description Address of the published list */
            url: string;
            /** @description LoTEType */
            type: string;
            state: components["schemas"]["HostedListState"];
            /** @description Increases with each change; send it with the next change */
            revision: number;
            /** @description Number of entities */
            entities: number;
            /** @description Rises with each version */
            sequenceNumber: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the version expires; absent for a closed list
             * @example 2026-01-26T09:30:00.000Z
             */
            nextUpdate?: string;
            /** @description The signed list's, in hexadecimal */
            sha256: string;
            /** @description Size of the signed list */
            bytes: number;
            /** @description As it was written */
            scheme: {
                [key: string]: unknown;
            };
            trustedEntities: components["schemas"]["HostedEntity"][];
        };
        HostedListOperator: {
            name: components["schemas"]["TextInLanguage"][];
            addresses: components["schemas"]["PostalAddress"][];
            contacts: components["schemas"]["ContactInLanguage"][];
        };
        /**
         * @description `ended`: the next version could not be signed in time, and none is served
         * @enum {string}
         */
        HostedListState: "published" | "ended" | "closed";
        HostedListVersion: {
            /** @description Rises with each version */
            sequenceNumber: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * Format: date-time
             * @description When the version expires; absent for a closed list
             * @example 2026-01-26T09:30:00.000Z
             */
            nextUpdate?: string;
            /** @description The signed list's, in hexadecimal */
            sha256: string;
            /** @description Size of the signed list */
            bytes: number;
            /** @description Increases with each change; send it with the next change */
            revision: number;
            change: components["schemas"]["HostedListChange"];
            /** @description Id of the entity that was written or removed */
            entity?: string;
            /** @description Management client; absent: the server */
            by?: string;
            /** @description Number of entities */
            entities: number;
        };
        HostedService: {
            purpose: components["schemas"]["HostedServicePurpose"];
            name: {
                [key: string]: unknown;
            }[];
            certificates: components["schemas"]["HostedCertificate"][];
            addresses?: string[];
            status?: string;
            /**
             * Format: date-time
             * @description When the status started
             * @example 2026-01-26T09:30:00.000Z
             */
            since?: string;
            /** @description Earlier statuses, the newest first */
            history?: {
                [key: string]: unknown;
            }[];
        };
        HostedServiceBody: {
            /**
             * @description `revocation`: its certificates sign only the status of the entity's credentials
             * @enum {string}
             */
            purpose: "issuance" | "revocation";
            name: components["schemas"]["TextInLanguage"][];
            /** @description PEM */
            certificates: string;
            /**
             * @description Required in lists of public bodies, not allowed in others
             * @enum {string}
             */
            status?: "notified" | "withdrawn";
            /** @description Addresses of the service; required for a register */
            addresses?: string[];
        };
        /**
         * @description What its certificates sign
         * @enum {string}
         */
        HostedServicePurpose: "issuance" | "revocation";
        Image: {
            file: string;
            /** @description Its address */
            uri: string;
            source: components["schemas"]["ImageSource"];
            /** @description Bytes, of an image with the source `api` */
            size?: number;
            /**
             * Format: date-time
             * @description Alike
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
        };
        /**
         * @example {
         *       "file": "logo.svg",
         *       "data": "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
         *     }
         */
        ImageBody: {
            /** @description Name, with the ending of its type: PNG, JPEG or SVG */
            file: string;
            /** @description The image in base64; at most 256 KiB */
            data: string;
        };
        /**
         * @description `file` of the folder `public`; `api`: written by POST /configurations/images
         * @enum {string}
         */
        ImageSource: "file" | "api";
        /**
         * @description What it is
         * @enum {string}
         */
        ImportKind: "issuance" | "presentation" | "signIn" | "image" | "display" | "trust" | "trustList" | "registrationCertificate" | "wallets" | "hostedList";
        ImportMistake: {
            /** @description JSON pointer into the configuration */
            pointer: string;
            detail: string;
        };
        /**
         * @description What an import does
         * @enum {string}
         */
        ImportMode: "check" | "apply";
        /**
         * @description `new` and `changed` would be written, `wrong` has errors, `file` can only be changed in its file; `written` and `refused` are results of `apply`
         * @enum {string}
         */
        ImportOutcome: "new" | "changed" | "unchanged" | "wrong" | "file" | "written" | "refused";
        ImportResult: {
            kind: components["schemas"]["ImportKind"];
            id?: string;
            /** @description JSON pointer into the file */
            pointer: string;
            outcome: components["schemas"]["ImportOutcome"];
            mistakes: components["schemas"]["ImportMistake"][];
            /** @description With `mode=check`, if the outcome is not `unchanged`: what the tenant has now, without secrets */
            present?: {
                [key: string]: unknown;
            };
        };
        ImportResults: {
            mode: components["schemas"]["ImportMode"];
            results: components["schemas"]["ImportResult"][];
        };
        InteractionResponse: {
            /** @enum {string} */
            status: "require_interaction" | "ok";
            /** @description The required interaction, under the name that the wallet used */
            type?: string;
            auth_session?: string;
            openid4vp_request?: {
                [key: string]: unknown;
            };
            request_uri?: string;
            expires_in?: number;
            code?: string;
        };
        /**
         * @description Credential configuration of variant B
         * @example {
         *       "id": "staff-card",
         *       "config": {
         *         "format": "dc+sd-jwt",
         *         "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *         "scope": "staff-card",
         *         "display": [
         *           {
         *             "name": "Staff card",
         *             "locale": "en",
         *             "background_color": "#1d3557",
         *             "text_color": "#ffffff"
         *           },
         *           {
         *             "name": "Dienstausweis",
         *             "locale": "de",
         *             "background_color": "#1d3557",
         *             "text_color": "#ffffff"
         *           }
         *         ],
         *         "credential_metadata": {
         *           "claims": [
         *             {
         *               "path": [
         *                 "name"
         *               ],
         *               "display": [
         *                 {
         *                   "name": "Name",
         *                   "locale": "en"
         *                 },
         *                 {
         *                   "name": "Name",
         *                   "locale": "de"
         *                 }
         *               ]
         *             },
         *             {
         *               "path": [
         *                 "department"
         *               ],
         *               "display": [
         *                 {
         *                   "name": "Department",
         *                   "locale": "en"
         *                 },
         *                 {
         *                   "name": "Abteilung",
         *                   "locale": "de"
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       },
         *       "claims": {
         *         "name": "Erika Mustermann",
         *         "department": "Accounts"
         *       },
         *       "disclosureFrame": {
         *         "_sd": [
         *           "name",
         *           "department"
         *         ]
         *       },
         *       "vct": {
         *         "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *         "name": "Staff card",
         *         "description": "Shows that its holder works here"
         *       },
         *       "schema": {
         *         "$schema": "https://json-schema.org/draft/2020-12/schema",
         *         "type": "object",
         *         "properties": {
         *           "iss": {
         *             "type": "string"
         *           },
         *           "vct": {
         *             "type": "string"
         *           },
         *           "cnf": {
         *             "type": "object"
         *           },
         *           "name": {
         *             "type": "string",
         *             "minLength": 1
         *           },
         *           "department": {
         *             "type": "string"
         *           }
         *         },
         *         "required": [
         *           "iss",
         *           "vct",
         *           "cnf",
         *           "name"
         *         ]
         *       },
         *       "lifetime": 31536000
         *     }
         */
        IssuanceConfig: {
            /** @description Configuration id */
            id: string;
            /** @description Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4); needs `format` */
            config: CredentialConfiguration;
            /** @description Static claims. Claims from the offer or the webhook replace them. In an mdoc `{namespace: {element: value}}`, in a W3C credential `{"credentialSubject": {claim: value}}` */
            claims: {
                [key: string]: unknown;
            };
            /** @description mdoc only: element types that JSON cannot express, `{namespace: {element: type}}` */
            element_types?: {
                [key: string]: {
                    [key: string]: "text" | "bool" | "integer" | "full-date" | "tdate" | "bytes" | "map" | "array";
                };
            };
            /** @description mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms */
            device_namespaces?: string[];
            /** @description mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`. Default: true in the profile eu, otherwise false */
            protected_certificate?: boolean;
            /** @description Which claims are selectively disclosable: `{"_sd": [names]}`, nested. Required for an SD-JWT VC, even as `{}`; other formats have none */
            disclosureFrame?: {
                [key: string]: unknown;
            };
            vct?: components["schemas"]["VCT"];
            presentation_during_issuance?: components["schemas"]["PresentationDuringIssuance"];
            /** @description Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential. Not with presentation_during_issuance, whose webhook does that */
            attribute_provider?: string;
            refresh?: components["schemas"]["Refresh"];
            one_active?: components["schemas"]["OneActive"];
            /** @description Whether a wallet may start without an offer. The user signs in at the tenant's identity provider. Not with presentation_during_issuance */
            wallet_initiated?: boolean;
            /** @description Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer. Not with presentation_during_issuance */
            sign_in?: boolean;
            schema?: components["schemas"]["SchemaResponse"];
            /** @description Seconds */
            lifetime?: number;
            /** @description The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400; default false */
            short_lived?: boolean;
            /** @description Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`; default: the tenant's key */
            keys?: string;
            disclosure_policy?: components["schemas"]["DisclosurePolicy"];
            attestation_scheme?: components["schemas"]["AttestationScheme"];
            /** @description Revoke the credentials when the wallet or its keys are revoked; default false */
            revocation_chaining?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write */
            findings?: {
                [key: string]: unknown;
            }[];
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source?: "file" | "api";
        };
        /**
         * @example {
         *       "flow": "pre_authorized_code",
         *       "claims": {
         *         "given_name": "Erika"
         *       }
         *     }
         */
        IssuanceDryRun: {
            /**
             * @description Default: authorization_code
             * @enum {string}
             */
            flow?: "authorization_code" | "pre_authorized_code";
            /** @description Claims of the credential, as an offer would have them */
            claims?: {
                [key: string]: unknown;
            };
            tx_code?: components["schemas"]["OfferRequestTxCode"];
            /** @description Call the configuration's webhooks, as in a real flow. Default: false */
            webhooks?: boolean;
            /** @description true: each profile of a real wallet performs the flow too, as far as 30 seconds allow. Default false: it is judged by its known habits */
            profiles?: boolean;
        };
        IssuedCredential: {
            credentialConfigurationId: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            issuedAt: string;
            status?: components["schemas"]["IssuedCredentialStatus"];
            notification_id?: string;
        };
        /** @description Its place in a status list, and the value there; absent for a configuration with `short_lived` */
        IssuedCredentialStatus: {
            uri: string;
            idx: number;
            /**
             * @description 0 valid, 1 revoked, 2 suspended (profile eu)
             * @enum {integer}
             */
            value: 0 | 1 | 2;
        };
        /** @description OpenID4VCI 1.0, 12.2.4 */
        IssuerMetadata: {
            credential_issuer: string;
            authorization_servers: string[];
            credential_endpoint: string;
            nonce_endpoint?: string;
            deferred_credential_endpoint?: string;
            notification_endpoint: string;
            batch_credential_issuance: components["schemas"]["BatchCredentialIssuance"];
            display: {
                [key: string]: unknown;
            }[];
            credential_configurations_supported: {
                [key: string]: unknown;
            };
            credential_request_encryption?: {
                [key: string]: unknown;
            };
            credential_response_encryption?: {
                [key: string]: unknown;
            };
            /** @description Absent with WALLET_DIALECT=standard */
            authorization_server?: string;
        };
        Jwks: {
            keys: components["schemas"]["PublicKey"][];
        };
        /** @description SD-JWT VC, 4 */
        JwtVcIssuerMetadata: {
            issuer: string;
            jwks: components["schemas"]["Jwks"];
        };
        Key: {
            state: components["schemas"]["KeyState"];
            /** @description RFC 7638 thumbprint */
            kid: string;
            privateKey: components["schemas"]["PrivateKeyPlace"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description Time when it starts signing
             * @example 2026-01-26T09:30:00.000Z
             */
            usedFrom?: string;
            /** @description If requested: its certificate request (PKCS #10) in PEM */
            request?: string;
            certificate?: components["schemas"]["KeyCertificate"];
        };
        KeyCertificate: {
            subject: string;
            /** @description In hexadecimal */
            sha256: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            notAfter: string;
            /** @description Whole days; negative after the end */
            daysLeft: number;
            pem: string;
        };
        /** @description One key proof for each credential */
        KeyProofs: {
            jwt?: string[];
        };
        /**
         * @description What the key is for; `iaca` certifies the `mdoc` key, `ca` the others
         * @enum {string}
         */
        KeyPurpose: "credential" | "request" | "metadata" | "mdoc" | "list" | "encryption" | "ca" | "iaca";
        /**
         * @description How it is rotated: through this API, by replacing the operator's files, with the credential key, or with POST /key-sets
         * @enum {string}
         */
        KeyRotation: "call" | "files" | "with_credential" | "certificate_request";
        /**
         * @description states.md explains each; `requested`: it waits for its certificate
         * @enum {string}
         */
        KeyState: "pending" | "active" | "retiring" | "retired" | "requested";
        Keys: {
            purposes: components["schemas"]["KeysOfPurpose"][];
        };
        KeysOfPurpose: {
            purpose: components["schemas"]["KeyPurpose"];
            /** @description Key set, which presentation configurations name by `keys` */
            set?: string;
            rotation: components["schemas"]["KeyRotation"];
            /** @description Why the operator's files cannot be used */
            broken?: string;
            /** @description Oldest first */
            keys: components["schemas"]["Key"][];
        };
        /** @description What the wallet was refused last; it stays when the wallet succeeds later */
        LastError: {
            code: components["schemas"]["ErrorCode"];
            step: components["schemas"]["WalletStep"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            description: string;
            /** @description Name of the catalogue, which `GET /docs/reasons/{reason}` explains */
            reason?: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            /** @description Id of the credential query that it is about */
            credential?: string;
        };
        LinkInLanguage: {
            /** @description Language (BCP 47) */
            lang: string;
            uri: string;
        };
        ListedDelivery: {
            /** @description Id of its session */
            session: string;
            /** @description Also the `webhook-id` of each attempt */
            id: string;
            /** @description `type` of the payload */
            type: string;
            /** @description Scheme, host and port */
            target: string;
            /** @enum {string} */
            state: "due" | "leased" | "delivered" | "dead";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            endedAt?: string;
            /** @description Why it failed permanently */
            reason?: string;
            /** @description Readable reason */
            description?: string;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description How the application authenticates; default client_secret_basic. `none`: a public client, with PKCE
         * @enum {string}
         */
        LoginAuthMethod: "client_secret_basic" | "client_secret_post" | "client_secret_jwt" | "private_key_jwt" | "none";
        /**
         * @example {
         *       "client_id": "shop",
         *       "redirect_uri": "https://shop.example/callback",
         *       "response_type": "code",
         *       "scope": "openid profile",
         *       "state": "af0ifjsldkj",
         *       "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
         *       "code_challenge_method": "S256"
         *     }
         */
        LoginAuthorizationRequest: {
            client_id: string;
            redirect_uri: string;
            /** @enum {string} */
            response_type: "code";
            /** @description openid, and scopes of the client */
            scope: string;
            state?: string;
            nonce?: string;
            code_challenge?: string;
            /** @enum {string} */
            code_challenge_method?: "S256";
            /** @description JSON */
            claims?: string;
            /** @description Values, one of which the client must reach */
            acr_values?: string;
            prompt?: string;
            max_age?: string;
            id_token_hint?: string;
            ui_locales?: string;
            /** @enum {string} */
            response_mode?: "query" | "form_post" | "fragment";
        };
        LoginClaims: {
            sub: string;
            verified_claims?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Where claims of scopes go; default userinfo. `id_token`: in both
         * @enum {string}
         */
        LoginClaimsPlace: "userinfo" | "id_token";
        /**
         * @description An application where users sign in with their wallets
         * @example {
         *       "id": "shop",
         *       "name": "Example Shop",
         *       "redirect_uris": [
         *         "https://shop.example/callback"
         *       ],
         *       "token_endpoint_auth_method": "client_secret_basic",
         *       "client_secret": "<at least 32 random characters in here>",
         *       "presentation": "name-check",
         *       "claims": {
         *         "given_name": [
         *           "given_name"
         *         ],
         *         "family_name": [
         *           "family_name"
         *         ]
         *       },
         *       "subject": {
         *         "kind": "pairwise",
         *         "from": [
         *           [
         *             "given_name"
         *           ],
         *           [
         *             "family_name"
         *           ]
         *         ]
         *       }
         *     }
         */
        LoginClient: {
            /** @description The `client_id` of the application */
            id: string;
            /** @description Name of the application on the page */
            name: string;
            /** @description Redirect addresses, which must match exactly */
            redirect_uris: string[];
            /** @description Redirect addresses after a logout */
            post_logout_redirect_uris?: string[];
            /** @description How long, in seconds, the browser stays signed in to this application without its wallet. Applies only to requests without claims. Default: 0 */
            session?: number;
            /** @description URL that receives a logout token when a kept session ends (OpenID Connect Back-Channel Logout 1.0) */
            backchannel_logout_uri?: string;
            token_endpoint_auth_method?: components["schemas"]["LoginAuthMethod"];
            /** @description At least 32 characters; for `client_secret_…` */
            client_secret?: string;
            /** @description Only in a file: name of the gateway's environment variable with the secret */
            client_secret_env?: string;
            /** @description Public keys of the application, for private_key_jwt */
            jwks?: {
                [key: string]: unknown;
            };
            id_token_signed_response_alg?: components["schemas"]["LoginSigningAlgorithm"];
            userinfo_signed_response_alg?: components["schemas"]["LoginUserinfoAlgorithm"];
            /** @description Default: true. Set false for applications without PKCE */
            require_pkce?: boolean;
            /** @description Id of the presentation configuration, which contains the most that a login may request */
            presentation: string;
            /** @description Claim of the login -> path of the credential. A dot creates a member of an object: `address.locality` */
            claims: {
                [key: string]: string[];
            };
            /** @description Scopes besides `profile`, `email`, `address` and `phone` -> their claims */
            scopes?: {
                [key: string]: string[];
            };
            claims_in?: components["schemas"]["LoginClaimsPlace"];
            subject: components["schemas"]["LoginSubject"];
            /** @description What a login reaches, such as http://eidas.europa.eu/LoA/high */
            acr?: string;
            verified?: components["schemas"]["LoginVerifiedClaims"];
            /** @description Allow a wallet on a different device, through a QR code. Default: false. Nothing then proves that the presenting user sits at that browser */
            crossDevice?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write */
            findings?: {
                [key: string]: unknown;
            }[];
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source?: "file" | "api";
        };
        /**
         * @example {
         *       "token": "SplxlOBeZQQYbYS6WxSbIAnV1bVcHTxTz8DfWyYpJDc"
         *     }
         */
        LoginForm: {
            /** @description From the page: without it, the form is refused */
            token?: string;
        };
        LoginKeys: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "xsrf": "SplxlOBeZQQYbYS6WxSbIA",
         *       "logout": "yes"
         *     }
         */
        LoginLogoutConfirmation: {
            xsrf?: string;
            logout?: string;
        };
        /**
         * @example {
         *       "client_id": "shop"
         *     }
         */
        LoginLogoutRequest: {
            id_token_hint?: string;
            client_id?: string;
            post_logout_redirect_uri?: string;
            state?: string;
            ui_locales?: string;
            logout_hint?: string;
        };
        LoginNext: {
            /** @description URL where the page continues: the application, or the same page */
            next: string;
        };
        LoginProvider: {
            issuer: string;
            authorization_endpoint?: string;
            token_endpoint?: string;
            userinfo_endpoint?: string;
            jwks_uri?: string;
            end_session_endpoint?: string;
            scopes_supported?: string[];
            claims_supported?: string[];
            acr_values_supported?: string[];
        };
        /**
         * @description Default RS256
         * @enum {string}
         */
        LoginSigningAlgorithm: "RS256" | "ES256";
        LoginState: {
            /** @enum {string} */
            state: "waiting" | "continue" | "expired" | "refused";
            /**
             * @description The last response, which was not accepted
             * @enum {string}
             */
            reason?: "declined" | "not_accepted";
        };
        /**
         * @example {
         *       "kind": "pairwise",
         *       "from": [
         *         [
         *           "given_name"
         *         ],
         *         [
         *           "family_name"
         *         ],
         *         [
         *           "birthdate"
         *         ]
         *       ]
         *     }
         */
        LoginSubject: {
            /**
             * @description `pairwise`: a user has the same `sub` at each login; `transient`: a new one at each login
             * @enum {string}
             */
            kind: "pairwise" | "transient";
            /** @description Paths of the claims that distinguish users; each is required. Only with `pairwise` */
            from?: string[][];
            /** @description Name for all issuers that this tenant trusts, instead of the certifying authority's name: users keep their `sub` if a different issuer issues the next credential */
            trust?: string;
            /**
             * @description Required to change how subjects are created once some exist: every user then gets a different `sub`
             * @enum {string}
             */
            whenChanged?: "new-subjects";
        };
        /**
         * @example {
         *       "grant_type": "authorization_code",
         *       "code": "SplxlOBeZQQYbYS6WxSbIA",
         *       "redirect_uri": "https://shop.example/callback"
         *     }
         */
        LoginTokenRequest: {
            /** @enum {string} */
            grant_type: "authorization_code";
            code: string;
            redirect_uri: string;
            code_verifier?: string;
            client_id?: string;
            client_secret?: string;
            client_assertion?: string;
            client_assertion_type?: string;
        };
        LoginTokens: {
            access_token: string;
            id_token: string;
            token_type: string;
            expires_in?: number;
            scope?: string;
        };
        /**
         * @description If set, userinfo is a signed JWT, otherwise JSON
         * @enum {string}
         */
        LoginUserinfoAlgorithm: "RS256" | "ES256";
        /**
         * @example {
         *       "access_token": "SplxlOBeZQQYbYS6WxSbIA"
         *     }
         */
        LoginUserinfoRequest: {
            access_token?: string;
        };
        LoginVerifiedClaims: {
            /** @description For example, `eidas` */
            trust_framework: string;
            /** @description For example, `high` */
            assurance_level?: string;
        };
        /**
         * @example {
         *       "client_id": "library-5f2a81c09d3e",
         *       "role": "operator",
         *       "source": "api",
         *       "createdAt": "2026-01-26T09:30:00.000Z",
         *       "updatedAt": "2026-01-26T09:30:00.000Z"
         *     }
         */
        ManagedClient: {
            /** @description The full id that the client signs in with */
            client_id: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            name?: string;
            /**
             * @description file: a folder, clients.json or the environment
             * @enum {string}
             */
            source: "file" | "api";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @description Until then the previous secret is also accepted
             * @example 2026-01-26T09:30:00.000Z
             */
            formerSecretUntil?: string;
            /** @description No secret is accepted: rotate it */
            locked?: boolean;
            /** @description A client in files has the same id and takes precedence */
            hiddenByFiles?: boolean;
        };
        /**
         * @example {
         *       "role": "viewer"
         *     }
         */
        ManagedClientChange: {
            /**
             * @description Holds within a second, for tokens too
             * @enum {string}
             */
            role?: "viewer" | "operator" | "admin";
            /** @description For people */
            name?: string;
        };
        /**
         * @example {
         *       "role": "operator",
         *       "name": "Counter of the library"
         *     }
         */
        ManagedClientRequest: {
            /** @description Default: the tenant's id and random digits. For an administrator of the tenant, the server puts the tenant's id and `~` in front of it */
            client_id?: string;
            /**
             * @description Default admin
             * @enum {string}
             */
            role?: "viewer" | "operator" | "admin";
            /** @description For people */
            name?: string;
        };
        /**
         * @example {
         *       "client_id": "library-5f2a81c09d3e",
         *       "role": "operator",
         *       "source": "api",
         *       "createdAt": "2026-01-26T09:30:00.000Z",
         *       "updatedAt": "2026-01-26T09:30:00.000Z",
         *       "client_secret": "cs_5b1f09aa_dGhlIHNlY3JldCBvZiB0aGUgY2xpZW50LCBvbmNlIQ"
         *     }
         */
        ManagedClientWithSecret: {
            /** @description The full id that the client signs in with */
            client_id: string;
            /** @enum {string} */
            role: "viewer" | "operator" | "admin";
            name?: string;
            /**
             * @description file: a folder, clients.json or the environment
             * @enum {string}
             */
            source: "file" | "api";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @description Until then the previous secret is also accepted
             * @example 2026-01-26T09:30:00.000Z
             */
            formerSecretUntil?: string;
            /** @description No secret is accepted: rotate it */
            locked?: boolean;
            /** @description A client in files has the same id and takes precedence */
            hiddenByFiles?: boolean;
            /** @description Only this response contains it */
            client_secret: string;
        };
        MissingMember: {
            /** @description JSON pointer */
            pointer: string;
            detail: string;
        };
        NonceResponse: {
            c_nonce: string;
            /** @description Seconds */
            c_nonce_expires_in?: number;
        };
        NotificationEvent: {
            event: string;
            event_description?: string;
        };
        /**
         * @example {
         *       "notification_id": "id-of-the-answer",
         *       "event": "credential_accepted"
         *     }
         */
        NotificationRequest: {
            notification_id: string;
            /** @description The event; an object with event and event_description is accepted too */
            event: ("credential_accepted" | "credential_failure" | "credential_deleted") | components["schemas"]["NotificationEvent"];
            event_description?: string;
        };
        /**
         * @description Error of a wallet route (RFC 6749, 5.2)
         * @example {
         *       "error": "invalid_grant",
         *       "error_description": "The code is unknown, used or expired"
         *     }
         */
        OAuthError: {
            error: components["schemas"]["OAuthErrorCode"];
            error_description?: string;
        };
        /**
         * @description Error code of the standard that the route belongs to
         * @enum {string}
         */
        OAuthErrorCode: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "unsupported_response_type" | "invalid_scope" | "access_denied" | "invalid_request_uri" | "request_not_supported" | "invalid_target" | "invalid_authorization_details" | "invalid_transaction_data" | "vp_formats_not_supported" | "insufficient_authorization" | "invalid_session" | "redirect_to_web" | "missing_interaction_type" | "invalid_client_attestation" | "use_attestation_challenge" | "use_fresh_attestation" | "invalid_token" | "insufficient_scope" | "invalid_dpop_proof" | "use_dpop_nonce" | "invalid_credential_request" | "unknown_credential_configuration" | "unknown_credential_identifier" | "invalid_proof" | "invalid_nonce" | "invalid_encryption_parameters" | "credential_request_denied" | "invalid_transaction_id" | "invalid_notification_id" | "invalid_notification_request" | "temporarily_unavailable" | "server_error" | "not_built";
        /**
         * @example {
         *       "response_type": "uri",
         *       "credentialConfigurationIds": [
         *         "pid"
         *       ],
         *       "claims": {
         *         "pid": {
         *           "given_name": "Erika",
         *           "family_name": "Mustermann",
         *           "birthdate": "1984-01-26"
         *         }
         *       },
         *       "flow": "pre_authorized_code",
         *       "state": "order-1"
         *     }
         */
        OfferRequest: {
            /**
             * @description Wallet link, or QR code
             * @enum {string}
             */
            response_type: "uri" | "qrcode";
            /** @description Ids of stored credential configurations */
            credentialConfigurationIds: string[];
            /** @description Claims by credential configuration id; only ids that are offered */
            claims?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Seconds by credential configuration id; only ids that are offered */
            lifetimes?: {
                [key: string]: number;
            };
            /**
             * @description Default: authorization_code
             * @enum {string}
             */
            flow?: "authorization_code" | "pre_authorized_code";
            tx_code?: components["schemas"]["OfferRequestTxCode"];
            /** @description Who may redeem the offer: claims that the identity provider must return for the signed-in user, such as `{"email": "erika@example.org"}` */
            person?: {
                [key: string]: string | number | boolean;
            };
            webhook?: components["schemas"]["WebhookConfig"];
            notifyWebhook?: components["schemas"]["WebhookConfig"];
            /** @description Your reference, returned unchanged */
            state?: string;
            /** @description Seconds; at most SESSION_TTL */
            expiresIn?: number;
            /** @description How many wallets may redeem the offer, each in its own session; only authorization_code. Default: 1 */
            redemptions?: number;
        };
        /** @description true: 6 digits; or the required form; or the code itself. Only with a pre-authorized code */
        OfferRequestTxCode: true | string | components["schemas"]["TransactionCodeForm"];
        /**
         * @example {
         *       "uri": "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example.com%2Fvci%2Foffer%2FmR3x",
         *       "session": "0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1",
         *       "link": "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example.com%2Fvci%2Foffer%2FmR3x",
         *       "expiresAt": "2026-01-27T09:30:00.000Z"
         *     }
         */
        OfferResponse: {
            /** @description Wallet link, or the QR code as data URL */
            uri: string;
            /** @description Session id */
            session: string;
            /** @description Always the wallet link */
            link?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
            /** @description Transaction code, if any */
            txCode?: string;
            digital?: components["schemas"]["DigitalCredentialRequests"];
        };
        /** @description A holder has one valid credential of this configuration: a newer one revokes the older ones */
        OneActive: {
            /** @description JSON pointers of the claims that together identify a holder, such as `/personal_administrative_number`; in an mdoc `/<namespace>/<element>`, in a W3C credential `/credentialSubject/<claim>` */
            subject: string[];
            /**
             * @description When older credentials are revoked: when the wallet reports that it accepted the new one, or within two minutes after it was sent, for wallets that report nothing
             * @default accepted
             * @enum {string}
             */
            revoke?: "accepted" | "sent";
        };
        /**
         * @example {
         *       "from": "2026-01-26T00:00:00.000Z",
         *       "issued": 12,
         *       "presented": 7,
         *       "statusChanges": 1,
         *       "times": [
         *         {
         *           "at": "2026-01-26T00:00:00.000Z",
         *           "issued": 12,
         *           "presented": 7,
         *           "refused": 2
         *         }
         *       ],
         *       "refused": [
         *         {
         *           "reason": "code_unknown",
         *           "count": 2
         *         }
         *       ],
         *       "failures": [],
         *       "deliveries": {
         *         "waiting": 0,
         *         "dead": 0
         *       },
         *       "health": {
         *         "status": "ok",
         *         "components": [
         *           {
         *             "name": "database",
         *             "status": "up"
         *           }
         *         ]
         *       }
         *     }
         */
        Overview: {
            /**
             * Format: date-time
             * @description Start of the first counted hour
             * @example 2026-01-26T09:30:00.000Z
             */
            from: string;
            /** @description Answers with a credential */
            issued: number;
            /** @description Presentations that were accepted */
            presented: number;
            /** @description Calls that changed the status of credentials */
            statusChanges: number;
            /** @description By hour, or by 24 hours for periods of more than two days */
            times: components["schemas"]["OverviewTime"][];
            /** @description Refused requests of wallets and browsers, most first */
            refused: components["schemas"]["OverviewRefusal"][];
            /** @description The last 20 of them, newest first */
            failures: components["schemas"]["OverviewFailure"][];
            deliveries: components["schemas"]["OverviewDeliveries"];
            health: components["schemas"]["OverviewHealth"];
        };
        OverviewComponent: {
            name: string;
            status: string;
            message?: string;
        };
        /** @description Webhooks, each counted up to 1000 */
        OverviewDeliveries: {
            waiting: number;
            dead: number;
        };
        OverviewFailure: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            step: string;
            /** @description Name of the catalogue, which `GET /docs/reasons/{reason}` explains */
            reason: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            /** @description `x-request-id` in the response */
            request: string;
            session?: string;
        };
        OverviewHealth: {
            /** @enum {string} */
            status: "ok" | "error";
            components: components["schemas"]["OverviewComponent"][];
        };
        OverviewRefusal: {
            /** @description Name of the catalogue, which `GET /docs/reasons/{reason}` explains */
            reason: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            count: number;
        };
        OverviewTime: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            issued: number;
            presented: number;
            refused: number;
        };
        OwnedBundle: {
            name: string;
            generation: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            appliedAt: string;
            /** @description Management client that applied it */
            client: string;
            /** @description What it owns: `<kind>/<id>` */
            objects: string[];
        };
        /**
         * @description What `navigator.credentials.get` returned to the page: `{protocol, data}`, or `{error}` if it failed
         * @example {
         *       "protocol": "openid4vp-v1-signed",
         *       "data": {
         *         "response": "header..iv.ciphertext.tag"
         *       }
         *     }
         */
        PageAnswer: {
            /** @description The credential's `protocol` */
            protocol?: string;
            /** @description The credential's `data`: an object, or its JSON text */
            data?: unknown;
            /** @description The credential's; ignored */
            id?: string;
            /** @description The credential's; ignored */
            type?: string;
            /** @description Instead of protocol and data: name of the page's error, such as NotAllowedError. It is recorded, and the request stays open */
            error?: string;
            error_description?: string;
            /** @description Ignored: the configuration sets the origins */
            origin?: string;
        };
        PageRequests: {
            /** @description `{protocol, data}`, for `navigator.credentials.get` */
            requests: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "session": "0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1",
         *       "status": "verified",
         *       "credentials": [
         *         {
         *           "id": "pid",
         *           "values": {
         *             "given_name": "Erika",
         *             "family_name": "Mustermann"
         *           }
         *         }
         *       ]
         *     }
         */
        PageResult: {
            /** @description Session id */
            session: string;
            /**
             * @description verified: the presentation was accepted. requested: the page's error was recorded, and the request stays open
             * @enum {string}
             */
            status: "verified" | "requested";
            credentials?: components["schemas"]["PresentedCredential"][];
            /** @description True in a repeated response if the presented claims were erased after the webhook received them */
            credentialsErased?: boolean;
            /** @description For an intermediary: what it checks for the party, as agreed when the request was made */
            checks?: ("authenticity" | "revocation" | "holder_binding")[];
        };
        ParResponse: {
            request_uri: string;
            /** @description Seconds */
            expires_in: number;
        };
        PartyRecord: {
            /** @description Identifier of the party that the tenant acts for */
            sub: string;
            /** @description Minutes after which presented claims are erased at the latest */
            eraseAfter: number;
            /** @description What the intermediary checks for the party, as agreed */
            checks: string[];
        };
        PayloadSchema: {
            $schema?: string;
        };
        /**
         * @description `adopt`: stays as it is and belongs to the bundle; `forget`: somebody has removed it; `blocked`: has errors
         * @enum {string}
         */
        PlannedAction: "create" | "update" | "adopt" | "unchanged" | "delete" | "forget" | "blocked";
        PlannedObject: {
            /** @description What it is, such as `issuance` */
            kind: string;
            id?: string;
            /** @description JSON pointer from the bundle; absent if the bundle does not have it */
            pointer?: string;
            action: components["schemas"]["PlannedAction"];
            /** @description Somebody has changed or removed it since the bundle was applied */
            drifted?: boolean;
            mistakes: components["schemas"]["BundleMistake"][];
            /** @description What the tenant has now, without secrets */
            present?: {
                [key: string]: unknown;
            };
            /** @description What it will have, without secrets */
            proposed?: {
                [key: string]: unknown;
            };
            /** @description Only secrets differ, which are not shown */
            secretsDiffer?: boolean;
        };
        PlannedScheme: {
            action: components["schemas"]["SchemeAction"];
            /** @description The credential configuration */
            configuration: {
                [key: string]: unknown;
            };
            /** @description Members of the scheme that a configuration cannot express */
            unmapped: components["schemas"]["UnmappedMember"][];
            /** @description Errors in the configuration; with one, nothing is written */
            mistakes: components["schemas"]["SchemeMistake"][];
        };
        PostalAddress: {
            /** @description Language (BCP 47) */
            lang: string;
            street: string;
            locality?: string;
            region?: string;
            postalCode?: string;
            /** @description Country (ISO 3166-1 alpha-2) */
            country: string;
        };
        PresentationAnswer: {
            /** @description Redirect target for a browser on the same device */
            redirect_uri?: string;
            /** @description For the second authorization challenge */
            presentation_during_issuance_session?: string;
        };
        /**
         * @description Presentation configuration (VPRequest of variant A)
         * @example {
         *       "id": "staff-check",
         *       "dcql_query": {
         *         "credentials": [
         *           {
         *             "id": "card",
         *             "format": "dc+sd-jwt",
         *             "meta": {
         *               "vct_values": [
         *                 "<PUBLIC_URL>/credentials/vct/staff-card"
         *               ]
         *             },
         *             "claims": [
         *               {
         *                 "path": [
         *                   "name"
         *                 ]
         *               }
         *             ]
         *           }
         *         ]
         *       },
         *       "registrationCert": {
         *         "id": "staff-check-certificate",
         *         "body": {
         *           "privacy_policy": "https://example.com/privacy",
         *           "purpose": [
         *             {
         *               "name": "Checking who enters",
         *               "locale": "en"
         *             },
         *             {
         *               "name": "Prüfen, wer eintritt",
         *               "locale": "de"
         *             }
         *           ],
         *           "contact": {
         *             "website": "https://example.com",
         *             "e-mail": "privacy@example.com",
         *             "phone": "+49 30 1234567"
         *           },
         *           "credentials": [
         *             {
         *               "format": "dc+sd-jwt",
         *               "meta": {
         *                 "vct_values": [
         *                   "<PUBLIC_URL>/credentials/vct/staff-card"
         *                 ]
         *               },
         *               "claims": [
         *                 {
         *                   "path": [
         *                     "name"
         *                   ]
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       }
         *     }
         */
        PresentationConfig: {
            /** @description Configuration id */
            id: string;
            /** @description DCQL query (OpenID4VP 1.0, 6); needs `credentials` */
            dcql_query: DcqlQuery;
            /**
             * @description How requests are made if not signed under the tenant's access certificate. age: the EU age verification profile. One `age_over_NN` of a proof of age is requested, without a signature, in an `av://` link or through the Digital Credentials API, and only the answer is kept. Not in a tenant of profile haip or eu
             * @enum {string}
             */
            profile?: "age";
            /**
             * @description With profile age: the wallet proves its answer in zero knowledge, through the Digital Credentials API only. A plain document is refused. Needs the setting ZK_VERIFIER_URL
             * @enum {string}
             */
            zeroKnowledge?: "required";
            registrationCert?: components["schemas"]["RegistrationCertificateRequest"];
            /** @description Key set that signs the requests, with an access certificate: created with POST /key-sets, or in files as `keys/<name>/request.key.pem` and its chain; default: the tenant's key */
            keys?: string;
            /** @description A WebhookConfig, or only its URL */
            webhook?: string | components["schemas"]["WebhookConfig"];
            /**
             * @description What to do with a credential if its status list is unavailable. Default: refuse. An accepted credential is marked `statusUnknown`
             * @enum {string}
             */
            statusUnreachable?: "refuse" | "accept";
            /**
             * @description How a credential's status is checked. cached uses a list as long as its token allows, live fetches another issuer's list for each response, off does not check: a credential with a status is then marked `statusUnknown`. Default: cached
             * @enum {string}
             */
            statusCheck?: "cached" | "live" | "off";
            /**
             * @description Whether a credential's `iss` must be a name in the certificate that signed it, if the certificate has names (SAN URI, DNS or IP). Default: certificate. With any, the backend decides by `signer`. A trust anchor's `names` takes precedence
             * @enum {string}
             */
            issuerName?: "certificate" | "any";
            /**
             * @description Whether a different `age_over_NN` in an mdoc from the requested one is accepted: true for a higher age, or false for a lower one. Default: exact. It is passed on under its own name
             * @enum {string}
             */
            age_over?: "exact" | "nearest";
            /**
             * @description Which entries of a request's `transaction_data` a credential signs if there are several: those that name it, or all. Default: per-credential. Wallets read the standard in both ways
             * @enum {string}
             */
            transactionBinding?: "per-credential" | "all";
            /**
             * @description How long the presented claims are kept: as long as the session, or until the webhook returned 2xx. Default: keep. `webhook` needs a webhook
             * @enum {string}
             */
            retention?: "keep" | "webhook";
            /**
             * @description When the backend receives the presented claims for a request with redirectUri: once they are verified, or once the backend redeems the response_code. Default: verified. In a tenant with the profile haip always response_code
             * @enum {string}
             */
            release?: "verified" | "response_code";
            /** @description Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence. Only the webhook and the redemption of the `response_code` have them. Not with profile age, and not for an intermediary */
            raw?: string[];
            /** @description Origins to which the webhook may send the user: a `redirectUri` in its response to `presentation.verified` then replaces the request's. The wallet waits for it at most 3 seconds. Default: none, and the wallet doesn't wait */
            redirectOrigins?: string[];
            /** @description Origins of the pages that may use the Digital Credentials API, as browsers write them, such as `https://shop.example`; http for loopback addresses in development */
            origins?: string[];
            /** @description Forms of a Digital Credentials API request that are sent in addition to the signed one. Default: none. unsigned is not allowed for a tenant of profile haip. multisigned is signed under x509_hash and x509_san_dns, so the request certificate must contain the host of PUBLIC_URL */
            dcApiRequests?: components["schemas"]["DcApiForm"][];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write */
            findings?: {
                [key: string]: unknown;
            }[];
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source?: "file" | "api";
        };
        /**
         * @example {
         *       "webhooks": false
         *     }
         */
        PresentationDryRun: {
            /**
             * @description Default: direct_post.jwt, encrypted
             * @enum {string}
             */
            response_mode?: "direct_post.jwt" | "direct_post";
            /** @description As in a request. OpenID4VP 1.0, 8.4; each needs `type` and `credential_ids`. The types `urn:eudi:sca:…:1` of EUDI TS12 are checked with their `payload`; others are passed on as they are */
            transaction_data?: {
                [key: string]: unknown;
            }[];
            /** @description Call the configuration's webhooks, as in a real flow. Default: false */
            webhooks?: boolean;
        };
        /** @description Presentation required before issuance */
        PresentationDuringIssuance: {
            /** @description Id of a presentation configuration */
            type: string;
            /** @description A WebhookConfig, or only its URL */
            webhook?: string | components["schemas"]["WebhookConfig"];
        };
        /**
         * @example {
         *       "response_type": "uri",
         *       "requestId": "name-check",
         *       "state": "booking-1"
         *     }
         */
        PresentationRequest: {
            /**
             * @description Wallet link, QR code, a request that a page passes to the Digital Credentials API, or the address for a page's button
             * @enum {string}
             */
            response_type: "uri" | "qrcode" | "dc-api" | "button";
            /** @description Id of a stored presentation configuration */
            requestId: string;
            webhook?: components["schemas"]["WebhookConfig"];
            /**
             * @description Default: direct_post.jwt, and dc_api.jwt with the response_type dc-api; both encrypted. dc_api and dc_api.jwt only with the response_type dc-api
             * @enum {string}
             */
            response_mode?: "direct_post.jwt" | "direct_post" | "dc_api.jwt" | "dc_api";
            /** @description Only with the response_types dc-api and button: the page's origin, one of the configuration's `origins`. Without it all of them are accepted. A button needs it unless there is only one */
            origin?: string;
            /** @description Address to return to on the same device: an https URL, a loopback address or a private scheme. A tenant of profile haip needs it, or crossDevice */
            redirectUri?: string;
            /** @description True if the request is shown on another screen: nothing then proves that the presenting user started in that browser. With redirectUri the response has a link for each device, and a button offers both ways */
            crossDevice?: boolean;
            /** @description Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence. Only the webhook and the redemption of the `response_code` have them. Not with profile age, and not for an intermediary. Replaces the configuration's list */
            raw?: string[];
            /** @description Your reference, returned unchanged */
            state?: string;
            /** @description Seconds; at most SESSION_TTL */
            expiresIn?: number;
            /** @description OpenID4VP 1.0, 8.4; each needs `type` and `credential_ids`. The types `urn:eudi:sca:…:1` of EUDI TS12 are checked with their `payload`; others are passed on as they are */
            transaction_data?: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @example {
         *       "session": "0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1",
         *       "digital": {
         *         "requests": [
         *           {
         *             "protocol": "openid4vp-v1-signed",
         *             "data": {
         *               "request": "header.payload.signature"
         *             }
         *           }
         *         ]
         *       },
         *       "expiresAt": "2026-01-27T09:30:00.000Z"
         *     }
         */
        PresentationRequestResponse: {
            /** @description Wallet link, or the QR code as data URL */
            uri?: string;
            /** @description Session id */
            session: string;
            /** @description Always the wallet link; absent with the response_types dc-api and button */
            link?: string;
            /** @description With redirectUri and crossDevice: the link for another device, which shows it as a QR code */
            crossDeviceLink?: string;
            digital?: components["schemas"]["DigitalCredentialRequests"];
            /** @description With the response_type button: the address that the page gives to the element */
            button?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
        };
        PresentedCredential: {
            /** @description Id of the credential query */
            id: string;
            /** @description Claims of an SD-JWT VC; of an mdoc its elements by namespace */
            values: {
                [key: string]: unknown;
            };
            signer?: components["schemas"]["CredentialSigner"];
            /** @description False if nothing binds `iss` to the signer: decide by `signer`; absent otherwise */
            issuerBound?: boolean;
            /** @description True if the status list was unavailable */
            statusUnknown?: boolean;
            confirmed?: components["schemas"]["ConfirmedTransactions"];
            raw?: components["schemas"]["RawPresentation"];
        };
        /**
         * @description Location of the private key: `local` encrypted in the store, `file` in the operator's files
         * @enum {string}
         */
        PrivateKeyPlace: "local" | "pkcs11" | "vault" | "file" | "erased";
        /**
         * @description Problem document (RFC 9457)
         * @example {
         *       "type": "urn:countersign:problem:invalid_request",
         *       "title": "The request is not valid",
         *       "status": 400,
         *       "detail": "The request body is not valid; see errors",
         *       "instance": "urn:countersign:request:7Zq3yS0aVnP1mK4w",
         *       "reason": "body_invalid",
         *       "hint": "Compare the body with the API description at /openapi.json. The response's `errors` lists every error.",
         *       "errors": [
         *         {
         *           "pointer": "/response_type",
         *           "detail": "is required"
         *         }
         *       ]
         *     }
         */
        Problem: {
            type: components["schemas"]["ProblemType"];
            title: string;
            status: number;
            detail?: string;
            /** @description `urn:countersign:request:` and the request id */
            instance?: string;
            /** @description Catalogued name, explained at `GET /docs/reasons/{reason}`; only for backends */
            reason?: string;
            /** @description What to change */
            hint?: string;
            errors?: components["schemas"]["FieldError"][];
        };
        /**
         * @description `urn:countersign:problem:` and an error code
         * @enum {string}
         */
        ProblemType: "urn:countersign:problem:invalid_request" | "urn:countersign:problem:invalid_client" | "urn:countersign:problem:invalid_grant" | "urn:countersign:problem:unauthorized_client" | "urn:countersign:problem:unsupported_grant_type" | "urn:countersign:problem:unsupported_response_type" | "urn:countersign:problem:invalid_scope" | "urn:countersign:problem:access_denied" | "urn:countersign:problem:invalid_request_uri" | "urn:countersign:problem:request_not_supported" | "urn:countersign:problem:invalid_target" | "urn:countersign:problem:invalid_authorization_details" | "urn:countersign:problem:invalid_transaction_data" | "urn:countersign:problem:vp_formats_not_supported" | "urn:countersign:problem:insufficient_authorization" | "urn:countersign:problem:invalid_session" | "urn:countersign:problem:redirect_to_web" | "urn:countersign:problem:missing_interaction_type" | "urn:countersign:problem:invalid_client_attestation" | "urn:countersign:problem:use_attestation_challenge" | "urn:countersign:problem:use_fresh_attestation" | "urn:countersign:problem:invalid_token" | "urn:countersign:problem:insufficient_scope" | "urn:countersign:problem:invalid_dpop_proof" | "urn:countersign:problem:use_dpop_nonce" | "urn:countersign:problem:invalid_credential_request" | "urn:countersign:problem:unknown_credential_configuration" | "urn:countersign:problem:unknown_credential_identifier" | "urn:countersign:problem:invalid_proof" | "urn:countersign:problem:invalid_nonce" | "urn:countersign:problem:invalid_encryption_parameters" | "urn:countersign:problem:credential_request_denied" | "urn:countersign:problem:invalid_transaction_id" | "urn:countersign:problem:invalid_notification_id" | "urn:countersign:problem:invalid_notification_request" | "urn:countersign:problem:unauthenticated" | "urn:countersign:problem:forbidden" | "urn:countersign:problem:not_found" | "urn:countersign:problem:method_not_allowed" | "urn:countersign:problem:not_acceptable" | "urn:countersign:problem:request_timeout" | "urn:countersign:problem:conflict" | "urn:countersign:problem:gone" | "urn:countersign:problem:payload_too_large" | "urn:countersign:problem:unsupported_media_type" | "urn:countersign:problem:idempotency_key_reused" | "urn:countersign:problem:rate_limited" | "urn:countersign:problem:server_error" | "urn:countersign:problem:not_built" | "urn:countersign:problem:temporarily_unavailable";
        PublicBodyStatement: {
            /** @description Country whose law lets the public body issue the credential, or `EU` */
            country: string;
            /** @description Identifier of the authentic source */
            authenticSource: string;
            /** @description Identifier of the law */
            legislation: string;
        };
        PublicKey: {
            kty: string;
            crv?: string;
            x?: string;
            y?: string;
            kid?: string;
            alg?: string;
            use?: string;
        };
        /** @description The presentation as sent, for a query in `raw`: only in webhooks and in the reply to a redeemed `response_code` */
        RawPresentation: {
            /** @description SD-JWT VC with its Key Binding JWT; of an mdoc the DeviceResponse in base64url */
            presentation: string;
            /** @description Of an mdoc, base64url: the SessionTranscript that the device signed, or several that it may have signed */
            sessionTranscripts?: string[];
        };
        Readiness: {
            /** @enum {string} */
            status: "ok" | "error";
        };
        ReasonMeaning: {
            reason: string;
            /** @enum {string} */
            step: "offer" | "metadata" | "authorization" | "challenge" | "token" | "dpop" | "credential" | "deferred" | "notification" | "request-object" | "response" | "any" | "management";
            /**
             * @description Who can fix the cause of the refusal
             * @enum {string}
             */
            blame: "wallet" | "configuration" | "backend" | "operator" | "user" | "time";
            standard?: components["schemas"]["StandardReference"];
            /** @description What was wrong */
            explanation: string;
            /** @description What to change */
            hint: string;
            /** @description Names of the facts that a trace may have with it */
            facts: string[];
        };
        Redemptions: {
            /** @description Most wallets that may redeem the offer */
            limit: number;
            /** @description Number of wallets that received an access token */
            redeemed: number;
        };
        /** @description The credential may be renewed with a refresh token */
        Refresh: {
            /** @description A WebhookConfig, or only its URL */
            webhook?: string | components["schemas"]["WebhookConfig"];
            /** @description Seconds from the first issuance */
            lifetime?: number;
            /**
             * @description What to do with earlier credentials if the claims have changed
             * @default keep
             * @enum {string}
             */
            older_credentials?: "keep" | "revoke";
        };
        RegisteredPurpose: {
            lang: string;
            value: string;
        };
        RegisteredWallets: {
            source: components["schemas"]["WalletsSource"];
            /** @description Accept unregistered wallets. Default: true */
            public_clients: boolean;
            /** @description Redirect URI schemes, without colon, that unregistered wallets may use in addition to https, loopback addresses and schemes with a dot */
            public_redirect_schemes: string[];
            clients: components["schemas"]["WalletClient"][];
        };
        /**
         * @example {
         *       "public_clients": false,
         *       "clients": [
         *         {
         *           "client_id": "https://wallet.example",
         *           "redirect_uris": [
         *             "https://wallet.example/callback"
         *           ],
         *           "jwks": {
         *             "keys": [
         *               {
         *                 "kty": "EC",
         *                 "crv": "P-256",
         *                 "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
         *                 "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
         *               }
         *             ]
         *           }
         *         }
         *       ]
         *     }
         */
        RegisteredWalletsBody: {
            /** @description Accept unregistered wallets. Default: true */
            public_clients?: boolean;
            /** @description Redirect URI schemes, without colon, that unregistered wallets may use in addition to https, loopback addresses and schemes with a dot */
            public_redirect_schemes?: string[];
            clients?: components["schemas"]["WalletClient"][];
        };
        Registrar: {
            /** @description Absent without registrar.json */
            url?: string;
            /** @description Of the party */
            identifier?: string;
            party?: components["schemas"]["RegistrarParty"];
            certificates: components["schemas"]["RegistrarCertificate"][];
        };
        RegistrarCertificate: {
            /** @description Id of the registration certificate */
            id: string;
            intendedUse: string;
            state: components["schemas"]["RegistrarTaskState"];
            /** @description In a row */
            failures: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            succeededAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            failedAt?: string;
            /**
             * Format: date-time
             * @description When a failed attempt is repeated
             * @example 2026-01-26T09:30:00.000Z
             */
            retryAt?: string;
            /** @description Why the last attempt failed */
            reason?: string;
            detail?: string;
            /** @description What was wrong, in a sentence */
            explanation?: string;
            /** @description What to change, in a sentence */
            hint?: string;
        };
        RegistrarParty: {
            state: components["schemas"]["RegistrarTaskState"];
            /** @description In a row */
            failures: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            succeededAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            failedAt?: string;
            /**
             * Format: date-time
             * @description When a failed attempt is repeated
             * @example 2026-01-26T09:30:00.000Z
             */
            retryAt?: string;
            /** @description Why the last attempt failed */
            reason?: string;
            detail?: string;
            /** @description What was wrong, in a sentence */
            explanation?: string;
            /** @description What to change, in a sentence */
            hint?: string;
        };
        /**
         * @description `waiting`: nothing was due yet; `failing`: the last attempt failed, and it is repeated
         * @enum {string}
         */
        RegistrarTaskState: "waiting" | "done" | "failing";
        RegistrationCertificate: {
            /** @description Presentation configurations refer to it with registrationCert.id */
            id: string;
            source: components["schemas"]["RegistrationSource"];
            /**
             * Format: date-time
             * @description Only for stored certificates
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            state: components["schemas"]["RegistrationState"];
            findings: components["schemas"]["RegistrationFinding"][];
            /** @description Presentation configurations that refer to it */
            configurations: string[];
            /** @description The issuer metadata has it */
            issuer: boolean;
            /** @description Trade name */
            name?: string;
            /** @description Identifier of the party, such as NTRDE-HRB123456 */
            subject?: string;
            intendedUse?: string;
            purpose?: components["schemas"]["RegisteredPurpose"][];
            entitlements?: string[];
            /** @description Where wallets send users who want their data deleted: a web page or an email address */
            support?: string;
            supervisoryAuthority?: components["schemas"]["SupervisoryAuthority"];
            /** @description Registered credentials and claims, as the certificate has them */
            covers?: {
                [key: string]: unknown;
            }[];
            /** @description Registered attestations of an issuer, as the certificate has them */
            provides?: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
            /** @description Whole days; negative after the end */
            daysLeft?: number;
            /** @description As it was stored */
            jwt: string;
            /** @description Base64url of the CWT, if there is one */
            cwt?: string;
        };
        /**
         * @example {
         *       "id": "age-check",
         *       "jwt": "eyJ0eXAiOiJyYy13cnArand0In0.eyJzdWIiOiJOVFJERS1IUkIxMjM0NTYifQ.c2lnbmF0dXJl"
         *     }
         */
        RegistrationCertificateBody: {
            /** @description Presentation configurations use it to refer to the certificate */
            id: string;
            /** @description The certificate as the registrar issued it */
            jwt: string;
            /** @description Base64url of the same certificate as CWT, for requests by `org-iso-mdoc` */
            cwt?: string;
        };
        RegistrationCertificateRequest: {
            /** @description The tenant's registration certificate that wallets receive: `registration-certificates/<id>.jwt`, or the stored certificate with this id */
            id: string;
            /** @description For an intermediary: the identifier of the party that it acts for, the certificate's `sub`. Needs `retention` `webhook` */
            client?: string;
            /** @description Purpose, contact, privacy policy and what may be requested */
            body: {
                [key: string]: unknown;
            };
        };
        RegistrationFinding: {
            /** @description A reason of the catalogue */
            reason: string;
            /** @description JSON pointer into the certificate */
            pointer: string;
            detail: string;
        };
        /**
         * @description `file` of the folder registration-certificates; `api`: stored
         * @enum {string}
         */
        RegistrationSource: "file" | "api";
        /**
         * @description `refused`: wallets would refuse requests with it; see `findings`
         * @enum {string}
         */
        RegistrationState: "valid" | "refused";
        Renewal: {
            set: string;
            purpose: components["schemas"]["RenewalPurpose"];
            /** @description Address of the authority */
            directory: string;
            state: components["schemas"]["RenewalState"];
            /**
             * Format: date-time
             * @description When the current certificate chain expires; absent: there is none yet
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description From when the next certificate is ordered
             * @example 2026-01-26T09:30:00.000Z
             */
            renewsAt?: string;
            /**
             * Format: date-time
             * @description When the order in progress was placed
             * @example 2026-01-26T09:30:00.000Z
             */
            orderedAt?: string;
            /** @description In a row */
            failures: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            succeededAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            failedAt?: string;
            /**
             * Format: date-time
             * @description When a failed attempt is repeated
             * @example 2026-01-26T09:30:00.000Z
             */
            retryAt?: string;
            /** @description Why the last attempt failed */
            reason?: string;
            detail?: string;
            /** @description What was wrong, in a sentence */
            explanation?: string;
            /** @description What to change, in a sentence */
            hint?: string;
        };
        /**
         * @description What the key signs
         * @enum {string}
         */
        RenewalPurpose: "credential" | "request" | "metadata" | "mdoc";
        /**
         * @description `waiting`: nothing was due yet; `ordered`: the authority works on it; `failing`: the last attempt failed, and it is repeated
         * @enum {string}
         */
        RenewalState: "waiting" | "ordered" | "done" | "failing";
        Renewals: {
            certificates: components["schemas"]["Renewal"][];
        };
        ReplacedAccountKey: {
            /** @description Address of the authority */
            directory: string;
            outcome: components["schemas"]["AccountKeyOutcome"];
            /** @description Why the last attempt failed */
            reason?: string;
            detail?: string;
            /** @description What was wrong, in a sentence */
            explanation?: string;
            /** @description What to change, in a sentence */
            hint?: string;
        };
        ReplacedAccountKeys: {
            accounts: components["schemas"]["ReplacedAccountKey"][];
        };
        /**
         * @description OpenID4VP 1.0, 5.10
         * @example {
         *       "wallet_nonce": "qPmxiNFCR3QTm19POc8u"
         *     }
         */
        RequestObjectRequest: {
            wallet_nonce?: string;
            /** @description JSON object */
            wallet_metadata?: string;
        };
        RequestedKey: {
            set: string;
            purpose: components["schemas"]["SetKeyPurpose"];
            /** @description RFC 7638 thumbprint */
            kid: string;
            state: components["schemas"]["KeyState"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time when it starts signing
             * @example 2026-01-26T09:30:00.000Z
             */
            usedFrom?: string;
            /** @description Certificates in PEM, leaf first */
            chain?: string;
            /** @description Certificate request (PKCS #10) in PEM, for the authority */
            request: string;
        };
        /** @description Key that encrypts the response; only in an encrypted request */
        ResponseEncryption: {
            /** @description Public P-256 key with `alg` ECDH-ES */
            jwk: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            enc: "A128GCM" | "A256GCM";
            /** @description DEF; other values are ignored */
            zip?: string;
        };
        /**
         * @description Whether earlier credentials are revoked
         * @enum {string}
         */
        RevokeExisting: "true";
        /**
         * @example {
         *       "token": "SplxlOBeZQQYbYS6WxSbIAnV1bVcHTxTz8DfWyYpJDc",
         *       "revoke": "yes"
         *     }
         */
        RightsEraseForm: {
            /** @description From the page: without it, nothing is erased */
            token?: string;
            /**
             * @description Issued credentials are revoked too
             * @enum {string}
             */
            revoke?: "yes";
        } & {
            [key: string]: string;
        };
        /**
         * @example {
         *       "callback_url": "https://wallet.example/done"
         *     }
         */
        RightsStartForm: {
            /** @description Where the wallet wants its user back */
            callback_url?: string;
        } & {
            [key: string]: string;
        };
        /**
         * @description The key that is published now and signs from `usedFrom` on
         * @example {
         *       "purpose": "credential",
         *       "state": "pending",
         *       "kid": "fhgbj7VxZx86djqng3Cg2u1lodjdZMrXlv_yNd0t5n6",
         *       "privateKey": "local",
         *       "createdAt": "2026-01-26T09:30:00.000Z",
         *       "usedFrom": "2026-01-26T09:40:00.000Z"
         *     }
         */
        RotatedKey: {
            purpose: components["schemas"]["KeyPurpose"];
            state: components["schemas"]["KeyState"];
            /** @description RFC 7638 thumbprint */
            kid: string;
            privateKey: components["schemas"]["PrivateKeyPlace"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description Time when it starts signing
             * @example 2026-01-26T09:30:00.000Z
             */
            usedFrom?: string;
            /** @description If requested: its certificate request (PKCS #10) in PEM */
            request?: string;
            certificate?: components["schemas"]["KeyCertificate"];
        };
        /** @description An attestation scheme, as the European catalogue of attestations describes it (TS11) */
        SchemaMeta: {
            /** @description The catalogue's UUID */
            id?: string;
            /** @description SemVer */
            version: string;
            /**
             * Format: uri
             * @description The human-readable rulebook
             */
            rulebookURI: string;
            /**
             * @description Level of security (ISO/IEC 18045)
             * @enum {string}
             */
            attestationLoS: "iso_18045_basic" | "iso_18045_enhanced-basic" | "iso_18045_moderate" | "iso_18045_high";
            /** @description Who issues credentials of this scheme */
            trustedAuthorities?: components["schemas"]["SchemeAuthority"][];
            supportedFormats: components["schemas"]["AttestationFormat"][];
            /** @description One address per format */
            schemaURIs: components["schemas"]["SchemeSchema"][];
            /** @enum {string} */
            bindingType: "claim" | "key" | "biometric" | "none";
        };
        /**
         * @description JSON Schema (draft 2020-12) of a whole credential. Only a `POST` of variant A needs it, for an SD-JWT VC. In other formats it describes the claims
         * @example {
         *       "$schema": "https://json-schema.org/draft/2020-12/schema",
         *       "type": "object",
         *       "properties": {
         *         "iss": {
         *           "type": "string"
         *         },
         *         "vct": {
         *           "type": "string"
         *         },
         *         "cnf": {
         *           "type": "object"
         *         },
         *         "name": {
         *           "type": "string",
         *           "minLength": 1
         *         },
         *         "department": {
         *           "type": "string"
         *         }
         *       },
         *       "required": [
         *         "iss",
         *         "vct",
         *         "cnf",
         *         "name"
         *       ]
         *     }
         */
        SchemaResponse: {
            /** @enum {string} */
            $schema?: "https://json-schema.org/draft/2020-12/schema";
            /** @enum {string} */
            type?: "object";
            properties: {
                [key: string]: unknown;
            };
            required: string[];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description What the import would do to the configuration
         * @enum {string}
         */
        SchemeAction: "create" | "update" | "unchanged";
        /** @description A trust framework, and who or what is trusted in it */
        SchemeAuthority: {
            /** @enum {string} */
            frameworkType: "aki" | "etsi_tl" | "openid_federation";
            value: string;
            /** @description Whether the ETSI list is a list of trusted entities */
            isLOTE?: boolean;
        };
        /**
         * @description An attestation scheme for a credential configuration
         * @example {
         *       "configuration": "library-card",
         *       "scheme": {
         *         "version": "1.0.0",
         *         "rulebookURI": "https://library.example/rulebook",
         *         "attestationLoS": "iso_18045_moderate",
         *         "bindingType": "key",
         *         "supportedFormats": [
         *           "dc+sd-jwt"
         *         ],
         *         "schemaURIs": [
         *           {
         *             "formatIdentifier": "dc+sd-jwt",
         *             "uri": "https://library.example/card.schema.json"
         *           }
         *         ]
         *       },
         *       "schema": {
         *         "type": "object",
         *         "properties": {
         *           "family_name": {
         *             "type": "string"
         *           }
         *         },
         *         "required": [
         *           "family_name"
         *         ]
         *       }
         *     }
         */
        SchemeImport: {
            /** @description The configuration to create, or to change */
            configuration: string;
            scheme: components["schemas"]["SchemaMeta"];
            /**
             * @description One of the scheme's formats. Default: the first of these that the scheme has
             * @enum {string}
             */
            format?: "dc+sd-jwt" | "mso_mdoc" | "jwt_vc_json";
            /** @description Credential type: `vct`, the doctype, or the own type of a W3C credential */
            type?: string;
            /** @description JSON Schema at the format's schema address; of an mdoc, by namespace; of a W3C credential, with `credentialSubject`. The server does not load it */
            schema?: {
                [key: string]: unknown;
            };
        };
        SchemeMistake: {
            /** @description JSON pointer */
            pointer: string;
            detail: string;
        };
        /** @description Address of the schema for a format */
        SchemeSchema: {
            formatIdentifier: components["schemas"]["AttestationFormat"];
            /**
             * Format: uri
             * @description The server does not load it
             */
            uri: string;
        };
        SearchHit: {
            /**
             * @description What matches: the session's id, the id of one of its webhook deliveries, or its `state`
             * @enum {string}
             */
            found: "session" | "delivery" | "reference";
            /** @description Id of the session */
            session: string;
            status: components["schemas"]["SessionStatus"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /** @enum {string} */
            kind?: "issuance" | "presentation";
            configurations?: string[];
            /** @description Reference of the backend */
            state?: string;
        };
        /**
         * @description Secrets in it are masked as `***`
         * @example {
         *       "id": "0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1",
         *       "status": "created",
         *       "state": "order-1",
         *       "createdAt": "2026-01-26T09:30:00.000Z",
         *       "updatedAt": "2026-01-26T09:30:00.000Z",
         *       "expiresAt": "2026-01-27T09:30:00.000Z"
         *     }
         */
        Session: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt?: string;
            status: components["schemas"]["SessionStatus"];
            /** @enum {string} */
            kind?: "issuance" | "presentation";
            /** @description Ids of the credential configurations that were offered, or of the presentation configuration */
            configurations?: string[];
            /** @description Your reference */
            state?: string;
            /**
             * @description Set for a dry run's session
             * @enum {boolean}
             */
            dryRun?: true;
            /** @description Variant B */
            tenantId?: string;
            credentials?: components["schemas"]["PresentedCredential"][];
            /** @description True if the presented claims were erased after the webhook received them */
            credentialsErased?: boolean;
            /** @description For an intermediary: what it checks for the party, as agreed when the request was made */
            checks?: ("authenticity" | "revocation" | "holder_binding")[];
            auth_queries?: components["schemas"]["AuthorizeQueries"];
            request_uri?: string;
            vp_nonce?: string;
            /** @description The offer's session, if this is one of several redemptions */
            offerSession?: string;
            /** @description Session of the first issuance, if a refresh token started this one */
            firstSession?: string;
            redemptions?: components["schemas"]["Redemptions"];
            /** @description Credential offer (OpenID4VCI 1.0, 4.1.1) without its codes */
            offer?: {
                [key: string]: unknown;
            };
            credentialPayload?: components["schemas"]["ShownOfferRequest"];
            webhook?: components["schemas"]["WebhookConfig"];
            notifications?: components["schemas"]["WalletNotification"][];
            issued?: components["schemas"]["IssuedCredential"][];
            /** @enum {string} */
            claimsStatus?: "expected" | "answered" | "ready" | "failed";
            error?: components["schemas"]["SessionError"];
            lastError?: components["schemas"]["LastError"];
        };
        SessionError: {
            /** @description Issuance: `claims_invalid`: The claims do not match the configuration's schema or disclosure frame, or use names that the service sets. `claims_deadline`: The claims webhook returned no claims before the deadline. `claims_unavailable`: The claims webhook refused the request, or no attempt returned usable claims. `presentation_rejected`: The required presentation was rejected, which ended the issuance. `declined`: The user declined on the page that requests a sign-in or a presentation. `tx_code_attempts`: The user entered a wrong transaction code too often, so the offer can no longer be used. `cancelled`: The backend has cancelled the session. `restored`: The store was restored from a backup, which ended the session. Presentation: `malformed_body`: The response's body is not a form with the OpenID4VP parameters. `dc_api_protocol`: The page's response has a `protocol` that is not in the request. `parameters`: The response lacks a parameter, or has parameters that do not belong together. `response_legacy`: The response follows an older draft: it has a `presentation_submission`, or a key binding for the client id without its prefix. `jwe_header`: The encrypted response has a different form or algorithm from the one in the request. `unknown_key`: The encrypted response's `kid` is missing, or does not belong to an open request. `decrypt`: The encrypted response cannot be decrypted with the key that its `kid` identifies. `iso_mdoc_response`: The response for the protocol org-iso-mdoc does not have the form ["dcapi", {enc, cipherText}]. `iso_mdoc_decrypt`: The response for the protocol org-iso-mdoc cannot be decrypted: it is for a different request, or comes from a page with a different origin. `payload`: The decrypted response is not a JSON object with the response parameters. `state`: The response has no `state`, or its value does not match the request. `not_encrypted`: The response is not encrypted, but the request requires encryption. `expired`: The request had expired when the response arrived. `already_answered`: An earlier response has ended this request. `vp_token`: The `vp_token` is not a JSON object with a list of presentations for each credential query. `unknown_id`: The `vp_token` has a name that is not the id of a credential query in the request. `multiple`: The wallet sent more than one presentation for a credential query that does not allow it. `incomplete`: The wallet did not present a credential that the request requires. `presentation_format`: A presentation is not a compact SD-JWT VC, a DeviceResponse with one document, or a signed JWT with one W3C credential, whichever the query requests. `issuer_header`: The credential's header is not valid for an SD-JWT VC, a W3C credential or an mdoc, or its algorithm does not match the issuer's key. `issuer_signature`: The credential's signature does not match its certificate's key. `issuer_trust`: The credential's issuer is not trusted for this type: its certificate chain does not end at a trust anchor that may issue it. `issuing_country`: A PID claims a country for which its issuer is not on the trust list. `public_body_statement`: A public body on a trust list issued the credential, but its certificate does not state the country, the authentic source and the law (QcPSB). `issuer_name`: The credential's `iss` is not among the names in the certificate that signed it. `time`: The credential is not valid yet, or has expired. `disclosure`: The presentation's disclosures or elements do not match the credential's digests. `kb_missing`: The presentation does not prove possession of the holder's key, although this is required. `kb_signature`: The holder's proof is not signed with the credential's key, its header is wrong, or an mdoc was signed for a different request. `kb_nonce`: The key binding's `nonce` differs from the request's. `kb_aud`: The key binding's `aud` is a different verifier. `kb_iat`: The key binding was created before the request or in the future, or is no longer valid. `kb_sd_hash`: The key binding's `sd_hash` is not the hash of the presented credential and disclosures. `type`: The credential's type does not match the query. `claims`: The presentation lacks claims from the query, or has none of the values that the query requires. `trusted_authorities`: No certificate in the credential's chain belongs to an authority that the query trusts. `transaction_data`: The key binding does not confirm the request's transaction data. `strong_authentication`: The key binding does not show the strong customer authentication that the transaction requires. `revoked`: The issuer has revoked this credential, or its status is not valid. `suspended`: The issuer has suspended this credential. `status_unavailable`: The credential's status could not be determined, so the credential is treated as not valid. `certificate_revoked`: The certificate that signed the credential, or one above it, was revoked by its authority. `certificate_status_unavailable`: It could not be determined whether a certificate in the credential's chain is revoked. `zk_proof`: The zero-knowledge proof does not hold, or is not about what was requested. `wallet_metadata`: The POST's `wallet_metadata` cannot be read, or excludes every way of signing requests that is available here. `wallet_nonce`: The POST's `wallet_nonce` is empty, too long, or not a string. `wallet_formats`: The wallet's `vp_formats_supported` do not contain the requested format or algorithm. `cancelled`: The backend has cancelled the session. `restored`: The store was restored from a backup, which ended the session; or the code that the wallet responded with */
            code: string;
            /** @description Name of the catalogue, which `GET /docs/reasons/{reason}` explains */
            reason?: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            /** @description Id of the credential query that it is about */
            credential?: string;
            description?: string;
        };
        /**
         * @description Issuance: `created`: The offer is open, and no wallet has started. `pushed`: A wallet has pushed its authorization request. `presentation_required`: The wallet must present a credential first. `authorized`: The wallet has an authorization code. `token_issued`: The wallet has an access token. `issued`: Credentials were sent. The wallet has not sent a notification about them. `completed`: The wallet has accepted the credentials. `exhausted`: Every redemption of the offer has received a token, each in its own session. `failed`: The issuance has ended without a credential in the wallet. `error` shows why. `expired`: The offer, or a later step, has expired. Presentation: `created`: The request is open; no wallet has fetched it. `requested`: A wallet has fetched the request. `verified`: The presentation is verified. `credentials` has the presented claims. `rejected`: The request has ended without a presentation. `error` shows why. `expired`: No wallet responded in time.
         * @enum {string}
         */
        SessionStatus: "created" | "pushed" | "presentation_required" | "authorized" | "token_issued" | "issued" | "completed" | "exhausted" | "failed" | "expired" | "requested" | "verified" | "rejected";
        SetKey: {
            set: string;
            purpose: components["schemas"]["SetKeyPurpose"];
            /** @description RFC 7638 thumbprint */
            kid: string;
            state: components["schemas"]["KeyState"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time when it starts signing
             * @example 2026-01-26T09:30:00.000Z
             */
            usedFrom?: string;
            /** @description Certificates in PEM, leaf first */
            chain?: string;
        };
        /**
         * @description What the key signs
         * @enum {string}
         */
        SetKeyPurpose: "credential" | "request" | "metadata" | "mdoc";
        ShownDelivery: {
            /** @description Id of its session */
            session: string;
            /** @description Also the `webhook-id` of each attempt */
            id: string;
            /** @description `type` of the payload */
            type: string;
            /** @description Scheme, host and port */
            target: string;
            /** @enum {string} */
            state: "due" | "leased" | "delivered" | "dead";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            endedAt?: string;
            /** @description Why it failed permanently */
            reason?: string;
            /** @description Readable reason */
            description?: string;
            attempts: components["schemas"]["DeliveryAttempt"][];
            request: components["schemas"]["DeliveryRequest"];
        };
        ShownOfferRequest: {
            /** @description Ids of stored credential configurations */
            credentialConfigurationIds: string[];
            /** @description Claims by credential configuration id; only ids that are offered */
            claims?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Seconds by credential configuration id; only ids that are offered */
            lifetimes?: {
                [key: string]: number;
            };
            /**
             * @description Default: authorization_code
             * @enum {string}
             */
            flow?: "authorization_code" | "pre_authorized_code";
            /** @description Who may redeem the offer: claims that the identity provider must return for the signed-in user, such as `{"email": "erika@example.org"}` */
            person?: {
                [key: string]: string | number | boolean;
            };
            webhook?: components["schemas"]["WebhookConfig"];
            notifyWebhook?: components["schemas"]["WebhookConfig"];
            /** @description Your reference, returned unchanged */
            state?: string;
            /** @description Seconds; at most SESSION_TTL */
            expiresIn?: number;
            /** @description How many wallets may redeem the offer, each in its own session; only authorization_code. Default: 1 */
            redemptions?: number;
        };
        /**
         * @description OpenID Connect provider where users sign in
         * @example {
         *       "issuer": "https://login.example.com",
         *       "clientId": "countersign",
         *       "clientSecret": "secret-of-the-client",
         *       "scope": "openid profile email",
         *       "claims": {
         *         "given_name": "given_name",
         *         "family_name": "family_name",
         *         "email": "email"
         *       },
         *       "acr": [
         *         "urn:example:substantial"
         *       ]
         *     }
         */
        SignIn: {
            /** @description Issuer identifier of the OpenID Connect provider */
            issuer: string;
            clientId: string;
            /** @description Without it the client is public. Never returned */
            clientSecret?: string;
            /** @description Scope values with one space between them, one of them `openid`; default `openid` */
            scope?: string;
            /** @description Claim of the credential -> claim of the provider */
            claims?: {
                [key: string]: string;
            };
            /** @description Accepted values of `acr`; without it every one */
            acr?: string[];
            /** @description Seconds since the user last authenticated at the provider */
            maxAge?: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source?: "file" | "api";
        };
        SignerListEntry: {
            /** @description The tenant's name for the trust list whose entry decided */
            id: string;
            /** @description Address of the list */
            url: string;
            /** @description Number of the list */
            sequenceNumber: number;
            /** @description Name of the listed entity */
            entity: string;
            /** @description Type of its service */
            service: string;
            /**
             * @description The category that the credential claims and the entry confirms; absent if it claims none
             * @enum {string}
             */
            category?: "qualified" | "public-body";
            publicBody?: components["schemas"]["PublicBodyStatement"];
        };
        StandardReference: {
            document: string;
            section: string;
        };
        StandardSection: {
            document: string;
            section: string;
        };
        StatusEntry: {
            credentialConfigurationId: string;
            /** @description Status list */
            uri: string;
            /** @description Position in the list */
            idx: number;
            /**
             * @description 0 valid, 1 revoked, 2 suspended (profile eu)
             * @enum {integer}
             */
            status: 0 | 1 | 2;
        };
        StatusListState: {
            number: number;
            /** @description Where relying parties fetch it */
            uri: string;
            /** @description Entries of the list */
            size: number;
            /** @description Entries that were set aside for credentials, in blocks of 256 */
            used: number;
            /** @description Entries that later credentials may receive */
            free: number;
            /** @description It accepts no more credentials */
            closed: boolean;
            /** @description Key set whose credentials are in it, and whose key signs it; absent for the tenant's own keys */
            keySet?: string;
            /**
             * Format: date-time
             * @description When the current token for relying parties was signed
             * @example 2026-01-26T09:30:00.000Z
             */
            publishedAt: string;
            /**
             * Format: date-time
             * @description When that token expires
             * @example 2026-01-26T09:30:00.000Z
             */
            expiresAt: string;
        };
        /**
         * @description Why the status changes; only the audit log keeps it
         * @enum {string}
         */
        StatusReason: "lost" | "replaced" | "data_wrong" | "not_entitled" | "holder_request" | "misuse" | "mistake" | "other";
        /**
         * @example {
         *       "sessionId": "0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1",
         *       "credentialConfigurationId": "pid",
         *       "status": 1,
         *       "reason": "lost"
         *     }
         */
        StatusUpdate: {
            sessionId: string;
            /** @description Without it: all credentials of the session */
            credentialConfigurationId?: string;
            /**
             * @description 0 valid, 1 revoked, 2 suspended (profile eu)
             * @enum {integer}
             */
            status: 0 | 1 | 2;
            reason?: components["schemas"]["StatusReason"];
        };
        StoredCredentialConfig: {
            /** @description Configuration id */
            id: string;
            /** @description Entry of `credential_configurations_supported` (OpenID4VCI 1.0, 12.2.4); needs `format` */
            config?: CredentialConfiguration;
            /** @description Static claims. Claims from the offer or the webhook replace them. In an mdoc `{namespace: {element: value}}`, in a W3C credential `{"credentialSubject": {claim: value}}` */
            claims?: {
                [key: string]: unknown;
            };
            /** @description mdoc only: element types that JSON cannot express, `{namespace: {element: type}}` */
            element_types?: {
                [key: string]: {
                    [key: string]: "text" | "bool" | "integer" | "full-date" | "tdate" | "bytes" | "map" | "array";
                };
            };
            /** @description mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms */
            device_namespaces?: string[];
            /** @description mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`. Default: true in the profile eu, otherwise false */
            protected_certificate?: boolean;
            /** @description Which claims are selectively disclosable: `{"_sd": [names]}`, nested. Required for an SD-JWT VC, even as `{}`; other formats have none */
            disclosureFrame?: {
                [key: string]: unknown;
            };
            vct?: components["schemas"]["VCT"];
            presentation_during_issuance?: components["schemas"]["PresentationDuringIssuance"];
            /** @description Id of a provider in `attribute-providers.json` that returns the claims when a wallet requests the credential. Not with presentation_during_issuance, whose webhook does that */
            attribute_provider?: string;
            refresh?: components["schemas"]["Refresh"];
            one_active?: components["schemas"]["OneActive"];
            /** @description Whether a wallet may start without an offer. The user signs in at the tenant's identity provider. Not with presentation_during_issuance */
            wallet_initiated?: boolean;
            /** @description Whether the user must sign in at the tenant's identity provider when a wallet redeems an offer. Not with presentation_during_issuance */
            sign_in?: boolean;
            schema?: components["schemas"]["SchemaResponse"];
            /** @description Seconds */
            lifetime?: number;
            /** @description The credentials have no status, so nobody can revoke them: they end within 24 hours, and `lifetime` is at most 86400; default false */
            short_lived?: boolean;
            /** @description Key set that signs the credentials: created with POST /key-sets, or in files as `keys/<name>/credential.key.pem` and its chain, for an mdoc `mdoc.key.pem`; default: the tenant's key */
            keys?: string;
            disclosure_policy?: components["schemas"]["DisclosurePolicy"];
            attestation_scheme?: components["schemas"]["AttestationScheme"];
            /** @description Revoke the credentials when the wallet or its keys are revoked; default false */
            revocation_chaining?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway */
            findings?: components["schemas"]["FieldError"][];
            /** @enum {string} */
            source: "file" | "api";
            /** @description Why the configuration is ignored */
            error?: components["schemas"]["FieldError"][];
        };
        StoredLoginClient: {
            /** @description The `client_id` of the application */
            id: string;
            /** @description Name of the application on the page */
            name?: string;
            /** @description Redirect addresses, which must match exactly */
            redirect_uris?: string[];
            /** @description Redirect addresses after a logout */
            post_logout_redirect_uris?: string[];
            /** @description How long, in seconds, the browser stays signed in to this application without its wallet. Applies only to requests without claims. Default: 0 */
            session?: number;
            /** @description URL that receives a logout token when a kept session ends (OpenID Connect Back-Channel Logout 1.0) */
            backchannel_logout_uri?: string;
            token_endpoint_auth_method?: components["schemas"]["LoginAuthMethod"];
            /** @description At least 32 characters; for `client_secret_…` */
            client_secret?: string;
            /** @description Only in a file: name of the gateway's environment variable with the secret */
            client_secret_env?: string;
            /** @description Public keys of the application, for private_key_jwt */
            jwks?: {
                [key: string]: unknown;
            };
            id_token_signed_response_alg?: components["schemas"]["LoginSigningAlgorithm"];
            userinfo_signed_response_alg?: components["schemas"]["LoginUserinfoAlgorithm"];
            /** @description Default: true. Set false for applications without PKCE */
            require_pkce?: boolean;
            /** @description Id of the presentation configuration, which contains the most that a login may request */
            presentation?: string;
            /** @description Claim of the login -> path of the credential. A dot creates a member of an object: `address.locality` */
            claims?: {
                [key: string]: string[];
            };
            /** @description Scopes besides `profile`, `email`, `address` and `phone` -> their claims */
            scopes?: {
                [key: string]: string[];
            };
            claims_in?: components["schemas"]["LoginClaimsPlace"];
            subject?: components["schemas"]["LoginSubject"];
            /** @description What a login reaches, such as http://eidas.europa.eu/LoA/high */
            acr?: string;
            verified?: components["schemas"]["LoginVerifiedClaims"];
            /** @description Allow a wallet on a different device, through a QR code. Default: false. Nothing then proves that the presenting user sits at that browser */
            crossDevice?: boolean;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway: `{pointer, detail}` each. Ignored on write */
            findings?: {
                [key: string]: unknown;
            }[];
            /**
             * @description Ignored on write
             * @enum {string}
             */
            source: "file" | "api";
        };
        StoredPresentationConfig: {
            /** @description Configuration id */
            id: string;
            /** @description DCQL query (OpenID4VP 1.0, 6); needs `credentials` */
            dcql_query?: DcqlQuery;
            /**
             * @description How requests are made if not signed under the tenant's access certificate. age: the EU age verification profile. One `age_over_NN` of a proof of age is requested, without a signature, in an `av://` link or through the Digital Credentials API, and only the answer is kept. Not in a tenant of profile haip or eu
             * @enum {string}
             */
            profile?: "age";
            /**
             * @description With profile age: the wallet proves its answer in zero knowledge, through the Digital Credentials API only. A plain document is refused. Needs the setting ZK_VERIFIER_URL
             * @enum {string}
             */
            zeroKnowledge?: "required";
            registrationCert?: components["schemas"]["RegistrationCertificateRequest"];
            /** @description Key set that signs the requests, with an access certificate: created with POST /key-sets, or in files as `keys/<name>/request.key.pem` and its chain; default: the tenant's key */
            keys?: string;
            /** @description A WebhookConfig, or only its URL */
            webhook?: string | components["schemas"]["WebhookConfig"];
            /**
             * @description What to do with a credential if its status list is unavailable. Default: refuse. An accepted credential is marked `statusUnknown`
             * @enum {string}
             */
            statusUnreachable?: "refuse" | "accept";
            /**
             * @description How a credential's status is checked. cached uses a list as long as its token allows, live fetches another issuer's list for each response, off does not check: a credential with a status is then marked `statusUnknown`. Default: cached
             * @enum {string}
             */
            statusCheck?: "cached" | "live" | "off";
            /**
             * @description Whether a credential's `iss` must be a name in the certificate that signed it, if the certificate has names (SAN URI, DNS or IP). Default: certificate. With any, the backend decides by `signer`. A trust anchor's `names` takes precedence
             * @enum {string}
             */
            issuerName?: "certificate" | "any";
            /**
             * @description Whether a different `age_over_NN` in an mdoc from the requested one is accepted: true for a higher age, or false for a lower one. Default: exact. It is passed on under its own name
             * @enum {string}
             */
            age_over?: "exact" | "nearest";
            /**
             * @description Which entries of a request's `transaction_data` a credential signs if there are several: those that name it, or all. Default: per-credential. Wallets read the standard in both ways
             * @enum {string}
             */
            transactionBinding?: "per-credential" | "all";
            /**
             * @description How long the presented claims are kept: as long as the session, or until the webhook returned 2xx. Default: keep. `webhook` needs a webhook
             * @enum {string}
             */
            retention?: "keep" | "webhook";
            /**
             * @description When the backend receives the presented claims for a request with redirectUri: once they are verified, or once the backend redeems the response_code. Default: verified. In a tenant with the profile haip always response_code
             * @enum {string}
             */
            release?: "verified" | "response_code";
            /** @description Ids of the credential queries whose presentations the backend receives as the wallet sent them, as evidence. Only the webhook and the redemption of the `response_code` have them. Not with profile age, and not for an intermediary */
            raw?: string[];
            /** @description Origins to which the webhook may send the user: a `redirectUri` in its response to `presentation.verified` then replaces the request's. The wallet waits for it at most 3 seconds. Default: none, and the wallet doesn't wait */
            redirectOrigins?: string[];
            /** @description Origins of the pages that may use the Digital Credentials API, as browsers write them, such as `https://shop.example`; http for loopback addresses in development */
            origins?: string[];
            /** @description Forms of a Digital Credentials API request that are sent in addition to the signed one. Default: none. unsigned is not allowed for a tenant of profile haip. multisigned is signed under x509_hash and x509_san_dns, so the request certificate must contain the host of PUBLIC_URL */
            dcApiRequests?: components["schemas"]["DcApiForm"][];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
            /** @description Errors in a file that is used anyway */
            findings?: components["schemas"]["FieldError"][];
            /** @enum {string} */
            source: "file" | "api";
            /** @description Why the configuration is ignored */
            error?: components["schemas"]["FieldError"][];
        };
        StoredSignIn: {
            /** @description Issuer identifier of the OpenID Connect provider */
            issuer?: string;
            clientId?: string;
            /** @description Scope values with one space between them, one of them `openid`; default `openid` */
            scope?: string;
            /** @description Claim of the credential -> claim of the provider */
            claims?: {
                [key: string]: string;
            };
            /** @description Accepted values of `acr`; without it every one */
            acr?: string[];
            /** @description Seconds since the user last authenticated at the provider */
            maxAge?: number;
            /** @description In files: name of the environment variable with the secret */
            clientSecretEnv?: string;
            /** @enum {string} */
            source: "file" | "api";
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            updatedAt?: string;
        };
        StrongAuthentication: {
            /** @description The wallet's authentication code (PSD2), accepted once */
            jti: string;
            /** @description Response mode that the wallet signed */
            responseMode: string;
            /** @description Factors that the wallet applied: one member each, the category with its method */
            amr: {
                [key: string]: string;
            }[];
        };
        /** @description The data protection authority that wallets show for complaints */
        SupervisoryAuthority: {
            email?: string;
            phone?: string;
            uri?: string;
        };
        /**
         * @example {
         *       "id": "library",
         *       "name": "City library",
         *       "source": "api",
         *       "state": "active",
         *       "since": "2026-01-26T09:30:00.000Z",
         *       "createdAt": "2026-01-26T09:30:00.000Z"
         *     }
         */
        Tenant: {
            id: string;
            name?: string;
            /**
             * @description file: a folder, clients.json or the environment
             * @enum {string}
             */
            source: "file" | "api";
            state: components["schemas"]["TenantState"];
            /**
             * Format: date-time
             * @description When the state started
             * @example 2026-01-26T09:30:00.000Z
             */
            since?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /** @description A tenant of files has the same id: that one is served */
            hiddenByFiles?: boolean;
            /** @description While it is erased: removed documents by collection */
            removed?: {
                [key: string]: number;
            };
            receipt?: components["schemas"]["TenantReceipt"];
        };
        /** @description Proof of an erasure */
        TenantReceipt: {
            requestedBy: components["schemas"]["ErasureRequester"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            endedAt: string;
            /** @description Removed documents by collection */
            removed: {
                [key: string]: number;
            };
            /** @description What relying parties need: status lists, and entries that were ever changed */
            kept: {
                [key: string]: number;
            };
            /** @description SHA-256 over the ids of the removed documents, each link over the previous one; base64url */
            chain: string;
        };
        /**
         * @example {
         *       "id": "library",
         *       "name": "City library"
         *     }
         */
        TenantRequest: {
            /** @description Used in the tenant's URLs; never reused */
            id: string;
            /** @description For people */
            name?: string;
        };
        /**
         * @description State of the tenant
         * @enum {string}
         */
        TenantState: "active" | "suspended" | "erasing" | "erased";
        TextInLanguage: {
            /** @description Language (BCP 47) */
            lang: string;
            value: string;
        };
        TitleText: {
            lang: string;
            value: string;
        };
        /**
         * @example {
         *       "client_id": "root",
         *       "client_secret": "secret-of-the-client"
         *     }
         */
        TokenRequest: {
            client_id: string;
            client_secret: string;
            /** @enum {string} */
            grant_type?: "client_credentials";
        };
        /**
         * @example {
         *       "access_token": "header.payload.signature",
         *       "token_type": "Bearer",
         *       "expires_in": "24h"
         *     }
         */
        TokenResponse: {
            access_token: string;
            token_type: string;
            /** @description Duration, such as 24h */
            expires_in: string;
        };
        Trace: {
            entries: components["schemas"]["TraceEntry"][];
            gaps?: components["schemas"]["TraceGap"][];
        };
        TraceCheck: {
            check: string;
            ok: boolean;
        };
        /**
         * @example {
         *       "id": "4",
         *       "at": "2026-01-26T09:30:00.125Z",
         *       "step": "token",
         *       "who": "wallet",
         *       "request": "7Zq3yS0aVnP1mK4w",
         *       "method": "POST",
         *       "route": "/token",
         *       "status": 400,
         *       "ms": 3,
         *       "outcome": "refused",
         *       "error": "invalid_grant",
         *       "reason": "code_unknown"
         *     }
         */
        TraceEntry: {
            /** @description In a session's trace also a Last-Event-ID */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            /** @description Step of the flow, such as `token`; `management`, `status` or `unknown` */
            step: string;
            /** @enum {string} */
            who: "wallet" | "browser" | "backend" | "service";
            /** @description `x-request-id` in the response */
            request: string;
            method: string;
            /** @description The path's pattern; absent if no route has the path */
            route?: string;
            /** @description HTTP status of the response */
            status: number;
            /** @description Milliseconds until the response */
            ms: number;
            /**
             * @description `info`: the response requires a next step, or the request was accepted with a remark for developers
             * @enum {string}
             */
            outcome: "ok" | "refused" | "failed" | "info";
            /** @description Error code */
            error?: string;
            /** @description Name of the catalogue of reasons */
            reason?: string;
            /** @description What was wrong */
            explanation?: string;
            /** @description What to change */
            hint?: string;
            standard?: components["schemas"]["TraceStandard"];
            /**
             * @description Whose work changes it
             * @enum {string}
             */
            blame?: "wallet" | "configuration" | "backend" | "operator" | "user" | "time";
            /** @description Expected and received values */
            facts?: {
                [key: string]: unknown;
            };
            /** @description What was checked, in order, of a refused request */
            checks?: components["schemas"]["TraceCheck"][];
            attempt?: string;
            contentType?: string;
            /** @description Names of the parameters of query and body */
            parameters?: string[];
            userAgent?: string;
        };
        TraceGap: {
            /** @description In a session's trace: id of the entry before the gap */
            after?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at?: string;
            /** @description Entries that are missing */
            count: number;
            /**
             * @description `limit`: a trace keeps the first 50 and the last 150. `overflow`: too many at the same time, or not written
             * @enum {string}
             */
            cause: "limit" | "overflow";
        };
        TraceStandard: {
            document: string;
            section: string;
        };
        TransactionCodeForm: {
            length?: number;
            /** @enum {string} */
            input_mode?: "numeric" | "text";
            description?: string;
        };
        /** @description A member of the payload with its names, and how prominently wallets show it: 1 is the most */
        TransactionDataClaim: {
            path: ((string | null) | number)[];
            /** @enum {integer} */
            visualisation?: 1 | 2 | 3 | 4;
            display?: components["schemas"]["TransactionDataLabel"][];
        };
        TransactionDataLabel: {
            lang: string;
            label: string;
            description?: string;
        };
        TransactionDataType: {
            /** @description JSON Schema of `payload`, or the name of a type whose schema wallets know */
            schema?: string | components["schemas"]["PayloadSchema"];
            schema_uri?: string;
            "schema_uri#integrity"?: string;
            claims?: components["schemas"]["TransactionDataClaim"][];
            claims_uri?: string;
            "claims_uri#integrity"?: string;
            ui_labels?: components["schemas"]["ConfirmationTexts"];
            ui_labels_uri?: string;
            "ui_labels_uri#integrity"?: string;
        };
        Trust: {
            purposes: components["schemas"]["TrustOfPurpose"][];
        };
        TrustAnchor: {
            subject: string;
            /** @description In hexadecimal */
            sha256: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            notAfter: string;
            /** @description Whole days; negative after the end */
            daysLeft: number;
            pem: string;
            source: components["schemas"]["TrustSource"];
            /** @description Only for anchors with the source `api` */
            id?: string;
            /**
             * Format: date-time
             * @description Alike
             * @example 2026-01-26T09:30:00.000Z
             */
            createdAt?: string;
            /** @description The types of SD-JWT VCs that issuers under it may issue; absent: any */
            vct?: string[];
            /** @description The document types of mdocs that issuers under it may issue; absent: any */
            doctype?: string[];
            /**
             * @description What `iss` in their SD-JWT VCs may be: a name in the signing certificate (certificate), anything (any; the backend receives `issuerBound: false`), or one of a list. Default: the presentation configuration's `issuerName`, otherwise certificate
             * @example certificate
             */
            names?: unknown;
            /** @description The certificate belongs to a signer, and certifies no others */
            pinned?: boolean;
        };
        /**
         * @example {
         *       "id": "authority",
         *       "pem": "-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n",
         *       "vct": [
         *         "urn:eudi:pid:1"
         *       ]
         *     }
         */
        TrustAnchorBody: {
            /** @description Name of the entry, such as the authority's name */
            id: string;
            /** @description CA certificates in PEM, at most 20; a pinned certificate belongs to a signer */
            pem: string;
            /** @description Types of SD-JWT VCs and W3C credentials. Without the file any type is allowed, without the member none */
            vct?: string[];
            /** @description Document types of mdocs, in the same way */
            doctype?: string[];
            /**
             * @description What `iss` in their SD-JWT VCs may be: a name in the signing certificate (certificate), anything (any; the backend receives `issuerBound: false`), or one of a list. Default: the presentation configuration's `issuerName`, otherwise certificate
             * @example certificate
             */
            names?: unknown;
            /** @description true: the certificates belong to mdoc signers for these document types and are trusted directly. Neither CA nor extensions are checked */
            pinned?: boolean;
        };
        TrustList: {
            /** @description Name of its source; for a list found through a pointer, followed by its position or country */
            id: string;
            origin?: components["schemas"]["TrustListOrigin"];
            /** @description Id of the list that points to it */
            pointedBy?: string;
            url: string;
            /** @description LoTEType */
            type: string;
            /** @description Certificates that the source names; without one the list is not used */
            signers?: number;
            state: components["schemas"]["TrustListState"];
            /** @description Whether its entries are used */
            inForce: boolean;
            list?: components["schemas"]["AcceptedTrustList"];
            check?: components["schemas"]["TrustListCheck"];
            /** @description Certificates of the signers, of a source that was stored through the API */
            pem?: string;
            /** @description A source as it was written */
            source?: Record<string, never>;
            /** @description The newest first */
            changes: components["schemas"]["TrustListChanges"][];
        };
        /**
         * @example {
         *       "id": "pid",
         *       "url": "https://lists.example/pid-providers.jwt",
         *       "list": "pid-providers",
         *       "pem": "-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n"
         *     }
         */
        TrustListBody: {
            /** @description Name of the list */
            id: string;
            /** @description PEM certificates of the list's signers, or of the authorities above them, at most 20 */
            pem: string;
            /** @description Address of the list. */
            url: string;
            /** @description What the list is of, such as pid-providers, or the type of another list */
            list: string;
            /** @description Service types of another list whose certificates issue attestations. */
            issuance?: string[];
            /** @description Service types of another list whose certificates sign their status. */
            revocation?: string[];
            /** @description The types of SD-JWT VCs that entities of the list may issue. */
            vct?: string[];
            /** @description The document types of mdocs that entities of the list may issue. */
            doctype?: string[];
            /** @enum {unknown} */
            serialisation?: "compact" | "json";
            /** @enum {unknown} */
            strictSignerName?: "warn" | "refuse";
            /** @enum {unknown} */
            acceptSelfPointer?: "on" | "off";
            /** @enum {unknown} */
            sameSequence?: "refuse" | "allowReSigned";
            /**
             * @description Whether older instances that a list in JSON names may vouch for its new signer.
             * @enum {unknown}
             */
            lotePivots?: "off" | "on";
            /** @description URL of the publication that lists who may sign the list of trusted lists, or a list with `lotePivots`. */
            journal?: string;
            /** @description Countries whose lists are followed. Default: the Union, Iceland, Liechtenstein and Norway. */
            territories?: string[];
            /** @description What another list points to, if it is a list of lists. */
            pointsTo?: ("pid-providers" | "wallet-providers" | "access-certificate-authorities" | "registrars" | "registration-certificate-providers" | "public-body-attestation-providers")[];
            /** @enum {unknown} */
            nationalExpired?: "deny" | "warn";
            graceHours?: number;
            /**
             * @description Whether a newer publication that the list of trusted lists names replaces `journal` and the signers.
             * @enum {unknown}
             */
            acceptNewOj?: "report" | "accept";
            /**
             * @description Whether a listed certificate is accepted after it has expired.
             * @enum {unknown}
             */
            expiredAnchor?: "drop" | "keep";
            /** @enum {unknown} */
            brainpool?: "off" | "on";
        };
        /**
         * @example {
         *       "bytes": "ZXlKaGJHY2lPaUpGVXpJMU5pSjku"
         *     }
         */
        TrustListBytes: {
            /** @description Base64 of the document as published, or compressed with gzip */
            bytes: string;
            /** @description Older issues that vouch for the signer of a list of trusted lists, or of a list with `lotePivots` */
            pivots?: {
                /** @description Its address in the list */
                url: string;
                /** @description Base64 of the document as published, or compressed with gzip */
                bytes: string;
            }[];
        };
        TrustListCertificate: {
            sha256: string;
            keyId?: string;
        };
        TrustListChange: {
            /** @description Name of the entity */
            entity: string;
            /** @description What the certificate is trusted for */
            service: string;
            /** @description The certificate's, in hexadecimal */
            sha256: string;
        };
        TrustListChanges: {
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            sequenceNumber: number;
            /** @description True: an operator has handed the list over */
            loaded?: boolean;
            added: components["schemas"]["TrustListChange"][];
            removed: components["schemas"]["TrustListChange"][];
            counts: components["schemas"]["TrustListCounts"];
        };
        TrustListCheck: {
            outcome: components["schemas"]["TrustListOutcome"];
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
            /**
             * Format: date-time
             * @description When the address is fetched again
             * @example 2026-01-26T09:30:00.000Z
             */
            next: string;
            /** @description In a row */
            failures: number;
            /** @description Why the last check failed */
            reason?: string;
            /** @description What was wrong, in a sentence */
            explanation?: string;
            /** @description What to change, in a sentence */
            hint?: string;
            findings?: components["schemas"]["TrustListFinding"][];
        };
        TrustListCounts: {
            added: number;
            removed: number;
        };
        TrustListEntries: {
            /** @description Number of matches; at most a hundred are returned */
            count: number;
            entries: components["schemas"]["TrustListEntry"][];
        };
        TrustListEntry: {
            entity: string;
            tradeNames?: string[];
            /** @description Countries that the entity acts for, as lists spell them */
            territories?: string[];
            service: string;
            /** @description Service type */
            type: string;
            /** @description What its certificates are trusted for, such as pid/issuance */
            purpose: string;
            certificates: components["schemas"]["TrustListCertificate"][];
            status?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            since?: string;
            active?: boolean;
        };
        TrustListFinding: {
            /** @description JSON pointer into the list */
            pointer: string;
            detail: string;
        };
        /**
         * @description Location of its source; absent for lists found through a pointer
         * @enum {string}
         */
        TrustListOrigin: "file" | "api";
        /**
         * @description `stale`: it could not be fetched; `suspect`: the fetched list was refused
         * @enum {string}
         */
        TrustListOutcome: "good" | "stale" | "suspect";
        TrustListSigner: {
            subject: string;
            sha256: string;
            by: components["schemas"]["TrustListSignerBy"];
            /** @description From a list of trusted lists to the pivot that a certificate of the source has signed */
            path?: components["schemas"]["TrustListStep"][];
        };
        /**
         * @description `pin`: named by the source; `authority`: issued by a listed authority; `successor`: announced by the previous list; `pivots`: vouched for by the older lists in `path`
         * @enum {string}
         */
        TrustListSignerBy: "pin" | "authority" | "successor" | "pivots";
        /**
         * @description `absent`: nothing was accepted yet; `stale` and `suspect`: the last check failed, and the last good list is used; `expired`: it has expired; `closed`: its operator has closed it
         * @enum {string}
         */
        TrustListState: "absent" | "fresh" | "stale" | "suspect" | "expired" | "closed";
        TrustListStep: {
            url: string;
            sequenceNumber: number;
            sha256: string;
        };
        TrustListWarning: {
            /** @description What it is about; absent for lists from an earlier version */
            code?: string;
            /** @description JSON pointer into the list */
            pointer: string;
            detail: string;
            /** @description What to put into the source */
            value?: string;
        };
        TrustOfPurpose: {
            purpose: components["schemas"]["TrustPurpose"];
            anchors: components["schemas"]["TrustAnchor"][];
        };
        /**
         * @description What the anchors are trusted for
         * @enum {string}
         */
        TrustPurpose: "issuers" | "wallet-providers" | "access-authorities" | "registration-providers" | "registration-status";
        /**
         * @description `own`: the tenant issues under it; `file` of the folder `trust`; `api`: written by POST /trust/{purpose}
         * @enum {string}
         */
        TrustSource: "own" | "file" | "api";
        UnmappedMember: {
            /** @description JSON pointer */
            pointer: string;
            detail: string;
        };
        /**
         * @description Type metadata (SD-JWT VC). Its `vct` is the same as in `config`
         * @example {
         *       "vct": "<PUBLIC_URL>/credentials/vct/staff-card",
         *       "name": "Staff card",
         *       "description": "Shows that its holder works here"
         *     }
         */
        VCT: {
            vct: string;
            name?: string;
            description?: string;
            extends?: string;
            "extends#integrity"?: string;
            schema_uri?: string;
            "schema_uri#integrity"?: string;
            display?: {
                [key: string]: unknown;
            }[];
            claims?: {
                [key: string]: unknown;
            }[];
            /** @description `urn:eu:europa:ec:eudi:sua:sca` for a credential that confirms payments (EUDI TS12) */
            category?: string;
            /** @description By type of `transaction_data` that the credential confirms: its schema, its labels, and its texts */
            transaction_data_types?: {
                [key: string]: components["schemas"]["TransactionDataType"];
            };
        };
        WalletClient: {
            client_id: string;
            /** @description Where codes may go; without fragment */
            redirect_uris?: string[];
            jwks: components["schemas"]["WalletClientKeys"];
        };
        /** @description Public keys for private_key_jwt */
        WalletClientKeys: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        WalletNotification: {
            notification_id: string;
            /** @enum {string} */
            event: "credential_accepted" | "credential_failure" | "credential_deleted";
            event_description?: string;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            at: string;
        };
        /**
         * @description What the wallet was doing
         * @enum {string}
         */
        WalletStep: "offer" | "par" | "authorize" | "challenge" | "token" | "credential" | "deferred" | "notification" | "request-object" | "response";
        /**
         * @description `file`: wallets.json of the tenant; `api`: written by POST /configurations/wallets; `installation`: wallets.json of the root folder
         * @enum {string}
         */
        WalletsSource: "file" | "api" | "installation" | "none";
        WebHookAuthConfig: {
            /** @enum {string} */
            type: "apiKey";
            config: components["schemas"]["WebHookAuthHeader"];
        };
        WebHookAuthHeader: {
            /** @description Not an HTTP header, and not a header of the signature */
            headerName: string;
            value: string;
        };
        /**
         * @description `auth` and `auhth` are two spellings of one member: give one of them
         * @example {
         *       "url": "https://backend.example.com/outcome",
         *       "auth": {
         *         "type": "apiKey",
         *         "config": {
         *           "headerName": "x-api-key",
         *           "value": "secret-of-the-backend"
         *         }
         *       }
         *     }
         */
        WebhookConfig: {
            /** @description Public https. http and private addresses only if OUTBOUND_ALLOW lists them */
            url: string;
            auth?: components["schemas"]["WebHookAuthConfig"];
            auhth?: components["schemas"]["WebHookAuthConfig"];
            /** @description Signing secret, base64 of 24 to 64 bytes. Without it the tenant's own secret is used */
            signingSecret?: string;
        };
        /**
         * @description The webhook in a presentation configuration, or in `presentation_during_issuance` or `refresh` of a credential configuration
         * @enum {string}
         */
        WebhookPlace: "presentation" | "issuance" | "refresh";
        WebhookSecret: {
            /** @description `whsec_…`: complete in the response to a rotation, otherwise its last characters */
            secret: string;
            /** @description 1 until the first change */
            generation: number;
            /**
             * Format: date-time
             * @example 2026-01-26T09:30:00.000Z
             */
            rotatedAt?: string;
            /** @description Earlier secrets that still sign, newest first */
            earlier: components["schemas"]["EarlierWebhookSecret"][];
        };
        /**
         * @example {
         *       "overlap": 86400
         *     }
         */
        WebhookSecretRotation: {
            /** @description Overlap in seconds: earlier secrets also sign, so that receivers can verify with either; 0 ends them immediately. Default: a day */
            overlap?: number;
        };
        /**
         * @description `configurationId` with `kind`, or only `webhook`
         * @example {
         *       "webhook": {
         *         "url": "https://backend.example.com/outcome",
         *         "auth": {
         *           "type": "apiKey",
         *           "config": {
         *             "headerName": "x-api-key",
         *             "value": "secret-of-the-backend"
         *           }
         *         }
         *       }
         *     }
         */
        WebhookTest: {
            kind?: components["schemas"]["WebhookPlace"];
            /** @description Configuration id */
            configurationId?: string;
            webhook?: components["schemas"]["WebhookConfig"];
        };
        /**
         * @description `delivered`: the receiver answered 2xx
         * @enum {string}
         */
        WebhookTestOutcome: "delivered" | "failed";
        WebhookTestResult: {
            /** @description `webhook-id` of the call */
            id: string;
            /** @description Scheme, host and port */
            target: string;
            outcome: components["schemas"]["WebhookTestOutcome"];
            milliseconds: number;
            /** @description HTTP status of the response */
            status?: number;
            /** @description Code of the failure, such as `dns`, `tls`, `timeout`, `status` */
            error?: string;
            /** @description Readable error message */
            description?: string;
            /** @description What to change */
            hint?: string;
        };
    };
    responses: {
        /** @description Error. 400 even if the request matches the schema: a repeated parameter, an unknown id or code, members that exclude each other; see `errors` */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Error. 400 even if the request matches the schema: a repeated parameter, an unknown id or code, members that exclude each other */
        OAuthError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Error; 401 and 403 with `WWW-Authenticate`. 400 even if the request matches the schema: a repeated parameter, an unknown id or code, members that exclude each other */
        ResourceError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Error page */
        ErrorPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    get_: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Home"];
                    "text/html": string;
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_acme_challenge_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_certificate_chains_thumbprint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                thumbprint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_jwks_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_jwt_vc_issuer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtVcIssuerMetadata"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_jwt_vc_issuer_tenantId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtVcIssuerMetadata"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_oauth_authorization_server: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthServerMetadata"];
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_oauth_authorization_server_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginProvider"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_oauth_authorization_server_tenantId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthServerMetadata"];
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_oauth_authorization_server_tenantId_login: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginProvider"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_openid_credential_issuer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept application/jwt, signed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerMetadata"];
                    "application/jwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_well_known_openid_credential_issuer_tenantId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept application/jwt, signed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerMetadata"];
                    "application/jwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_attestation_schemes_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchemeImport"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedScheme"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_attestation_schemes_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SchemeImport"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlannedScheme"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_attestation_schemes_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedScheme"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_audit: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
                /** @description Only records of this session */
                session?: string;
                /** @description true: only changes, without reads and sign-ins */
                changes?: "true";
                /** @description Only records of this client or person */
                client?: string;
                /** @description Only this action, such as `status.changed` */
                action?: string;
                /**
                 * @description Only records from this time (ISO 8601) or later
                 * @example 2026-01-26
                 */
                from?: string;
                /**
                 * @description Only records before this time (ISO 8601)
                 * @example 2026-01-26
                 */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; JSON lines if requested with Accept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecord"][];
                    "application/jsonl": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_auth_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_authorize: {
        parameters: {
            query: {
                /** @description Client */
                client_id: string;
                /** @description Reference from the pushed authorization request */
                request_uri?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page with the presentation or sign-in that comes first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirect to redirect_uri */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_authorize_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_authorize_attestation_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttestationChallenge"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_authorize_callback: {
        parameters: {
            query: {
                /** @description The `state` in the redirect to the provider */
                state: string;
                /** @description Authorization code of the provider */
                code?: string;
                /** @description Issuer identifier of the provider (RFC 9207) */
                iss?: string;
                /** @description Error of the provider */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_authorize_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            /** @description An interaction is needed first (OpenID4VCI 1.1 draft), if enabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["OAuthError"];
        };
    };
    get_authorize_decline_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_authorize_follow_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowResponse"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_authorize_interactive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_authorize_par: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_authorize_sign_in_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_authorize_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_authorize_wallet_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRequests"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_authorize_wallet_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserAnswerTaken"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_apply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundleApply"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundlePlan"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_bundles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedBundle"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_configurations_bundles_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_display: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Display"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_display: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisplayBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Display"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_configurations_display: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_export: {
        parameters: {
            query?: {
                /** @description `include`: with the secrets of webhooks and sign-in; otherwise they appear as `***` */
                secrets?: components["schemas"]["ExportedSecrets"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportedConfigurations"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_images: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_images: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Image"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_configurations_images_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_import: {
        parameters: {
            query?: {
                /** @description `check` (default): only reports; `apply`: writes if the file has no errors */
                mode?: components["schemas"]["ImportMode"];
            };
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigurationsImport"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResults"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_login_clients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredLoginClient"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_login_clients: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginClient"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredLoginClient"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_configurations_login_clients_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_login_keys_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BundlePlanRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BundlePlan"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_configurations_wallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWallets"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_configurations_wallets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisteredWalletsBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredWallets"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_configurations_wallets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/avif": string;
                    "image/gif": string;
                    "image/x-icon": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "image/webp": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_console_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsoleLogin"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_login_callback: {
        parameters: {
            query: {
                /** @description The `state` in the redirect to the provider */
                state: string;
                /** @description Authorization code of the provider */
                code?: string;
                /** @description Issuer identifier of the provider (RFC 9207) */
                iss?: string;
                /** @description Error of the provider */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_console_login_oidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_console_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_console_logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSession"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_page: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_page_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
                item: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_console_page_item_part: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                page: string;
                item: string;
                part: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_countersign_button_v1_js: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_credentials_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCredentialConfig"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_credentials_config_id: {
        parameters: {
            query?: {
                /** @description If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one */
                revokeExisting?: components["schemas"]["RevokeExisting"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_credentials_config_id_dry_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuanceDryRun"];
            };
        };
        responses: {
            /** @description Success; with Accept text/event-stream the steps as they happen, then the report, as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_credentials_schema_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaResponse"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_credentials_vct_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VCT"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_credentials_tenantId_schema_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaResponse"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_credentials_tenantId_vct_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VCT"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_dc_api_d_ts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/typescript; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_dc_api_js: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_deliveries: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
                /**
                 * @description `waiting` (the default): an attempt is under way or follows; `delivered`: the receiver answered 2xx; `dead`: no attempt follows
                 * @example waiting
                 */
                state?: components["schemas"]["DeliveryList"];
                /**
                 * @description Only deliveries that were created at this time (ISO 8601) or later
                 * @example 2026-01-26
                 */
                from?: string;
                /**
                 * @description Only deliveries that were created before this time (ISO 8601)
                 * @example 2026-01-26
                 */
                until?: string;
                /** @description Only deliveries of this event, such as `credential.issued` */
                type?: string;
                /** @description Only deliveries whose id, session, event or target contains this. A page may be short although more follow */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDelivery"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_deliveries_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryReplay"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReplayResults"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_deliveries_summary: {
        parameters: {
            query?: {
                /**
                 * @description Since this time (ISO 8601), at most 31 days ago. Default: one day ago
                 * @example 2026-01-26
                 */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverySummary"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_deliveries_deliveryId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownDelivery"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/yaml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/yaml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs_reasons_reason: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reason: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReasonMeaning"];
                    "text/html": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/yaml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs_folder_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folder: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/yaml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_docs_folder_part_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                folder: string;
                part: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                    "text/css; charset=utf-8": string;
                    "text/javascript; charset=utf-8": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "application/yaml": string;
                    "text/plain; charset=utf-8": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_eu_parts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EuParts"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_events: {
        parameters: {
            query?: {
                /**
                 * @description Same as Last-Event-ID, for clients that cannot send it; 0: all stored events
                 * @example 0
                 */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            400: components["responses"]["Problem"];
            /** @description A component is down */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_health_live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_health_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            400: components["responses"]["Problem"];
            /** @description It does not */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    get_hosted_lists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedList"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_hosted_lists_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListDetails"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_hosted_lists_list: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedListBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListDetails"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_hosted_lists_list: {
        parameters: {
            query: {
                /**
                 * @description Revision of the list that this changes
                 * @example 1
                 */
                revision: string;
            };
            header?: never;
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListDetails"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_hosted_lists_list_entities: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedEntityBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListDetails"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_hosted_lists_list_entities_entity: {
        parameters: {
            query: {
                /**
                 * @description Revision of the list that this changes
                 * @example 1
                 */
                revision: string;
            };
            header?: never;
            path: {
                list: string;
                entity: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListDetails"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_hosted_lists_list_versions: {
        parameters: {
            query?: {
                /** @description Only versions below this number */
                before?: string;
            };
            header?: never;
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedListVersion"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_hosted_lists_list_versions_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                list: string;
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwt": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_iaca_generation_crl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                generation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_issuer_management: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCredentialConfig"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_issuer_management: {
        parameters: {
            query?: {
                /** @description If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one */
                revokeExisting?: components["schemas"]["RevokeExisting"];
            };
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssuanceConfig"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCredentialConfig"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_issuer_management_offer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferRequest"];
            };
        };
        responses: {
            /** @description Success; with Accept image/png, the QR code as a picture */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferResponse"];
                    "image/png": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_issuer_management_id: {
        parameters: {
            query?: {
                /** @description If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one */
                revokeExisting?: components["schemas"]["RevokeExisting"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_issuer_management_id_dry_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuanceDryRun"];
            };
        };
        responses: {
            /** @description Success; with Accept text/event-stream the steps as they happen, then the report, as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_issuer_managment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCredentialConfig"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_issuer_managment: {
        parameters: {
            query?: {
                /** @description If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one */
                revokeExisting?: components["schemas"]["RevokeExisting"];
            };
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialConfig"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredCredentialConfig"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_issuer_managment_id: {
        parameters: {
            query?: {
                /** @description If the disclosure policy changes: `true` revokes the credentials that were issued under the earlier one */
                revokeExisting?: components["schemas"]["RevokeExisting"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_issuer_managment_id_dry_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IssuanceDryRun"];
            };
        };
        responses: {
            /** @description Success; with Accept text/event-stream the steps as they happen, then the report, as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_key_sets_set_purpose: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                set: string;
                purpose: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateSubject"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_key_sets_set_purpose: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                set: string;
                purpose: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_key_sets_set_purpose_chain: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                set: string;
                purpose: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateChainBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_key_sets_set_purpose_kid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                set: string;
                purpose: string;
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Keys"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_keys_renewals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Renewals"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_keys_renewals_account_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplacedAccountKeys"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_keys_purpose_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                purpose: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_login_well_known_openid_configuration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginProvider"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_login_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_login_auth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_auth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginAuthorizationRequest"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    get_login_auth_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_login_interaction_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_interaction_session_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginForm"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Error page: not the browser that began the login, or not from its page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_interaction_session_complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginForm"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Error page: not the browser that began the login, or not from its page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_login_interaction_session_return: {
        parameters: {
            query?: {
                /** @description The wallet's (OpenID4VP 1.0, 8.2) */
                response_code?: string;
            };
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_login_interaction_session_state: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream each state as an event when it occurs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginState"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_login_interaction_session_wallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRequests"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_login_interaction_session_wallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginNext"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_login_jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["LoginKeys"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_login_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginClaims"];
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_login_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginUserinfoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginClaims"];
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    get_login_session_end: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_session_end: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginLogoutRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_session_end_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginLogoutConfirmation"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    get_login_session_end_success: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    post_login_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokens"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_oid4vp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresentationRequest"];
            };
        };
        responses: {
            /** @description Success; with Accept image/png, the QR code as a picture */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationRequestResponse"];
                    "image/png": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_oid4vp_button_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ButtonState"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_oid4vp_button_reference_request: {
        parameters: {
            query?: {
                /** @description true: also the entries for the Digital Credentials API */
                digital?: "true";
            };
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ButtonRequest"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_oid4vp_button_reference_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserAnswerTaken"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_oid4vp_request_requestId_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/oauth-authz-req+jwt": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_oid4vp_request_requestId_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                requestId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RequestObjectRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/oauth-authz-req+jwt": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_oid4vp_response: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationResponse"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizationResponse"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationAnswer"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationAnswer"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_overview: {
        parameters: {
            query?: {
                /**
                 * @description Start of the counts (ISO 8601), rounded down to the hour, at most 31 days ago. Default: the start of the day in UTC
                 * @example 2026-01-26
                 */
                from?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_presentation_management: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPresentationConfig"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_presentation_management: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresentationConfig"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPresentationConfig"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_presentation_management_request: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresentationRequest"];
            };
        };
        responses: {
            /** @description Success; with Accept image/png, the QR code as a picture */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationRequestResponse"];
                    "image/png": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_presentation_management_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_presentation_management_id_dry_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PresentationDryRun"];
            };
        };
        responses: {
            /** @description Success; with Accept text/event-stream the steps as they happen, then the report, as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_presentations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPresentationConfig"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_presentations_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_presentations_id_dry_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PresentationDryRun"];
            };
        };
        responses: {
            /** @description Success; with Accept text/event-stream the steps as they happen, then the report, as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_public_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/avif": string;
                    "image/gif": string;
                    "image/x-icon": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "image/webp": string;
                    "application/octet-stream": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_registrar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registrar"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_registration_certificates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationCertificate"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_registration_certificates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationCertificateBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationCertificate"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_registration_certificates_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_rights: {
        parameters: {
            query?: {
                /** @description Where the wallet wants its user back: only to an origin in `callbacks` */
                callback_url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_rights_erase: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RightsEraseForm"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ErrorPage"];
            /** @description Page: no visit of this browser, or not from its page. Nothing was erased */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    get_rights_return: {
        parameters: {
            query?: {
                /** @description The wallet's (OpenID4VP 1.0, 8.2) */
                response_code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Page: not the browser that began the visit, or the visit has ended */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            default: components["responses"]["ErrorPage"];
        };
    };
    post_rights_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RightsStartForm"];
            };
        };
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_schemas_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_search: {
        parameters: {
            query: {
                /**
                 * @description The whole text, exactly as it was given
                 * @example order-1
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchHit"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_session: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
                /** @description Only sessions with this status. `expired` sessions are sorted by their end, latest first */
                status?: components["schemas"]["SessionStatus"];
                /** @description Only the redemptions of this offer, by its session id */
                offerSession?: string;
                /** @description Only the renewals of this session, started with its refresh token */
                firstSession?: string;
                /** @description true: sessions of running dry runs, which no other list contains */
                dryRun?: "true";
                /** @description Only sessions with this state */
                state?: string;
                /** @description Only issuances, or only presentations that belong to no issuance */
                kind?: "issuance" | "presentation";
                /** @description Only sessions with this credential or presentation configuration, by its id */
                configuration?: string;
                /**
                 * @description Only sessions that were created at this time (ISO 8601) or later
                 * @example 2026-01-26
                 */
                from?: string;
                /**
                 * @description Only sessions that were created before this time (ISO 8601)
                 * @example 2026-01-26
                 */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_session_revoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusUpdate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEntry"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_session_sessionId: {
        parameters: {
            query?: {
                /** @description Code of a same-device return; 200 once, 409 if it is wrong or already redeemed */
                response_code?: string;
            };
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_session_sessionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_session_sessionId_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_session_sessionId_dc_api: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_session_sessionId_deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_session_sessionId_deliveries_deliveryId_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sessionId: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_session_sessionId_events: {
        parameters: {
            query?: {
                /**
                 * @description Same as Last-Event-ID, for clients that cannot send it; 0: all stored events
                 * @example 0
                 */
                after?: string;
            };
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_session_sessionId_trace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream each entry as an event when it occurs; Last-Event-ID continues after an entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_sessions: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
                /** @description Only sessions with this status. `expired` sessions are sorted by their end, latest first */
                status?: components["schemas"]["SessionStatus"];
                /** @description Only the redemptions of this offer, by its session id */
                offerSession?: string;
                /** @description Only the renewals of this session, started with its refresh token */
                firstSession?: string;
                /** @description true: sessions of running dry runs, which no other list contains */
                dryRun?: "true";
                /** @description Only sessions with this state */
                state?: string;
                /** @description Only issuances, or only presentations that belong to no issuance */
                kind?: "issuance" | "presentation";
                /** @description Only sessions with this credential or presentation configuration, by its id */
                configuration?: string;
                /**
                 * @description Only sessions that were created at this time (ISO 8601) or later
                 * @example 2026-01-26
                 */
                from?: string;
                /**
                 * @description Only sessions that were created before this time (ISO 8601)
                 * @example 2026-01-26
                 */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_sessions_sessionId: {
        parameters: {
            query?: {
                /** @description Code of a same-device return; 200 once, 409 if it is wrong or already redeemed */
                response_code?: string;
            };
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_sessions_sessionId_events: {
        parameters: {
            query?: {
                /**
                 * @description Same as Last-Event-ID, for clients that cannot send it; 0: all stored events
                 * @example 0
                 */
                after?: string;
            };
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_sessions_sessionId_trace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream each entry as an event when it occurs; Last-Event-ID continues after an entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectiveSettings"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_sign_in_management: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredSignIn"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_sign_in_management: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredSignIn"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_sign_in_management: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_status_lists: {
        parameters: {
            query?: {
                /** @description Maximum number. Default: 20 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusListState"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_status_management: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusUpdate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEntry"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_status_management_status_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/statuslist+jwt": string;
                    "application/statuslist+cwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_status_management_status_list_n: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/statuslist+jwt": string;
                    "application/statuslist+cwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_status_management_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEntry"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenants: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenants_tenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_tenants_tenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenants_tenant_clients: {
        parameters: {
            query?: {
                /** @description At most this many; default 100 */
                limit?: number;
                /** @description Cursor from the previous page's Link header, with the same query */
                after?: string;
            };
            header?: never;
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedClient"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants_tenant_clients: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedClientRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedClientWithSecret"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants_tenant_clients_clientId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                tenant: string;
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManagedClientChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedClient"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_tenants_tenant_clients_clientId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant: string;
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants_tenant_clients_clientId_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                tenant: string;
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientRotation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedClientWithSecret"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants_tenant_resume: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenants_tenant_suspend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                tenant: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trace: {
        parameters: {
            query: {
                /**
                 * @description Must be `true`
                 * @example true
                 */
                unmatched: "true";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trust: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trust"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trust_lists_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trust_entries: {
        parameters: {
            query?: {
                /** @description Id of the list */
                list?: string;
                /** @description Part of a name, a service type or the SHA-256 of a certificate */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustListEntries"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trust_lists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustList"][];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_trust_lists: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrustListBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustList"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_trust_lists_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustList"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_trust_lists_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_trust_lists_id_bytes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrustListBytes"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustList"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_trust_purpose: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                purpose: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrustAnchorBody"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustOfPurpose"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    delete_trust_purpose_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                purpose: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Empty"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_vci_credential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialRequest"];
                "application/jwt": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Deferred */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeferredCredentialResponse"];
                    "application/jwt": string;
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_vci_deferred: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeferredCredentialRequest"];
                "application/jwt": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Deferred */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeferredCredentialResponse"];
                    "application/jwt": string;
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_vci_nonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NonceResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_vci_notification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_vci_offer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferRequest"];
            };
        };
        responses: {
            /** @description Success; with Accept image/png, the QR code as a picture */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferResponse"];
                    "image/png": string;
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_vci_offer_offerId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialOffer"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_webhooks_secret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_secret_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_webhooks_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the call safe to repeat: for 24 hours a call with the same key and body is not performed again, and returns the first response with `Idempotent-Replay: true`. 409 while it is performed, 422 for another body or route */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            400: components["responses"]["Problem"];
            401: components["responses"]["Problem"];
            403: components["responses"]["Problem"];
            409: components["responses"]["Problem"];
            422: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_well_known_certificate_chains_thumbprint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                thumbprint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pem-certificate-chain": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_well_known_jwks_json: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jwks"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_well_known_jwt_vc_issuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtVcIssuerMetadata"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_well_known_oauth_authorization_server: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthServerMetadata"];
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_well_known_openid_credential_issuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept application/jwt, signed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerMetadata"];
                    "application/jwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_authorize: {
        parameters: {
            query: {
                /** @description Client */
                client_id: string;
                /** @description Reference from the pushed authorization request */
                request_uri?: string;
            };
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page with the presentation or sign-in that comes first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirect to redirect_uri */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_authorize_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/css": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_authorize_attestation_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttestationChallenge"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_authorize_callback: {
        parameters: {
            query: {
                /** @description The `state` in the redirect to the provider */
                state: string;
                /** @description Authorization code of the provider */
                code?: string;
                /** @description Issuer identifier of the provider (RFC 9207) */
                iss?: string;
                /** @description Error of the provider */
                error?: string;
            };
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_authorize_challenge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChallengeResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            /** @description An interaction is needed first (OpenID4VCI 1.1 draft), if enabled */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_authorize_decline_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_authorize_follow_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowResponse"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_authorize_interactive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_tenantId_authorize_par: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizeQueries"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeQueries"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_authorize_sign_in_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_authorize_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessTokenRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["AccessTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenResponse"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_authorize_wallet_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRequests"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_authorize_wallet_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserAnswerTaken"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_credentials_schema_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaResponse"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_credentials_vct_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VCT"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_iaca_generation_crl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                generation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pkix-crl": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_login_well_known_openid_configuration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginProvider"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_login_assets_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_login_auth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_auth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginAuthorizationRequest"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_login_auth_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_login_interaction_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_interaction_session_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginForm"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Error page: not the browser that began the login, or not from its page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_interaction_session_complete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginForm"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Error page: not the browser that began the login, or not from its page */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_login_interaction_session_return: {
        parameters: {
            query?: {
                /** @description The wallet's (OpenID4VP 1.0, 8.2) */
                response_code?: string;
            };
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_login_interaction_session_state: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream each state as an event when it occurs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginState"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_login_interaction_session_wallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRequests"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_login_interaction_session_wallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginNext"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_login_jwks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["LoginKeys"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_login_me: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginClaims"];
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            404: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_tenantId_login_me: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginUserinfoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginClaims"];
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            404: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    get_tenantId_login_session_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_session_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginLogoutRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_session_end_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginLogoutConfirmation"];
            };
        };
        responses: {
            /** @description Page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_login_session_end_success: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Error page; JSON unless HTML is requested */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["OAuthError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_login_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["LoginTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginTokens"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_oid4vp_button_reference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success; with Accept text/event-stream as events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ButtonState"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_oid4vp_button_reference_request: {
        parameters: {
            query?: {
                /** @description true: also the entries for the Digital Credentials API */
                digital?: "true";
            };
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ButtonRequest"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_oid4vp_button_reference_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrowserAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserAnswerTaken"];
                };
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_oid4vp_request_requestId_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                requestId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/oauth-authz-req+jwt": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_tenantId_oid4vp_request_requestId_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                requestId: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RequestObjectRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/oauth-authz-req+jwt": string;
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_tenantId_oid4vp_response: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthorizationResponse"];
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizationResponse"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationAnswer"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentationAnswer"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    get_tenantId_public_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/avif": string;
                    "image/gif": string;
                    "image/x-icon": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "image/svg+xml": string;
                    "image/webp": string;
                    "application/octet-stream": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_rights: {
        parameters: {
            query?: {
                /** @description Where the wallet wants its user back: only to an origin in `callbacks` */
                callback_url?: string;
            };
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_rights_erase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RightsEraseForm"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ErrorPage"];
            /** @description Page: no visit of this browser, or not from its page. Nothing was erased */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_rights_return: {
        parameters: {
            query?: {
                /** @description The wallet's (OpenID4VP 1.0, 8.2) */
                response_code?: string;
            };
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Page: not the browser that began the visit, or the visit has ended */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    post_tenantId_rights_start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RightsStartForm"];
            };
        };
        responses: {
            /** @description Success */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ErrorPage"];
            404: components["responses"]["ErrorPage"];
            default: components["responses"]["ErrorPage"];
        };
    };
    get_tenantId_status_management_status_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/statuslist+jwt": string;
                    "application/statuslist+cwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_status_management_status_list_n: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/statuslist+jwt": string;
                    "application/statuslist+cwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    get_tenantId_trust_lists_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwt": string;
                };
            };
            /** @description Not modified: If-None-Match matches the current version */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem"];
            404: components["responses"]["Problem"];
            default: components["responses"]["Problem"];
        };
    };
    post_tenantId_vci_credential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CredentialRequest"];
                "application/jwt": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Deferred */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeferredCredentialResponse"];
                    "application/jwt": string;
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            404: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_tenantId_vci_deferred: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeferredCredentialRequest"];
                "application/jwt": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialResponse"];
                    "application/jwt": string;
                };
            };
            /** @description Deferred */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeferredCredentialResponse"];
                    "application/jwt": string;
                };
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            404: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    post_tenantId_vci_nonce: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NonceResponse"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
    post_tenantId_vci_notification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ResourceError"];
            401: components["responses"]["ResourceError"];
            404: components["responses"]["ResourceError"];
            default: components["responses"]["ResourceError"];
        };
    };
    get_tenantId_vci_offer_offerId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenantId: string;
                offerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialOffer"];
                };
            };
            400: components["responses"]["OAuthError"];
            404: components["responses"]["OAuthError"];
            default: components["responses"]["OAuthError"];
        };
    };
}
