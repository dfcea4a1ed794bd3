/** What both ways to edit a document work on. */
import type { ConfigurationKind, Configurations, Listed } from './configuration-kinds.ts';
import type { EditorMark } from './json-editor.ts';
import type { Schema } from './json-schema.ts';
import type { Review } from './review.ts';
import type { Save } from './use-save.ts';

export interface DocumentSectionProps {
  readonly kind: ConfigurationKind;
  readonly listed: Listed | undefined;
  readonly stored: unknown;
  readonly configurations: Configurations;
  readonly schema: Schema | undefined;
  readonly text: string;
  readonly version: number;
  readonly review: Review;
  readonly marks: readonly EditorMark[];
  readonly save: Save;
  readonly onText: (next: string) => void;
  readonly onChanged: () => Promise<void>;
}
