// Runs a whole agent against a stub of the shop, whose answers a test sets, and a printer that records its requests.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImpresoraAgente, Tarea } from '@imprimitodo/shared/api/agente'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OpcionesDeAgente, runAgente } from './agente.ts'
import { TAG } from './ipp/model.ts'
import { perfilOf } from './ipp/perfil.ts'
import { createPrinter } from './ipp/printer.ts'
import { encodeReply } from './testing/encode-reply.ts'
import { DOCUMENT, tareaOf } from './testing/lab.ts'
import { startPrinter } from './testing/printer.ts'
import type { Quirks } from './testing/printer-says.ts'
import { startProxy } from './testing/proxy.ts'

type Informe = {
  vivos: { espera: string | null }[]
  impresoras: { id: number; uri: string; texto: string; aviso: string | null; perfil: object | null }[]
}

/** Answers what `tareas` says now. */
async function startShop(tareas: () => object, hear: (informe: Informe) => void = () => {}) {
  const shop = createServer(async (request, response) => {
    const { url = '' } = request
    const told = await text(request)
    if (url === '/api/agente/informe') hear(JSON.parse(told))
    if (url.startsWith('/api/agente/documento/')) return void response.end(DOCUMENT)
    const answer = url.startsWith('/api/agente/tareas') ? tareas() : { cancelar: [], programa: null }
    // Like a shop that waits for a work, it answers after a while, but sooner
    setTimeout(() => response.end(JSON.stringify(answer)), 20)
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void shop.close())
  const address = shop.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const impresoraAt = (uri: string, more: Partial<ImpresoraAgente> = {}): ImpresoraAgente => ({
  id: 1,
  nombre: 'Ricoh',
  uri,
  usuario: null,
  clave: null,
  huella: null,
  perfil: null,
  ...more,
})

/** It looks at its printers once, and again only after half a minute or while it prints. */
function startAgente(server: string, clocks: NonNullable<OpcionesDeAgente['clocks']> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'agente-'))
  const stop = new AbortController()
  const going = runAgente({
    server,
    token: 'un-token',
    folder,
    log() {},
    signal: stop.signal,
    clocks: { pauseMs: 20, ...clocks },
  })
  onTestFinished(async () => {
    stop.abort()
    await going
    rmSync(folder, { recursive: true })
  })
}

/** The next one may have been on its way already. */
const twoMore = (news: readonly Informe[]) => {
  const told = news.length
  return expect.poll(() => news.length).toBeGreaterThan(told + 1)
}

