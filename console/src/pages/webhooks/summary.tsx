/** Success rate and duration of the attempts, as numbers and over time. */
import type { JSX } from 'preact';
import type { Answer } from '../../api/answer.ts';
import { Chart } from '../../parts/chart.tsx';
import { Section } from '../../parts/page.tsx';
import { chartTexts } from '../../text/chart.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import type { WebhookDays } from './webhook-period.ts';

export type Summary = Answer<'DeliverySummary'>;

export interface SummaryChartsProps {
  readonly summary: Summary;
  readonly days: WebhookDays;
}

export function SummaryCharts({ summary, days }: SummaryChartsProps): JSX.Element {
  const said = webhookTexts();
  return (
    <Section title={said.lastDays(days)}>
      <p>
        <SuccessRate times={summary.times} /> {summary.complete ? null : <span class="soft">{said.incomplete}</span>}
      </p>
      <DeliveryCharts times={summary.times} />
    </Section>
  );
}

/** "98.5% of 200 attempts succeeded." */
function SuccessRate({ times }: Pick<Summary, 'times'>): JSX.Element {
  const said = webhookTexts();
  const delivered = times.reduce((sum, time) => sum + time.delivered, 0);
  const all = times.reduce((sum, time) => sum + time.failed, delivered);
  return <>{all === 0 ? said.noAttempts : said.rate(chartTexts().percent(delivered / all), all)}</>;
}

export function DeliveryCharts({ times }: Pick<Summary, 'times'>): JSX.Element {
  const said = webhookTexts();
  const starts = times.map(({ at }) => at);
  return (
    <div class="columns charts">
      <Chart
        title={said.attemptsChart}
        times={starts}
        stacked
        series={[
          { title: said.succeeded, tone: 'good', values: times.map(({ delivered }) => delivered) },
          { title: said.failedAttempts, tone: 'bad', values: times.map(({ failed }) => failed) },
        ]}
      />
      <Chart
        title={said.durationChart}
        times={starts}
        unit="ms"
        series={[
          { title: said.median, tone: 'busy', values: times.map(({ median }) => median ?? 0) },
          { title: said.p95, tone: 'soft', values: times.map(({ p95 }) => p95 ?? 0) },
        ]}
      />
    </div>
  );
}
