/** The operations that return documents: pages, descriptions, scripts and files. */
import type { StoredDisplay } from '@countersign/shared/flow-config/stored-display';
import type { Operations } from '@countersign/shared/http/message';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { buttonModule } from './button-module.ts';
import { consoleSite, noConsole } from './console-site.ts';
import { constantDocument } from './constant-document.ts';
import { dcApiModule } from './dc-api-module.ts';
import { docsPage } from './docs-page.ts';
import { docsSite } from './docs-site.ts';
import { effectiveSettings } from './effective-settings.ts';
import { fileSchema } from './file-schema.ts';
import { homePage } from './home-page.ts';
import { openApiDocument } from './openapi.ts';
import { publicFile } from './public-files.ts';
import { reasonPage } from './reason-page.ts';

export interface DocumentParts {
  readonly platform: Pick<Platform, 'settings' | 'log'>;
  readonly environment: Environment;
  readonly storedDisplay: StoredDisplay;
  readonly brandOf: BrandOf;
}

export function documentOperations({ platform, environment, storedDisplay, brandOf }: DocumentParts): Operations {
  const { settings, log } = platform;
  const publicUrl = settings.PUBLIC_URL;
  const dcApi = dcApiModule();
  const site = consoleSite({ settings, log, organisation: settings.MANAGEMENT_OIDC_ISSUER !== undefined });
  const console = site !== undefined;
  const docs = docsSite({ publicUrl, api: docsPage({ publicUrl, console }) });
  return {
    'gateway.home': homePage({ publicUrl, ownIssuer: settings.AUTH_API_KEY !== undefined, brandOf, console }),
    'gateway.openapi': constantDocument(() => ({
      text: JSON.stringify(openApiDocument(publicUrl)),
      contentType: 'application/json',
    })),
    'gateway.console': site?.page ?? noConsole,
    'gateway.console.file': site?.file ?? noConsole,
    'gateway.docs': docs.page,
    'gateway.docs.file': docs.file,
    'gateway.settings': effectiveSettings(settings, environment),
    'gateway.reason': reasonPage(),
    'gateway.file-schema': fileSchema(),
    'gateway.dc-api': dcApi.script,
    'gateway.dc-api.types': dcApi.types,
    'gateway.button': buttonModule(),
    'gateway.public-file': publicFile(settings.CONFIG_FOLDER, storedDisplay),
  };
}
