/** Wording of a comparison before something is saved, imported or published. */
import { texts } from './texts.ts';

type Kind = 'added' | 'changed' | 'removed';

export const differenceTexts = texts({
  en: {
    title: 'Differences',
    none: 'Nothing changes.',
    field: 'Field',
    difference: 'Difference',
    kind: (kind: Kind) => ({ added: 'added', changed: 'changed', removed: 'removed' })[kind],
    count: (kind: Kind, count: number) =>
      `${count} ${{ added: 'added', changed: 'changed', removed: 'removed' }[kind]}`,
    before: 'Before',
    after: 'After',
    secret: 'secret, not shown',
  },
  de: {
    title: 'Unterschiede',
    none: 'Nichts ändert sich.',
    field: 'Feld',
    difference: 'Unterschied',
    kind: (kind: Kind) => ({ added: 'neu', changed: 'geändert', removed: 'entfernt' })[kind],
    count: (kind: Kind, count: number) =>
      `${count} ${{ added: 'neu', changed: 'geändert', removed: 'entfernt' }[kind]}`,
    before: 'Vorher',
    after: 'Nachher',
    secret: 'geheim, wird nicht gezeigt',
  },
});