/** Accepts calls and answers none. */
async function startSilent() {
  const calls = new Set<Socket>()
  const server = createTcpServer((socket) => {
    calls.add(socket.on('error', () => {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const hangUp = () => {
    for (const socket of calls) socket.destroy()
  }
  onTestFinished(() => {
    hangUp()
    server.close()
  })
  const port = typeof address === 'object' ? address?.port : 0
  return { uri: `ipp://127.0.0.1:${port}/ipp/print`, calls, hangUp }
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
    const own = (copias: typeof before) => impresoraAt(printer.uri, { perfil: { ...read, copias } })
    let answer: object = { tareas: [], impresoras: [own(before)] }
    startAgente(await startShop(() => answer))
    await sleep(500)
    answer = { tareas: [tareaOf(1, { copias: 3 })], impresoras: [own(now)] }
    await expect.poll(() => printer.paper).toMatchObject([{ copies }])
  },
)

it('a printer that accepts calls and stays silent delays neither the works nor the news of the others', async () => {
  const silent = await startSilent()
  const printer = await startPrinter()
  onTestFinished(() => printer.close())
  const impresoras = [impresoraAt(silent.uri, { id: 2 }), impresoraAt(printer.uri)]
  const news: Informe[] = []
  const shop = await startShop(
    () => ({ tareas: [tareaOf(1)], impresoras }),
    (informe) => news.push(informe),
  )
  startAgente(shop, { beatMs: 40, lookMs: 40 })
  // The silent one counts as off only after half a minute
  await expect.poll(() => printer.paper, { timeout: 10_000 }).toHaveLength(1)
  const texto = () => news.at(-1)?.impresoras.find(({ id }) => id === 1)?.texto
  await expect.poll(texto, { timeout: 5_000 }).toBe('Lista')
  printer.mode = 'paper'
  await expect.poll(texto, { timeout: 5_000 }).toBe('Sin papel')
})

it('a look that began before a work was printed and fails after it does not say that the printer is off', async () => {
  const printer = await startPrinter()
  const network = await startProxy(Number(new URL(printer.uri).port))
  onTestFinished(async () => {
    await network.close()
    await printer.close()
  })
  const impresoras = [impresoraAt(`ipp://127.0.0.1:${network.port}/ipp/print`)]
  const tareas: Tarea[] = []
  const news: Informe[] = []
  const shop = await startShop(
    () => ({ tareas: tareas.splice(0), impresoras }),
    (informe) => news.push(informe),
  )
  // The first look, for the list, gets no answer
  network.fault = 'hang'
  startAgente(shop, { beatMs: 1_000 })
  await expect.poll(() => network.open.size).toBe(1)
  const [first] = network.open
  network.fault = 'pass'
  tareas.push(tareaOf(1))
  const last = () => news.at(-1)?.impresoras
  await expect.poll(last, { timeout: 10_000 }).toMatchObject([{ texto: 'Lista' }])
  await expect.poll(() => printer.paper).toHaveLength(1)
  await expect.poll(() => network.open.size).toBe(1)
  first?.destroy()
  await twoMore(news)
  expect(last()).toMatchObject([{ texto: 'Lista' }])
})

it('a printer without the sheet of a work is ready, and tells the clerk what to load until it is', async () => {
  const printer = await startPrinter()
  onTestFinished(() => printer.close())
  printer.quirks = { says: [[TAG.keyword, 'media-ready', 'iso_a3_297x420mm']] }
  const tareas = [tareaOf(1)]
  const news: Informe[] = []
  const server = await startShop(
    () => ({ tareas: tareas.splice(0), impresoras: [impresoraAt(printer.uri)] }),
    (informe) => news.push(informe),
  )
  startAgente(server, { beatMs: 1_000 })
  const last = () => news.at(-1)?.impresoras
  await expect
    .poll(last, { timeout: 5_000 })
    .toMatchObject([{ texto: 'Lista', aviso: 'Sin hojas A4 cargadas' }])
  printer.quirks = {}
  await expect.poll(last, { timeout: 8_000 }).toMatchObject([{ texto: 'Lista', aviso: null }])
  expect(printer.paper).toHaveLength(1)
})

/** An answer of IPP with a status and nothing else. */
const ippStatus = (status: number): Buffer => encodeReply(status, 1, [])

describe('an address without a printer', () => {
  const NONE = 'Contesta, pero en esa dirección no hay una impresora: revisala en Impresoras'
  const LOCKED = 'Pide usuario y clave, o no es una impresora'
  it.each<[number, string, string | Buffer, string]>([
    [200, 'with HTML', '<html>', NONE],
    [426, 'with nothing', '', 'Pide conexión segura: cambiá ipp:// por ipps:// en su dirección'],
    [403, 'with nothing', '', LOCKED],
    [503, 'with nothing', '', 'Ocupada'],
    [200, 'that it is busy', ippStatus(0x0507), 'Ocupada'],
    [200, 'that it accepts nothing now', ippStatus(0x0506), 'Ocupada'],
    [200, 'that it is out of order for a moment', ippStatus(0x0505), 'Ocupada'],
    [200, 'that it is unavailable', ippStatus(0x0502), 'Ocupada'],
    [200, 'that it forbids the call', ippStatus(0x0401), LOCKED],
    [200, 'that it does not know who calls', ippStatus(0x0402), LOCKED],
    [200, 'that it does not let this caller', ippStatus(0x0403), LOCKED],
    [200, 'that it finds no such printer', ippStatus(0x0406), NONE],
  ])(
    'that answers %i %s: the clerk reads what to do, at the printer and at the work',
    async (status, _, body, texto) => {
      const other = createServer((request, response) => {
        request.resume()
        response.writeHead(status).end(body)
      })
      await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
      onTestFinished(() => void other.close())
      const address = other.address()
      const uri = `ipp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/ipp/print`
      const news: Informe[] = []
      const tareas = [tareaOf(1)]
      const server = await startShop(
        () => ({ tareas: tareas.splice(0), impresoras: [impresoraAt(uri)] }),
        (informe) => news.push(informe),
      )
      startAgente(server, { beatMs: 1_000 })
      await expect
        .poll(() => news.at(-1), { timeout: 5_000 })
        .toMatchObject({ impresoras: [{ texto }], vivos: [{ espera: texto }] })
    },
  )
})

describe('a printer’s new address', () => {
  const GREY: Quirks = {
    says: [
      [TAG.keyword, 'print-color-mode-supported', 'monochrome'],
      [TAG.boolean, 'color-supported', false],
    ],
  }

  async function startMoving(uri: string) {
    let impresoras = [impresoraAt(uri)]
    const tareas: Tarea[] = []
    const news: Informe[] = []
    const server = await startShop(
      () => ({ tareas: tareas.splice(0), impresoras }),
      (informe) => news.push(informe),
    )
    startAgente(server, { beatMs: 1_000 })
    const move = (to: string, ...works: Tarea[]) => {
      impresoras = [impresoraAt(to)]
      tareas.push(...works)
    }
    return { move, news, last: () => news.at(-1)?.impresoras }
  }

  it('is another machine: while that is off, no state of the old machine is reported for it', async () => {
    const printer = await startPrinter()
    onTestFinished(() => printer.close())
    const off = await startPrinter()
    await off.close()
    const { move, last } = await startMoving(printer.uri)
    await expect.poll(last).toMatchObject([{ uri: printer.uri, texto: 'Lista', perfil: { color: true } }])
    move(off.uri)
    await expect
      .poll(last, { timeout: 5_000 })
      .toMatchObject([{ uri: off.uri, texto: 'Apagada o sin red', perfil: null }])
  })

  it('gets a work by the abilities of the new machine', async () => {
    const [old, next] = [await startPrinter(), await startPrinter()]
    onTestFinished(async () => {
      await old.close()
      await next.close()
    })
    old.quirks = GREY
    const { move, last } = await startMoving(old.uri)
    await expect.poll(last).toMatchObject([{ perfil: { color: false } }])
    move(next.uri, tareaOf(1, { color: true }))
    await expect.poll(() => next.paper, { timeout: 5_000 }).toMatchObject([{ color: 'color' }])
    expect(old.documents).toBe(0)
  })

  it('is looked at while a look at the old one still runs, which then says nothing of it', async () => {
    const silent = await startSilent()
    const printer = await startPrinter()
    onTestFinished(() => printer.close())
    const { move, news, last } = await startMoving(silent.uri)
    await expect.poll(() => silent.calls.size).toBe(1)
    move(printer.uri)
    const lista = [{ uri: printer.uri, texto: 'Lista', perfil: { color: true } }]
    await expect.poll(last, { timeout: 5_000 }).toMatchObject(lista)
    // Looked at once more it would be off
    printer.mode = 'refuse'
    silent.hangUp()
    await twoMore(news)
    expect(last()).toMatchObject(lista)
  })
})
