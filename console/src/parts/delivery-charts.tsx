/** Success rate and duration of the attempts of webhooks, as a sentence and over time. */
import type { JSX } from 'preact';
import type { Answer } from '../api/answer.ts';
import { chartTexts } from '../text/chart.ts';
import { deliveryChartTexts } from '../text/delivery-charts.ts';
import { Chart } from './chart.tsx';

export type Summary = Answer<'DeliverySummary'>;

export function DeliveryCharts({ summary }: { readonly summary: Summary }): JSX.Element {
  const said = deliveryChartTexts();
  const { times, complete } = summary;
  const starts = times.map(({ at }) => at);
  return (
    <>
      <p>
        {successRate(times)} {complete ? null : <span class="soft">{said.incomplete}</span>}
      </p>
      <div class="columns charts">
        <Chart
          title={said.attempts}
          times={starts}
          stacked
          series={[
            { title: said.succeeded, tone: 'good', values: times.map(({ delivered }) => delivered) },
            { title: said.failed, tone: 'bad', values: times.map(({ failed }) => failed) },
          ]}
        />
        <Chart
          title={said.duration}
          times={starts}
          unit="ms"
          series={[
            { title: said.median, tone: 'busy', values: times.map(({ median }) => median ?? 0) },
            { title: said.p95, tone: 'plain', values: times.map(({ p95 }) => p95 ?? 0) },
          ]}
        />
      </div>
    </>
  );
}

/** Such as "98.5% of 200 attempts succeeded." */
function successRate(times: Summary['times']): string {
  const said = deliveryChartTexts();
  const delivered = times.reduce((sum, time) => sum + time.delivered, 0);
  const all = times.reduce((sum, time) => sum + time.failed, delivered);
  return all === 0 ? said.none : said.rate(chartTexts().percent(delivered / all), all);
}
