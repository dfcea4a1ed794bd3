/** Examples of the bodies that a backend sends. */
import {
  credentialConfigurations,
  presentationConfigurations,
  webhook,
} from '@countersign/shared/configuration-documents/configuration-examples';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const webhookTest: JsonObject = { webhook };

export const bundle: JsonObject = {
  $schema: 'https://issuer.example/schemas/bundle.json',
  version: 1,
  name: 'museum',
  generation: 7,
  issuance: [credentialConfigurations[0]],
};

export const configurationsImport: JsonObject = {
  version: 1,
  issuance: [credentialConfigurations[0]],
  presentation: [presentationConfigurations[0]],
};
