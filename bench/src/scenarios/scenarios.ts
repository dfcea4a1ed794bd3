/** The table of scenarios: every flow that `npm run bench` measures. */
import { issuanceScenarios } from './issuance-scenarios.ts';
import { presentationScenarios } from './presentation-scenarios.ts';
import type { Scenario } from './scenario.ts';
import { statusScenarios } from './status-scenarios.ts';

/** In the order of reports and plots. */
export const scenarios: readonly Scenario[] = [...issuanceScenarios, ...presentationScenarios, ...statusScenarios];

/** The scenarios with these names, or all. @throws for an unknown name, with the known ones */
export function scenariosNamed(names: readonly string[] | 'all'): readonly Scenario[] {
  if (names === 'all') return scenarios;
  return names.map((name) => {
    const found = scenarios.find((scenario) => scenario.name === name);
    if (found !== undefined) return found;
    throw new Error(`There is no scenario ${name}: ${scenarios.map((scenario) => scenario.name).join(', ')}`);
  });
}
