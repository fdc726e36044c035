import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { black } from '../../../testing/tiny-pdf.ts'
import { withDocument } from './document.ts'
import { withPage, withRaster } from './raster.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-raster-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a drawing stays readable when the heap grows while it is looked at', async () => {
  const path = join(folder, 'a.pdf')
  writeFileSync(path, black(1))
  const inked = await withDocument(
    path,
    () => {},
    (document) =>
      withPage(document, 0, (printed) =>
        withRaster(
          printed,
          () => ({ width: 60, height: 84 }),
          (raster) => {
            const before = raster.pixels.buffer
            const at = printed.lib.pdfium.wasmExports.malloc(2 ** 28)
            const dark = raster.pixels.filter((value) => value < 100).length
            printed.lib.pdfium.wasmExports.free(at)
            return { grew: raster.pixels.buffer !== before, dark }
          },
        ),
      ),
  )
  expect(inked?.grew).toBe(true)
  expect(inked?.dark).toBeGreaterThan(0)
})
