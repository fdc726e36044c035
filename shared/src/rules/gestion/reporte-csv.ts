import { formatFecha } from '../base/fecha.ts'

/**
 * `fecha`: a day 'YYYY-MM-DD', shown as dd/mm/yyyy. `pesos`: two decimals after a comma. `numero`: an integer.
 * Null is an empty cell.
 */
export type CsvColumn = { title: string; kind: 'texto' | 'fecha' | 'pesos' | 'numero' }
export type CsvRow = readonly (string | number | null)[]
export type CsvSeparator = ',' | ';'

/** Without it some spreadsheets do not read the file as UTF-8. */
const BOM = '\uFEFF'

/**
 * RFC 4180, with a BOM and decimal commas. `;` is the separator that spreadsheets in Argentine Spanish
 * expect. Text that a spreadsheet would run as a formula is escaped.
 */
export function csvOf(
  columns: readonly CsvColumn[],
  rows: readonly CsvRow[],
  separator: CsvSeparator = ',',
): string {
  return csvHead(columns, separator) + csvRows(columns, rows, separator)
}

/** The beginning of a file whose rows are sent in parts. */
export const csvHead = (columns: readonly CsvColumn[], separator: CsvSeparator): string =>
  BOM +
  csvLine(
    columns.map(({ title }) => safe(title)),
    separator,
  )

export const csvRows = (
  columns: readonly CsvColumn[],
  rows: readonly CsvRow[],
  separator: CsvSeparator,
): string =>
  rows
    .map((row) =>
      csvLine(
        columns.map(({ kind }, index) => cellText(row[index] ?? null, kind)),
        separator,
      ),
    )
    .join('')

const csvLine = (cells: readonly string[], separator: CsvSeparator): string =>
  `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`

function cellText(value: string | number | null, kind: CsvColumn['kind']): string {
  if (value === null) return ''
  if (typeof value === 'string') return kind === 'fecha' ? formatFecha(value) : safe(value)
  return kind === 'pesos' ? value.toFixed(2).replace('.', ',') : String(value)
}

/**
 * OWASP's list of what begins a formula; an apostrophe makes it text. Behind a comma, a semicolon, a tab or a line break
 * too: a spreadsheet that takes another separator than the file's begins a cell there, even within quotes. Blanks and
 * quotes before the sign are dropped by some of them.
 */
function safe(text: string): string {
  const inner = text.replace(/([,;\t\r\n][,;"\s]*)([=+\-@]?)/g, (_, before: string, sign: string) =>
    sign ? `${before}'${sign}` : before,
  )
  return /^(?:[\t\r\n]|["\s]*[=+\-@])/.test(inner) ? `'${inner}` : inner
}

const quoted = (cell: string, separator: CsvSeparator): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
