import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { AvisoCodigo } from '@imprimitodo/shared/rules/compra/aviso'
import { ownerBearer } from '../../e2e/support/server.ts'
import { startShop } from '../../e2e/support/shop.ts'
import { isSamePicture } from '../../server/src/base/pdf/prove/compare.ts'
import { type Made, type Printed, printFile, type Work } from '../support/paper.ts'
import {
  hasPoppler,
  missingInk,
  originalOf,
  paperOf,
  SHEET,
  type Sheet,
  sizesOf,
  toGrey,
  wordsOf,
} from '../support/poppler.ts'
import { atMost, note, type Row } from '../support/rows.ts'

export const name = 'Paper of real PDFs, compared with them by poppler'

const faults = {
  wrong: 'refused though poppler shows it',
  late: 'refused after the money',
  words: 'pages with words missing',
  ink: 'pages with something missing at 36 dpi',
  blank: 'blank pages that poppler shows with something on them',
  padding: 'pages of padding that are not blank',
  length: 'works of another length than priced',
} as const
type Fault = keyof typeof faults

const WHITE: Sheet = new Uint8Array(298 * 421 * 4).fill(255)

type Seen = {
  files: number
  refused: number
  pages: number
  unread: number
  asPicture: number
  different: number
}

/**
 * Buys every PDF of the folders named behind the filter (`npm run bench -- pdf/corpus FOLDER...`) as one order in six
 * ways. Poppler draws the paper and the file; this program puts the file's page on its sheet. A page may lack
 * annotations that only a screen shows, and the words of parts that the customer was told are not printed. Pages that
 * are told to be printed as pictures are compared by pixels only.
 * @returns nothing where there is no folder or no poppler
 */
export async function run(): Promise<Row[]> {
  const paths = process.argv.slice(3).flatMap(pdfsIn)
  if (paths.length === 0 || !hasPoppler()) return []
  const shop = await startShop({ env: { TRUST_PROXY: 'loopback' } })
  const folder = mkdtempSync(join(tmpdir(), 'bench-corpus-'))
  const found: Record<Fault, number> = {
    wrong: 0,
    late: 0,
    words: 0,
    ink: 0,
    blank: 0,
    padding: 0,
    length: 0,
  }
  const seen: Seen = { files: paths.length, refused: 0, pages: 0, unread: 0, asPicture: 0, different: 0 }
  try {
    const headers = await ownerBearer(shop)
    for (const path of paths) {
      const tell = (fault: Fault, detail: string) => {
        found[fault]++
        console.log(`  ${basename(path)}: ${faults[fault]}: ${detail}`)
      }
      const made = await printFile(shop, { bytes: readFileSync(path), folder, headers })
      look(path, made, seen, tell)
    }
  } finally {
    await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return [
    note('files', seen.files),
    note('refused before the money, by name', seen.refused),
    note('printed pages compared', seen.pages),
    note('of them told as printed as pictures', seen.asPicture),
    note('pages with something else or more on them at 36 dpi', seen.different),
    note('printed pages that poppler does not read in the file', seen.unread),
    ...Object.entries(faults).map(([fault, label]) => atMost(label, found[fault as Fault], 0)),
  ]
}

const pdfsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.pdf'))
    .sort()
    .map((file) => join(folder, file))

type Tell = (fault: Fault, detail: string) => void

function look(path: string, made: Made, seen: Seen, tell: Tell): void {
  const original = read(path)
  if (made.is === 'refused') {
    seen.refused++
    const isShown = original && !isBlank(original.sheets(1)?.bare)
    if (isShown && !made.why.includes('páginas, el máximo')) tell('wrong', made.why)
    return
  }
  if (made.is === 'late') {
    tell('late', made.why)
    return
  }
  const pagesOf = (aviso: AvisoCodigo) =>
    new Set(
      made.pedido.archivos[0]?.avisos.flatMap(({ codigo, paginas }) => (codigo === aviso ? paginas : [])),
    )
  const told = { drawn: pagesOf('como_imagen'), unprinted: pagesOf('no_se_imprime') }
  for (const work of made.works) {
    if (!original) seen.unread += work.printed.length
    compareWork({ original, told, name: basename(path) }, work, seen, tell)
  }
}

/** The file as poppler shows it; `sheets` is undefined for a page that poppler does not find. */
type Original = { words: string[][]; sheets(page: number): { screen: Sheet; bare: Sheet } | undefined }

function read(path: string): Original | undefined {
  try {
    const [sizes, words] = [sizesOf(path), wordsOf(path)]
    const known = new Map<number, ReturnType<Original['sheets']>>()
    const sheets = (page: number) => {
      const size = sizes[page - 1]
      if (size && size.width > 0 && size.height > 0 && !known.has(page))
        known.set(page, {
          screen: originalOf(path, page, size, true),
          bare: originalOf(path, page, size, false),
        })
      return known.get(page)
    }
    return { words, sheets }
  } catch {
    return undefined
  }
}

type Compared = {
  original: Original | undefined
  told: { drawn: Set<number>; unprinted: Set<number> }
  name: string
}

function compareWork(
  { original, told, name }: Compared,
  { path, printed, blanks }: Work,
  seen: Seen,
  tell: Tell,
): void {
  const [sheets, words] = [paperOf(path), wordsOf(path)]
  if (sheets.length !== printed.length + blanks.length)
    tell('length', `${printed[0]?.opciones}: ${sheets.length} instead of ${printed.length + blanks.length}`)
  for (const blank of blanks) if (!isBlank(sheets[blank - 1])) tell('padding', `page ${blank} of ${path}`)
  for (const page of original ? printed : []) {
    const where = `page ${page.page}, ${page.opciones}`
    const [sheet, shown] = [sheets[page.sheet - 1], original?.sheets(page.page)]
    if (!sheet) tell('length', where)
    if (!shown) seen.unread++
    if (!sheet || !shown) continue
    seen.pages++
    if (told.drawn.has(page.page)) seen.asPicture++
    else if (!told.unprinted.has(page.page)) {
      const missing = missingOf(original?.words[page.page - 1] ?? [], words[page.sheet - 1] ?? [])
      if (missing.length > 0) tell('words', `${where}: ${missing.slice(0, 8).join(' ')} (${missing.length})`)
    }
    const found = differenceOf(sheet, shown, page)
    if (found === 'different') {
      seen.different++
      console.log(`  ${name}: differs: ${where}`)
    } else if (found) tell(found, where)
  }
}

function differenceOf(
  sheet: Sheet,
  { screen, bare }: { screen: Sheet; bare: Sheet },
  { grey }: Printed,
): 'blank' | 'ink' | 'different' | undefined {
  const intents = grey ? [toGrey(screen), toGrey(bare)] : [screen, bare]
  if (isBlank(sheet) && !isBlank(bare)) return 'blank'
  if (intents.some((intent) => isSamePicture(SHEET, intent, sheet))) return undefined
  return intents.some((intent) => isSamePicture(SHEET, missingInk(intent, sheet), WHITE))
    ? 'different'
    : 'ink'
}

const isBlank = (sheet: Sheet | undefined): boolean => sheet?.every((value) => value > 250) ?? true

/** Those of `wanted` that are not in `there`, as often as they are missing. */
function missingOf(wanted: string[], there: string[]): string[] {
  const left = new Map<string, number>()
  for (const word of there) left.set(word, (left.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}
