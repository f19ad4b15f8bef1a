import { type Figure, isWithinBudget } from './bench.ts';

const digits: Record<Figure['unit'], number> = { min: 1, s: 2, ms: 1, µs: 0, MB: 0, kB: 1, '/s': 0, '': 2 };

/** The figures of one bench as lines of a table. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const formatAmount = (value: number) => `${value.toFixed(digits[figure.unit])} ${figure.unit}`.trim();
    const { budget } = figure;
    return [
      figure.what,
      formatAmount(figure.value),
      figure.control === undefined ? '' : formatAmount(figure.control),
      budget === undefined ? '' : `${budget.kind === 'below' ? '≤' : '≥'} ${formatAmount(budget.limit)}`,
      { true: 'ok', false: 'MISSED', undefined: '' }[`${isWithinBudget(figure)}`] ?? '',
      figure.note ?? '',
    ];
  });
  const header = ['', 'measured', 'control', 'budget', '', ''];
  const table = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
