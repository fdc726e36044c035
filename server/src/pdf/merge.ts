import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { PagePlace } from './copy-pages.ts'
import type { Beat } from './messages.ts'
import { loadQpdf } from './qpdf.ts'

const BASE_MS = 15_000
const MS_PER_PAGE = 20
const BYTES_PER_MS = 4_000

/**
 * Writes pages one after another into `folder`/`name`, without anything of their documents but the pages.
 * @throws QpdfFailed
 */
export async function mergePages(
  pages: PagePlace[],
  folder: string,
  name: string,
  beat: Beat,
): Promise<string> {
  const qpdf = await loadQpdf()
  const out = join(folder, name)
  const files = new Set(pages.map(({ path }) => path))
  const bytes = [...files].reduce((sum, path) => sum + statSync(path).size, 0)
  beat(BASE_MS + pages.length * MS_PER_PAGE + bytes / BYTES_PER_MS) // one call, silent until its end
  qpdf.run([
    '--empty',
    '--pages',
    ...runsOf(pages).flatMap(({ path, ranges }) => [qpdf.path(path), ranges.join(',')]),
    '--',
    '--force-version=1.7', // printers know no later one
    '--object-streams=disable', // a classic cross-reference table: pdf-file.ts reads it
    '--stream-data=preserve',
    '--coalesce-contents', // a page becomes a form by copying one stream
    qpdf.path(out),
  ])
  return out
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
