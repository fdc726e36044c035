import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPrinter, type TestPrinter } from '../agent/src/testing/printer.ts'
import { makePdf } from '../server/src/testing/pdf.ts'
import { OWNER, type Shop, startShop } from './support/shop.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

let shop: Shop
let printer: TestPrinter
let folder: string
let token: string
let agent: ChildProcess
let access: string

beforeAll(async () => {
  shop = await startShop()
  printer = await startPrinter()
  folder = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
  access = (await post('/api/mostrador/ingresar', OWNER)).access
  token = (await post('/api/mostrador/agentes', { nombre: 'PC mostrador', sucursal: 'Alberdi' })).token
  await post('/api/mostrador/impresoras', {
    nombre: 'Ricoh',
    sucursal: 'Alberdi',
    uri: printer.uri,
    automatica: true,
  })
})
afterAll(async () => {
  await end('SIGTERM')
  await printer?.close()
  await shop?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const headers = (path: string) => ({
  'content-type': 'application/json',
  ...(path.startsWith('/api/mostrador') && access && { authorization: `Bearer ${access}` }),
})

async function post(path: string, body: object) {
  const answer = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: headers(path),
    body: JSON.stringify(body),
  })
  const data = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(data)}`)
  return data
}

async function get(path: string) {
  const answer = await fetch(`${shop.url}${path}`, { headers: headers(path) })
  return answer.json()
}

function startAgent(): void {
  agent = spawn(process.execPath, ['agent/src/main.ts', '--server', shop.url, '--folder', folder], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, AGENTE_TOKEN: token },
    stdio: 'ignore',
  })
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
  const over = once(agent, 'exit')
  agent.kill(signal)
  await over
}

async function paid(copias: number, opciones: object = {}): Promise<string> {
  const form = new FormData()
  const data = [{ nombre: 'apunte.pdf', duplicado: copias, doble_faz: 1, ...opciones }]
  const contact = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }
  for (const [name, value] of Object.entries({ ...contact, archivos_data: JSON.stringify(data) }))
    form.append(name, value)
  const pages = await makePdf({ pages: 3, text: `copia ${Math.random()}` })
  form.append('archivos', new Blob([pages as BlobPart], { type: 'application/pdf' }), 'apunte.pdf')
  const upload = await fetch(`${shop.url}/api/upload_archivo`, { method: 'POST', body: form })
  const { pedido_id } = (await upload.json()) as { pedido_id: string }
  const compra = {
    pedido_id,
    email: 'ana@example.com',
    celular: '3865412233',
    sucursal: 'Alberdi',
    modo_entrega: 'retiro',
  }
  const { importe_final } = await post('/api/completar_compra', compra)
  const { init_point } = await post('/api/crear-preferencia', { pedido_id, total: importe_final })
  await post(`/api/pago-simulado/${init_point.split('/').at(-1)}`, { accion: 'aprobar' })
  return pedido_id
}

const rowsOf = (id: string) => get(`/api/mostrador/impresiones?pedido_id=${id}`)
const estadoOf = async (id: string) => (await rowsOf(id))[0]?.estado
const SLOW = { timeout: 30_000 }

describe('from a payment to paper, with a real agent and a printer that speaks IPP', () => {
  it('a paid order prints by itself, once, as it was ordered', async () => {
    startAgent()
    const id = await paid(2, { orientacion: 'horizontal' })
    await expect.poll(() => estadoOf(id), SLOW).toBe('impresa')
    expect(printer.paper).toMatchObject([
      { copies: 2, sides: 'two-sided-short-edge', color: 'monochrome', truncated: false },
    ])
    const { estado } = await get(`/api/mostrador/pedidos/${id}`)
    expect(estado).toBe('en_produccion')
    const { impresoras } = await get('/api/mostrador/impresoras')
    expect(impresoras[0]).toMatchObject({
      nombre: 'Ricoh',
      anda: true,
      perfil: { pdf: true, dos_pasos: true },
    })
  })

  it('out of paper: the counter is told why and how much waits; with paper it goes on', async () => {
    printer.mode = 'paper'
    const id = await paid(3)
    await expect
      .poll(async () => (await get('/api/mostrador/impresoras')).impresoras[0], SLOW)
      .toMatchObject({ anda: false, texto: 'Sin papel', en_cola: { pedidos: 1, hojas: 6 } })
    printer.mode = 'ok'
    await expect.poll(() => estadoOf(id), SLOW).toBe('impresa')
  })

  it('the agent killed -9 in the middle goes on where it was: nothing prints twice', async () => {
    const before = printer.paper.length
    printer.printMs = 1_500
    const id = await paid(1)
    await expect.poll(() => estadoOf(id), SLOW).toBe('imprimiendo')
    await end('SIGKILL')
    startAgent()
    await expect.poll(() => estadoOf(id), SLOW).toMatch(/^(impresa|verificar)$/)
    expect(printer.paper.length).toBe(before + 1)
    printer.printMs = 5
  })

  it('the server gone for a while: what was paid meanwhile prints when both are there', async () => {
    const id = await paid(1)
    await expect.poll(() => estadoOf(id), SLOW).toBe('impresa')
    await shop.kill9()
    const port = Number(new URL(shop.url).port)
    shop = await startShop({ dataDir: shop.dataDir, port })
    const next = await paid(1)
    await expect.poll(() => estadoOf(next), SLOW).toBe('impresa')
  })

  it('a token that was revoked prints nothing more', async () => {
    const { agentes } = await get('/api/mostrador/impresoras')
    const path = `/api/mostrador/agentes/${agentes[0].id}`
    await fetch(`${shop.url}${path}`, { method: 'DELETE', headers: headers(path) })
    if (agent.exitCode === null) await once(agent, 'exit')
    expect(agent.exitCode).toBe(1)
  })
})
