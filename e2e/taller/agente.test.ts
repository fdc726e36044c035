// The agent of a branch as its owner sets it up: downloaded from the shop, installed by another user of the machine with
// nothing in its environment, paired by code, found a printer, and printed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { findTool } from '../../agent/src/testing/tools.ts'
import { addPrinter } from '../support/agent.ts'
import { orderPaid } from '../support/clientela.ts'
import { ask, ownerBearer } from '../support/server.ts'
import { OWNER, type Shop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

const SLOW = { timeout: 60_000 }
const isHere = process.platform === 'linux' && process.arch === 'x64'
if (!isHere) console.warn('\n*** NOT TESTED: the installed agent: its download is for Linux on x64\n')
/** A user of the machine without any files here. Only root can switch to one. */
const nobody = process.getuid?.() === 0 && findTool('setpriv') ? { uid: 65_534, gid: 65_534 } : null
if (isHere && !nobody)
  console.warn('\n*** NOT TESTED: the agent as another user: only root may become one (setpriv)\n')

describe.skipIf(!isHere)('the download of a branch', () => {
  let shop: Shop
  let printer: TestPrinter
  let headers: { authorization: string }
  let folder: string
  let agent: ChildProcess | undefined
  let made: { id: number; codigo: string }
  beforeAll(async () => {
    ;[shop, printer] = await Promise.all([startCopy(), startPrinter()])
    headers = await ownerBearer(shop)
    folder = mkdtempSync(join(tmpdir(), 'imprimitodo-computadora-'))
  })
  afterAll(async () => {
    if (agent && agent.exitCode === null && agent.signalCode === null)
      await Promise.all([once(agent, 'exit'), agent.kill('SIGTERM')])
    await printer?.close()
    await shop?.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Runs it as that user, without environment variables, not even PATH. */
  const run = (command: string, ...args: string[]) =>
    nobody
      ? spawn(findTool('setpriv') ?? '', [
          `--reuid=${nobody.uid}`,
          `--regid=${nobody.gid}`,
          '--clear-groups',
          '--no-new-privs',
          '--reset-env',
          '/usr/bin/env',
          '-i',
          command,
          ...args,
        ])
      : spawn('/usr/bin/env', ['-i', command, ...args])
  const get = <T>(path: string) => ask<T>(shop, path, undefined, { headers })

  it('is a file of tens of megabytes with its own Node, fetched with no session', async () => {
    const body = { nombre: 'PC mostrador', sucursal: 'Alberdi', actual: OWNER.password }
    made = await ask(shop, '/api/mostrador/agentes', body, { headers })
    type Answer = { paquete: { url: string; bytes: number } | null }
    const prepare = async () =>
      (
        await ask<Answer>(
          shop,
          `/api/mostrador/agentes/${made.id}/paquete`,
          { plataforma: 'linux' },
          { headers },
        )
      ).paquete
    await expect.poll(prepare, SLOW).not.toBeNull()
    const paquete = await prepare()
    const answer = await fetch(`${shop.url}${paquete?.url}`)
    expect(Number(answer.headers.get('content-length'))).toBe(paquete?.bytes)
    const tar = join(folder, 'bajado.tar')
    writeFileSync(tar, Buffer.from(await answer.arrayBuffer()))
    expect(statSync(tar).size).toBeGreaterThan(20_000_000)
    expect(spawnSync('tar', ['xf', tar, '--no-same-owner'], { cwd: folder }).status).toBe(0)
    const paqueteDir = join(folder, 'imprimitodo-agente-alberdi-linux')
    if (!nobody) return
    for (const path of [folder, paqueteDir]) {
      chmodSync(path, 0o755)
      chownSync(path, nobody.uid, nobody.gid)
    }
  })

  it('is installed and paired by a user with an empty PATH, without Node on the machine, and prints an order', async () => {
    const paquete = join(folder, 'imprimitodo-agente-alberdi-linux')
    const install = run('/bin/sh', join(paquete, 'instalar.sh'), made.codigo)
    install.stdin.end()
    const [said, wrong, [status]] = await Promise.all([
      text(install.stdout),
      text(install.stderr),
      once(install, 'exit'),
    ])
    expect(status).toBe(0)
    expect(wrong).toBe('')
    expect(said).toContain('Listo: esta computadora quedó vinculada.')
    expect(said).toContain('arrancar.sh')
    expect(readFileSync(join(paquete, 'instalado/arrancar.sh'), 'utf8')).not.toContain(made.codigo)

    agent = run(join(paquete, 'instalado/arrancar.sh'), '--red', 'no')
    await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri, automatica: true })
    const { id } = await orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas: 3 }] })
    const estado = async () =>
      (await get<Impresion[]>(`/api/mostrador/impresiones?pedido_id=${id}`))[0]?.estado
    await expect.poll(estado, SLOW).toBe('impresa')
    expect(printer.paper).toHaveLength(1)
    const { agentes } = await get<{ impresoras: Impresora[]; agentes: { computadora: unknown }[] }>(
      '/api/mostrador/impresoras',
    )
    expect(agentes[0]?.computadora).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/),
      problema: null,
    })
  })

  it('killed with its launcher it leaves no process running, starts again, and prints works that came meanwhile', async () => {
    const child = agent
    await Promise.all([child && once(child, 'exit'), child?.kill('SIGKILL')])
    const { id } = await orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas: 1 }] })
    agent = run(join(folder, 'imprimitodo-agente-alberdi-linux/instalado/arrancar.sh'), '--red', 'no')
    await expect
      .poll(
        async () => (await get<Impresion[]>(`/api/mostrador/impresiones?pedido_id=${id}`))[0]?.estado,
        SLOW,
      )
      .toBe('impresa')
    expect(printer.paper).toHaveLength(2)
  })
})
