// A whole agent before a shop that is an answer, and a printer that keeps what it was asked for.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImpresoraAgente } from '@imprimitodo/shared/api/agente'
import { expect, it, onTestFinished } from 'vitest'
import { runAgente } from './agente.ts'
import { perfilOf } from './ipp/perfil.ts'
import { createPrinter } from './ipp/printer.ts'
import { DOCUMENT, tareaOf } from './testing/lab.ts'
import { startPrinter } from './testing/printer.ts'

type Informe = { impresoras: { id: number; texto: string }[] }

/** Answers what `tareas` says now. */
async function startShop(tareas: () => object, hear: (informe: Informe) => void = () => {}) {
  const shop = createServer(async (request, response) => {
    const { url = '' } = request
    const told = await text(request)
    if (url === '/api/agente/informe') hear(JSON.parse(told))
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

it('a printer that accepts calls and stays silent delays neither the works nor the news of the others', async () => {
  const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
  const printer = await startPrinter()
  onTestFinished(async () => {
    silent.close()
    await printer.close()
  })
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const own = (id: number, uri: string): ImpresoraAgente => ({
    id,
    uri,
    nombre: 'Ricoh',
    usuario: null,
    clave: null,
    huella: null,
    perfil: null,
  })
  const impresoras = [own(2, `ipp://127.0.0.1:${port}/ipp/print`), own(1, printer.uri)]
  const folder = mkdtempSync(join(tmpdir(), 'agente-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const news: Informe[] = []
  const stop = new AbortController()
  const going = runAgente({
    server: await startShop(
      () => ({ tareas: [tareaOf(1)], impresoras }),
      (informe) => news.push(informe),
    ),
    token: 'un-token',
    folder,
    log() {},
    signal: stop.signal,
    clocks: { pauseMs: 20, beatMs: 40, lookMs: 40 },
  })
  // The silent one counts as off only after half a minute
  await expect.poll(() => printer.paper, { timeout: 10_000 }).toHaveLength(1)
  const texto = () => news.at(-1)?.impresoras.find(({ id }) => id === 1)?.texto
  await expect.poll(texto, { timeout: 5_000 }).toBe('Lista')
  printer.mode = 'paper'
  await expect.poll(texto, { timeout: 5_000 }).toBe('Sin papel')
  stop.abort()
  await going
})
