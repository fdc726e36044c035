import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createPdfEngine } from '../base/pdf/engine.ts'

/** A PDF engine and a folder for the tests of one file. Both are removed after its last test. */
export function openEngine(options: Parameters<typeof createPdfEngine>[0] = {}) {
  const engine = createPdfEngine(options)
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  /** @returns its path */
  function file(name: string, content: Buffer): string {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  /** The first page as it goes to the printer. @returns the path of the print-ready file */
  async function print(path: string, grey = false): Promise<string> {
    const out = join(folder, `impreso-${grey}.pdf`)
    await engine.assemble([{ path, pages: [[1, 1]], grey, blankBacks: false, fillSheet: false }], out)
    return out
  }

  return { engine, folder, file, print }
}
