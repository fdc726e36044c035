import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createPdfEngine } from './engine.ts'

/** Real-world PDFs with the page counts that several other programs agree on; not part of the repository. */
const manifest =
  process.env.PDF_CORPUS ??
  fileURLToPath(new URL('../../../../../shared/corpus/manifest.json', import.meta.url))

type Entry = { file: string; expectedPages: number | null; expectedClass: 'ok' | 'encrypted' | 'broken' }

describe.skipIf(!existsSync(manifest))(`corpus (${manifest})`, () => {
  const engine = createPdfEngine()
  afterAll(() => engine.close())
  const entries: Entry[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : []

  const answerTo = (file: string) =>
    engine.inspect(join(dirname(manifest), file)).then(
      ({ pages }) => pages,
      (error) => error.reason,
    )

  test.each(entries.filter(({ expectedClass }) => expectedClass === 'ok'))(
    '$file: $expectedPages',
    async (entry) => {
      expect(await answerTo(entry.file)).toBe(entry.expectedPages)
    },
  )

  test.each(entries.filter(({ expectedClass }) => expectedClass === 'encrypted'))(
    '$file',
    async ({ file }) => {
      expect(await answerTo(file)).toBe('cifrado')
    },
  )

  test.each(entries.filter(({ expectedClass }) => expectedClass === 'broken'))('$file', async ({ file }) => {
    expect(['danado', 'sin-paginas', 'no-es-pdf']).toContain(await answerTo(file))
  })
})
