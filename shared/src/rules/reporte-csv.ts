/** `pesos`: two decimals after a comma. `numero`: an integer. Null is an empty cell. */
export type CsvColumn = { title: string; kind: 'texto' | 'pesos' | 'numero' }
export type CsvRow = readonly (string | number | null)[]
export type CsvSeparator = ',' | ';'

/** Spreadsheets without it read UTF-8 as something else. */
const BOM = '\uFEFF'

/**
 * RFC 4180, with a BOM and decimal commas. `;` is what a spreadsheet in Argentine Spanish takes for the end of a
 * cell. What a spreadsheet would run as a formula is made text.
 */
export function csvOf(
  columns: readonly CsvColumn[],
  rows: readonly CsvRow[],
  separator: CsvSeparator = ',',
): string {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`
  const head = line(columns.map(({ title }) => safe(title)))
  const body = rows.map((row) => line(columns.map(({ kind }, index) => cellText(row[index] ?? null, kind))))
  return BOM + head + body.join('')
}

function cellText(value: string | number | null, kind: CsvColumn['kind']): string {
  if (value === null) return ''
  if (typeof value === 'string') return safe(value)
  return kind === 'pesos' ? value.toFixed(2).replace('.', ',') : String(value)
}

/** OWASP's list of what begins a formula; an apostrophe makes it text. */
const safe = (text: string): string => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (cell: string, separator: CsvSeparator): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
