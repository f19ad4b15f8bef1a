import { engineFeatures } from '../../src/features/index.ts';
import { createSearchStatistics } from '../../src/search/engine/statistics.ts';
import { createMetrics } from '../../src/server/ops/metrics.ts';
import { escapeMarkdown, formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

interface Metric {
  name: string;
  help: string;
  type: string;
  labelNames: readonly string[];
}

/** Every metric of Gatehouse itself that a server can have. The values that it is asked for don't matter here. */
async function collectAllMetrics(): Promise<Metric[]> {
  const metrics = createMetrics();
  metrics.registerHearing(() => ({ state: 'heard', provenMsAgo: 0 }));
  metrics.registerMail(async () => ({ waiting: 0, oldestAt: undefined, givenUp: 0 }));
  metrics.registerBuild(() => ({ version: '', release: '', build: '' }));
  metrics.registerDroppedLines(() => 0);
  metrics.registerSearches(createSearchStatistics());
  for (const feature of engineFeatures)
    for (const metric of feature.metrics ?? []) metrics.registerFeatureMetric(metric, () => undefined);
  // The values come with the type but without the labels, and the types of prom-client leave `labelNames` out.
  const registeredMetrics = metrics.registry.getMetricsAsArray() as unknown as Pick<
    Metric,
    'name' | 'labelNames'
  >[];
  const labelsByName = new Map(registeredMetrics.map(({ name, labelNames }) => [name, labelNames ?? []]));
  const describedMetrics = await metrics.registry.getMetricsAsJSON();
  return describedMetrics
    .filter(({ name }) => name.startsWith('docs_'))
    .map(({ name, help, type }) => ({
      ...{ name, help, type: String(type) },
      labelNames: labelsByName.get(name) ?? [],
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function writeMetricsPage(): Promise<string> {
  const metrics = await collectAllMetrics();
  const writeTable = (listedMetrics: readonly Metric[]) =>
    writeMarkdownTable(
      ['Metric', 'Type', 'Labels', 'Meaning'],
      listedMetrics.map(({ name, type, labelNames, help }) => [
        formatCode(name),
        type,
        labelNames.map(formatCode).join(', '),
        escapeMarkdown(help),
      ]),
    );
  return `---
title: Metrics
description: Every Prometheus metric of the server with its labels.
sidebar_position: 7
---

${GENERATED}

Set \`METRICS_PORT\` to serve Prometheus metrics at \`/metrics\` on a port of their own. They contain no path, name or address. See [Monitor the server](../operators/8-monitor.md) for what to watch.

With several \`WORKERS\`, the process that started them adds up their counts.

${writeTable(metrics)}

The server also has the usual metrics of a Node.js process: \`process_*\` (memory, CPU, open files) and \`nodejs_*\` (garbage collection, lag of the event loop).
`;
}
