// Checks the printer of our tests with the conformance files that come with ipptool.
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startPrinter } from './printer.ts'
import { findTool, haveTools } from './tools.ts'

const FILES = '/usr/share/cups/ipptool'
const SUITES = ['ipp-1.1.test', 'ipp-2.0.test']
const isHere = haveTools(['ipptool'], 'the conformance of the test printer') && existsSync(FILES)

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
`

describe.skipIf(!isHere)('the printer of the tests speaks IPP by ipptool’s own files', () => {
  it.each([
    ['1.1', 'ipp-1.1.test', 32],
    ['2.0', 'ipp-2.0.test', 33],
  ])('IPP %s: nothing of %s fails', async (version, suite, atLeast) => {
    const folder = mkdtempSync(join(tmpdir(), 'ipptool-'))
    const printer = await startPrinter()
    try {
      for (const file of SUITES) copyFileSync(join(FILES, file), join(folder, file))
      // ipptool reads all files that its suites name before it starts, also those that it then skips
      const named = readFileSync(join(folder, 'ipp-1.1.test'), 'utf8').matchAll(/^\s*FILE ([a-z0-9.-]+)/gm)
      for (const [, name = ''] of named) writeFileSync(join(folder, name), PDF)
      const args = ['-V', version, '-T', '10', '-tI', '-f', 'document-a4.pdf', printer.uri, suite]
      const { stdout } = await promisify(execFile)(findTool('ipptool') ?? '', args, { cwd: folder }).catch(
        (error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }),
      )
      const ending = (word: string) => stdout.split('\n').filter((line) => line.endsWith(`[${word}]`))
      expect(ending('FAIL'), stdout).toEqual([])
      expect(ending('PASS').length).toBeGreaterThanOrEqual(atLeast)
    } finally {
      await printer.close()
      rmSync(folder, { recursive: true })
    }
  })
})
