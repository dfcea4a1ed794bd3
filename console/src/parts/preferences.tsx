/** Language and theme. */
import type { JSX } from 'preact';
import { chooseLanguage, chooseTheme, type Language, language, type Theme, theme } from '../state/settings.ts';
import { shellTexts } from '../text/shell.ts';
import { Select } from './field.tsx';

export function Preferences(): JSX.Element {
  const said = shellTexts();
  return (
    <div class="preferences">
      <Select
        label={said.language}
        value={language.value}
        onChange={(value) => chooseLanguage(value as Language)}
        options={[
          { value: 'en', text: 'English' },
          { value: 'de', text: 'Deutsch' },
        ]}
      />
      <Select
        label={said.theme}
        value={theme.value}
        onChange={(value) => chooseTheme(value as Theme)}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, text: said[value] }))}
      />
    </div>
  );
}
