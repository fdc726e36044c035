// A whole agent before a shop that is an answer, and a printer that keeps what it was asked for.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImpresoraAgente } from '@imprimitodo/shared/api/agente'
import { expect, it, onTestFinished } from 'vitest'
import { runAgente } from './agente.ts'
import { perfilOf } from './ipp/perfil.ts'
import { createPrinter } from './ipp/printer.ts'
import { DOCUMENT, tareaOf } from './testing/lab.ts'
import { startPrinter } from './testing/printer.ts'

/** Answers what `tareas` says now. */
async function startShop(tareas: () => object) {
  const shop = createServer((request, response) => {
    request.resume()
    const { url = '' } = request
    if (url.startsWith('/api/agente/documento/')) return void response.end(DOCUMENT)
    const answer = url.startsWith('/api/agente/tareas') ? tareas() : { cancelar: [], programa: null }
    // As a shop that waits for a work, only shorter
    setTimeout(() => response.end(JSON.stringify(answer)), 20)
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void shop.close())
  const address = shop.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

it.each([
  ['repetir_en_pdf', 'impresora', 3],
  ['impresora', 'repetir_en_pdf', 1],
] as const)(
  'of a shop whose copies were made by %s and are now by %s, three copies ask the printer for %i',
  async (before, now, copies) => {
    const printer = await startPrinter()
    onTestFinished(() => printer.close())
    const read = perfilOf(await createPrinter({ uri: printer.uri }).attributes())
    const own = (copias: typeof before): ImpresoraAgente => ({
      id: 1,
      nombre: 'Ricoh',
      uri: printer.uri,
      usuario: null,
      clave: null,
      huella: null,
      perfil: { ...read, copias },
    })
    let answer: object = { tareas: [], impresoras: [own(before)] }
    const folder = mkdtempSync(join(tmpdir(), 'agente-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const stop = new AbortController()
    const going = runAgente({
      server: await startShop(() => answer),
      token: 'un-token',
      folder,
      log() {},
      signal: stop.signal,
      clocks: { pauseMs: 20 },
    })
    // It has looked at its printer, and does so again only after half a minute
    await sleep(500)
    answer = { tareas: [tareaOf(1, { copias: 3 })], impresoras: [own(now)] }
    await expect.poll(() => printer.paper).toMatchObject([{ copies }])
    stop.abort()
    await going
  },
)
