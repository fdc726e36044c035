// Reads a workbook's first sheet (ECMA-376), as far as a test needs it.
import { XMLParser } from 'fast-xml-parser'
import { unzipSync } from 'fflate'

type Cell = { '@r': string; '@t'?: string; v?: string | number; is?: { t: string }; f?: unknown }

type Shared = { t: string | { '#text': string } }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si'].includes(name),
})

/** Rows of texts and numbers; a cell that is a formula is refused. */
export function readSheet(bytes: Uint8Array): (string | number | null)[][] {
  const files = unzipSync(bytes)
  const read = (path: string) => {
    const found = files[path]
    return found ? parser.parse(new TextDecoder().decode(found)) : undefined
  }
  const shared: Shared[] = read('xl/sharedStrings.xml')?.sst?.si ?? []
  const rows: { c?: Cell[] }[] = read('xl/worksheets/sheet1.xml').worksheet.sheetData.row
  return rows.map(({ c = [] }) => c.map((cell) => cellOf(cell, shared)))
}

function cellOf({ '@t': type, v, is, f }: Cell, shared: Shared[]): string | number | null {
  if (f !== undefined) throw new Error('A formula.')
  if (type === 'inlineStr') return is?.t ?? null
  if (v === undefined) return null
  return type === 's' ? textOf(shared[Number(v)]) : Number(v)
}

const textOf = (found: Shared | undefined): string | null =>
  typeof found?.t === 'object' ? found.t['#text'] : (found?.t ?? null)
