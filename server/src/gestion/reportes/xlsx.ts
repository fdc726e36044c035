// A report's rows as a workbook of one sheet: numbers stay numbers and days stay days, whatever language the
// spreadsheet speaks.
import type { CsvColumn } from '@imprimitodo/shared/rules/gestion/reporte-csv'
import writeExcelFile from 'write-excel-file/node'
import type { CsvTabla } from './csv.ts'

const WIDTHS: Record<CsvColumn['kind'], number> = { texto: 28, fecha: 12, pesos: 16, numero: 14 }
/** Number formats; a spreadsheet shows separators by its own language. */
const FORMATS = { pesos: '#,##0.00', numero: '#,##0', fecha: 'dd/mm/yyyy' }

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** A text stays a text, even if it looks like a formula. */
const text = (value: string) => ({ value: value.toWellFormed().replace(UNWRITABLE, ''), type: String })

/** @param sheet its name: up to 31 letters, without []:*?/\ */
export const xlsxOf = ({ columns, rows }: CsvTabla, sheet: string): Promise<Buffer> =>
  writeExcelFile(
    [
      columns.map(({ title }) => ({ ...text(title), fontWeight: 'bold' as const })),
      ...rows.map((row) =>
        columns.map(({ kind }, index) => {
          const value = row[index] ?? null
          if (value === null) return null
          // The library counts days in UTC: midnight there is that day
          if (kind === 'fecha') return { value: new Date(value), type: Date, format: FORMATS.fecha }
          if (typeof value === 'string' || kind === 'texto') return text(String(value))
          return { value, type: Number, format: FORMATS[kind] }
        }),
      ),
    ],
    { sheet, columns: columns.map(({ kind }) => ({ width: WIDTHS[kind] })), stickyRowsCount: 1 },
  ).toBuffer()
