import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CarpetaOcupada, openCarpeta } from './carpeta.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agente-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.runIf(process.platform === 'linux')('one agent at a time; the folder keeps its name', async () => {
  const first = await openCarpeta(folder)
  await expect(openCarpeta(folder)).rejects.toThrow(CarpetaOcupada)
  await first.close()
  const again = await openCarpeta(folder)
  expect(again.instancia).toBe(first.instancia)
  await again.close()
})

it('documents that no attempt needs are deleted, half downloaded ones too', async () => {
  const carpeta = await openCarpeta(folder)
  for (const name of ['aa.pdf', 'bb.pdf', 'bb.pdf.parte']) writeFileSync(join(carpeta.documentos, name), 'x')
  await carpeta.keepOnly(new Set(['aa', undefined]))
  expect(
    ['aa.pdf', 'bb.pdf', 'bb.pdf.parte'].map((name) => existsSync(join(carpeta.documentos, name))),
  ).toEqual([true, false, false])
  await carpeta.close()
})
