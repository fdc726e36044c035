// Reads a workbook's first sheet (ECMA-376), as far as a test needs it.
import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'

type Cell = {
  '@r': string
  '@s'?: string
  '@t'?: string
  v?: string | number
  is?: { t: string }
  f?: unknown
}

type Styles = {
  numFmts?: { numFmt: { '@numFmtId': string; '@formatCode': string }[] }
  cellXfs: { xf: { '@numFmtId'?: string }[] }
}

type Shared = { t: string | { '#text': string } }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si', 'numFmt', 'xf'].includes(name),
})

/** Rows of texts, numbers and days; a cell that is a formula is refused. */
export function readSheet(bytes: Uint8Array): (string | number | Date | null)[][] {
  const files = unzipSync(bytes)
  const read = (path: string) => {
    const found = files[path]
    return found ? parser.parse(new TextDecoder().decode(found)) : undefined
  }
  const shared: Shared[] = read('xl/sharedStrings.xml')?.sst?.si ?? []
  const rows: { c?: Cell[] }[] = read('xl/worksheets/sheet1.xml').worksheet.sheetData.row
  const isDay = daysIn(read('xl/styles.xml').styleSheet)
  return rows.map(({ c = [] }) =>
    c.map((cell) => {
      const value = cellOf(cell, shared)
      return typeof value === 'number' && isDay(cell) ? new Date(EPOCH + value * DAY_MS) : value
    }),
  )
}

/** Day 0 of a spreadsheet, as its days from March 1900 on are counted. */
const EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 24 * 3600_000

/** A day is a number that a format of the sheet's styles shows as one. */
function daysIn({ numFmts, cellXfs }: Styles): (cell: Cell) => boolean {
  const codes = new Map(numFmts?.numFmt.map((one) => [one['@numFmtId'], one['@formatCode']]))
  return (cell) => {
    const id = cellXfs.xf[Number(cell['@s'])]?.['@numFmtId']
    return /y/i.test((id && codes.get(id)) ?? '')
  }
}

function cellOf({ '@t': type, v, is, f }: Cell, shared: Shared[]): string | number | null {
  if (f !== undefined) throw new Error('A formula.')
  if (type === 'inlineStr') return is?.t ?? null
  if (v === undefined) return null
  return type === 's' ? textOf(shared[Number(v)]) : Number(v)
}

const textOf = (found: Shared | undefined): string | null =>
  typeof found?.t === 'object' ? found.t['#text'] : (found?.t ?? null)
