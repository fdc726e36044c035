import { closeSync, openSync, statSync } from 'node:fs'
import type { Beat } from '../process/messages.ts'
import { runQpdf } from '../qpdf/qpdf-run.ts'
import { openPdfFile, type PdfFile } from '../syntax/pdf-file.ts'
import { referenceIn } from '../syntax/pdf-syntax.ts'
import type { PagePlace } from './copy-pages.ts'

const WRITING = [
  '--force-version=1.7', // printers know no later one
  '--object-streams=disable', // a classic cross-reference table: syntax/pdf-file.ts reads it
  '--stream-data=preserve',
  '--deterministic-id', // the same work is the same bytes in every process: print agents check them
]

const BASE_MS = 15_000
const MS_PER_PAGE = 20
const BYTES_PER_MS = 4_000

/**
 * Writes pages one after another into the file `out`, without anything else of their documents. Attributes
 * that a page inherits from its page tree become its own, and annotations whose print flag is set become part
 * of its content.
 * @param coalesce joins the parts of each page's content: slower, and fails if one is damaged
 * @throws QpdfFailed
 */
export async function mergePages(
  pages: PagePlace[],
  out: string,
  beat: Beat,
  coalesce = false,
): Promise<void> {
  const ms = allowance(new Set(pages.map(({ path }) => path)), pages.length)
  const from = runsOf(pages).flatMap(({ path, ranges }) => [{ path }, ranges.join(',')])
  const coalescing = coalesce ? ['--coalesce-contents'] : []
  const words = [
    '--empty',
    '--pages',
    ...from,
    '--',
    ...WRITING,
    '--flatten-annotations=print',
    ...coalescing,
  ]
  const isSound = (file: string) => read(file, pagesOf) === pages.length
  await runQpdf({ words, out, ms, isSound }, beat)
}

/** Writes one file again, whole, in the form that syntax/pdf-file.ts reads. @throws QpdfFailed */
export async function normalise(path: string, out: string, beat: Beat): Promise<void> {
  const words = [{ path }, '--decrypt', ...WRITING]
  const isSound = (file: string) => read(file, pagesOf) > 0
  await runQpdf({ words, out, ms: allowance([path], 0), isSound }, beat)
}

/** Reads a file that qpdf wrote. @throws Error if it is not in qpdf's form */
function read<T>(path: string, use: (file: PdfFile) => T): T {
  const fd = openSync(path, 'r')
  try {
    return use(openPdfFile(fd))
  } finally {
    closeSync(fd)
  }
}

/** The number of pages that it declares. */
function pagesOf(file: PdfFile): number {
  const pages = referenceIn(file.dictionary(file.root).get('/Pages'))
  return pages === undefined ? 0 : Number(file.dictionary(pages).get('/Count'))
}

/** The time of one call of qpdf, which reports nothing before its end. */
function allowance(paths: Iterable<string>, pages: number): number {
  const bytes = [...paths].reduce((sum, path) => sum + statSync(path).size, 0)
  return BASE_MS + pages * MS_PER_PAGE + bytes / BYTES_PER_MS
}

type Run = { path: string; ranges: string[] }

function runsOf(pages: PagePlace[]): Run[] {
  const runs: Run[] = []
  let start = 0
  pages.forEach(({ path, page }, index) => {
    const next = pages[index + 1]
    if (next && next.path === path && next.page === page + 1) return
    const first = pages[start]?.page ?? page
    const range = first === page ? `${page}` : `${first}-${page}`
    const last = runs.at(-1)
    if (last?.path === path) last.ranges.push(range)
    else runs.push({ path, ranges: [range] })
    start = index + 1
  })
  return runs
}
