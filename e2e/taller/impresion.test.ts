import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAgente } from '../../agent/src/agente.ts'
import { startIppeveprinter, TOOLS } from '../../agent/src/testing/ippeveprinter.ts'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { haveTools } from '../../agent/src/testing/tools.ts'
import { type Agent, addAgent, addPrinter, createAgent } from '../support/agent.ts'
import { orderPaid } from '../support/clientela.ts'
import type { ArchivoChanges } from '../support/puntos.ts'
import { ask, ownerBearer, request, rows } from '../support/server.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

let shop: Shop
let printer: TestPrinter
let agent: Agent
let headers: { authorization: string }

beforeAll(async () => {
  shop = await startCopy()
  printer = await startPrinter()
  headers = await ownerBearer(shop)
  agent = createAgent(shop, await addAgent(shop, 'Alberdi'))
  await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri, automatica: true })
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
  await shop?.remove()
})

const get = <T>(path: string) => ask<T>(shop, path, undefined, { headers })
const rowsOf = (id: string) => get<Impresion[]>(`/api/mostrador/impresiones?pedido_id=${id}`)
const estadoOf = async (id: string) => (await rowsOf(id))[0]?.estado
const impresora = async () =>
  (await get<{ impresoras: Impresora[] }>('/api/mostrador/impresoras')).impresoras[0]
const paid = async (duplicado = 1, opciones: object = {}) =>
  (
    await orderPaid(shop, {
      sucursal: 'Alberdi',
      archivos: [{ paginas: 3, opciones: { duplicado, doble_faz: 1, ...opciones } }],
    })
  ).id
const SLOW = { timeout: 30_000 }

describe('from a payment to paper, with a real agent and a printer that speaks IPP', () => {
  it('a paid order prints by itself, once, as it was ordered', async () => {
    agent.start()
    const id = await paid(2, { orientacion: 'horizontal' })
    await expect.poll(() => estadoOf(id), SLOW).toBe('impresa')
    expect(printer.paper).toMatchObject([
      { copies: 2, sides: 'two-sided-short-edge', color: 'monochrome', truncated: false },
    ])
    const { estado } = await get<{ estado: string }>(`/api/mostrador/pedidos/${id}`)
    expect(estado).toBe('en_produccion')
    expect(await impresora()).toMatchObject({
      nombre: 'Ricoh',
      anda: true,
      perfil: { pdf: true, dos_pasos: true },
    })
  })

  it('agent dies during/after Send: killed -9 in the middle it continues where it was, nothing prints twice', async () => {
    const before = printer.paper.length
    printer.printMs = 1_500
    const id = await paid()
    await expect.poll(() => estadoOf(id), SLOW).toBe('imprimiendo')
    await agent.end('SIGKILL')
    agent.start()
    await expect.poll(() => estadoOf(id), SLOW).toMatch(/^(impresa|verificar)$/)
    expect(printer.paper.length).toBe(before + 1)
    printer.printMs = 5
  })

  it('server dies before lease, and while agent prints: the agent goes on, tells it later, and prints nothing twice; what was paid before it died prints after', async () => {
    const before = printer.paper.length
    printer.mode = 'paper'
    const [id, next] = [await paid(), await paid()]
    await expect.poll(() => estadoOf(id), SLOW).toBe('imprimiendo')
    const port = Number(new URL(shop.url).port)
    await shop.kill9()
    printer.mode = 'ok'
    await expect.poll(() => printer.paper.length, SLOW).toBe(before + 1)
    shop = await startShop({ dataDir: shop.dataDir, port })
    for (const one of [id, next]) await expect.poll(() => estadoOf(one), SLOW).toBe('impresa')
    expect(printer.paper.length).toBe(before + 2)
  })

  it('two agents for one branch by mistake: a second computer with the token prints nothing, the owner is told', async () => {
    const token = await addAgent(shop, 'Aguilares')
    const [first, second] = [createAgent(shop, token), createAgent(shop, token)]
    const agente = async () =>
      (
        await get<{ agentes: { sucursal: string; visto: string | null; duplicado: string | null }[] }>(
          '/api/mostrador/impresoras',
        )
      ).agentes.find(({ sucursal }) => sucursal === 'Aguilares')
    first.start()
    await expect.poll(async () => (await agente())?.visto, SLOW).toMatch(/Z$/)
    second.start()
    await expect.poll(async () => (await agente())?.duplicado, SLOW).toMatch(/Z$/)
    await second.remove()
    await first.remove()
  })

  it('an agent with a revoked token prints nothing more', async () => {
    const { agentes } = await get<{ agentes: { id: number }[] }>('/api/mostrador/impresoras')
    const path = `/api/mostrador/agentes/${agentes[0]?.id}`
    await request(shop, path, undefined, { method: 'DELETE', headers })
    expect(await agent.ended()).toBe(1)
  })
})

const ARCHIVOS: ArchivoChanges[] = [
  { doble_faz: 0 },
  { doble_faz: 1, orientacion: 'vertical' },
  { doble_faz: 1, orientacion: 'horizontal' },
].flatMap((cara, row) =>
  ['color', 'blanco y negro'].flatMap((color, column) =>
    [true, false].map((anillado, last) => ({
      nombre: `${row}${column}${last}.pdf`,
      paginas: 1 + row + column + last,
      color: [1],
      opciones: { ...cara, color, anillado, duplicado: 1 + ((row + column + last) % 3) },
    })),
  ),
)

describe('sides x colour x ring x copies, from the order to the paper', () => {
  it.skipIf(!haveTools(TOOLS, 'orders on ippeveprinter'))(
    'each of them arrives at ippeveprinter as ordered, its document byte for byte',
    async () => {
      const real = await startIppeveprinter()
      const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
      const stop = new AbortController()
      const going = runAgente({
        server: shop.url,
        token: await addAgent(shop, 'Aguilares'),
        folder,
        log() {},
        signal: stop.signal,
        clocks: { pauseMs: 50, lookMs: 1_000 },
      })
      try {
        await addPrinter(shop, { nombre: 'Canon', sucursal: 'Aguilares', uri: real.uri, automatica: true })
        const { id } = await orderPaid(shop, { sucursal: 'Aguilares', archivos: ARCHIVOS })
        const done = async () => (await rowsOf(id)).filter(({ estado }) => estado === 'impresa').length
        await expect.poll(done, { timeout: 120_000, interval: 300 }).toBe(ARCHIVOS.length)
        const made = await rows<{ nombre: string; sha256: string; bytes: string; intento: number }>(
          shop,
          `select i.nombre, i.sha256, i.bytes, t.id as intento
           from impresiones i join intentos t on t.impresion_id = i.id where i.pedido_id = $1`,
          [id],
        )
        const paper = real.paper()
        expect(paper).toHaveLength(ARCHIVOS.length)
        for (const { nombre = '', opciones = {} } of ARCHIVOS) {
          const work = made.find((one) => one.nombre === nombre)
          const isIts = ({ name }: { name: string }) => name.includes(` i${work?.intento} · ${nombre} · `)
          expect(paper.find(isIts)).toMatchObject({
            copies: opciones.duplicado,
            color: opciones.color === 'color' ? 'color' : 'monochrome',
            sides: !opciones.doble_faz
              ? 'one-sided'
              : opciones.orientacion === 'horizontal'
                ? 'two-sided-short-edge'
                : 'two-sided-long-edge',
            media: 'iso_a4_210x297mm',
            sha256: work?.sha256,
            bytes: Number(work?.bytes),
          })
        }
      } finally {
        stop.abort()
        await going
        await real.close()
        rmSync(folder, { recursive: true })
      }
    },
  )
})
