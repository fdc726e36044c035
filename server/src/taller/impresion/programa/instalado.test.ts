// The download of a branch on a computer of its own, over real sockets: installed with an empty environment, paired by
// its code, updated, gone back, and killed in between.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { agentes } from '../../../base/db/schema/impresion.ts'
import { installationSecret } from '../../../base/secrets/secret.ts'
import { testFolder } from '../../../testing/folder.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { fuenteDePrueba } from '../../../testing/programa.ts'
import { eventually, OWNER } from '../../../testing/shop.ts'
import { openShop } from '../../../testing/socket.ts'

const isHere = process.platform === 'linux' && process.arch === 'x64'
if (!isHere) console.warn('\n*** NOT TESTED: the installed agent: its download is for Linux on x64\n')
/** Short enough for a test: between checks for a new version, and until the agent reports that it works. */
const PLAZO = '300'

async function world(carpeta = 'computadora') {
  const fuente = fuenteDePrueba()
  const shop = await openShop({ fuentePrograma: fuente })
  // The server's own address is known once it listens
  shop.deps.publicUrl = shop.url
  const headers = await enterAs(shop)
  const body = { nombre: 'PC mostrador', sucursal: 'Alberdi', actual: OWNER.password }
  const made = await shop.visitor().ask('/api/mostrador/agentes', { body, headers })
  const agente = made.json<{ id: number; codigo: string }>()
  const offer = await shop
    .visitor()
    .ask(`/api/mostrador/agentes/${agente.id}/paquete`, { body: { plataforma: 'linux' }, headers })
  const { url } = offer.json<{ paquete: { url: string } }>().paquete
  const folder = join(testFolder('computadora'), carpeta)
  mkdirSync(folder, { recursive: true })
  const tar = join(folder, 'bajado.tar')
  writeFileSync(tar, Buffer.from(await (await fetch(`${shop.url}${url}`)).arrayBuffer()))
  spawnSync('tar', ['xf', tar], { cwd: folder })
  const paquete = join(folder, 'imprimitodo-agente-alberdi-linux')
  const base = join(paquete, 'instalado')
  /** Asynchronous, since the shop runs in this process and must not be blocked. */
  async function install(...args: string[]) {
    const child = spawn('/bin/sh', [join(paquete, 'instalar.sh'), '--sin-servicio', ...args], { env: {} })
    child.stdin.end()
    const [said, wrong, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { status: status as number | null, stdout: said, stderr: wrong }
  }
  const row = async () => (await shop.db.select().from(agentes).where(eq(agentes.id, agente.id)))[0]
  const running = async () => (await row())?.computadora?.version
  const puntero = () => JSON.parse(readFileSync(join(base, 'programa.json'), 'utf8'))
  return {
    shop,
    fuente,
    agente,
    paquete,
    base,
    install,
    row,
    running,
    puntero,
    start: () => startAgent(base),
  }
}

/** Starts it as a person does, or its service. */
function startAgent(base: string) {
  const child: ChildProcess = spawn(join(base, 'arrancar.sh'), ['--red', 'no'], {
    env: { AGENTE_PLAZO: PLAZO },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      said += bytes
    })
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null)
      await Promise.all([once(child, 'exit'), child.kill(signal)])
  }
  onTestFinished(() => kill('SIGTERM'))
  return { kill, said: () => said }
}

describe.skipIf(!isHere)('an agent that was downloaded', () => {
  test('is installed and paired with an empty environment, and its token is nowhere but in its folder', async () => {
    const { agente, base, install, running, start, row, puntero } = await world(
      `O'Higgins & "Cía" %PATH% $HOME`,
    )
    const wrong = await install('0000-0000-0000')
    expect(wrong.status).toBe(1)
    expect(wrong.stderr).toEqual(expect.stringContaining('Ese código no existe'))
    const done = await install(agente.codigo)
    expect(done.status).toBe(0)
    expect(done.stderr).toBe('')
    expect(done.stdout).toContain('quedó vinculada')
    expect(done.stdout).toContain('No arranca solo con la máquina')
    const vinculo = join(base, 'datos/vinculo.json')
    expect(statSync(vinculo).mode & 0o777).toBe(0o600)
    const { token, clave } = JSON.parse(readFileSync(vinculo, 'utf8'))
    expect(clave).toMatch(/^[\w-]{50,}$/)

    const agent = start()
    await eventually(running, (version) => version === puntero().actual)
    expect(agent.said()).not.toContain(token)
    expect(await row()).toMatchObject({ computadora: { problema: null } })
    // A second time, with the code that has been used: it stays paired
    await agent.kill('SIGTERM')
    expect((await install()).status).toBe(0)
    expect(JSON.parse(readFileSync(vinculo, 'utf8')).token).toBe(token)
  })

  test('updates itself, also after it was killed; the version before is kept', async () => {
    const { agente, fuente, install, running, start, puntero, base } = await world()
    expect((await install(agente.codigo)).status).toBe(0)
    const before = puntero().actual
    const first = start()
    await eventually(running, (version) => version === before)
    await first.kill('SIGKILL')

    fuente.change('// la nueva')
    const second = start()
    await eventually(running, (version) => Boolean(version) && version !== before)
    await eventually(
      async () => puntero(),
      ({ a_prueba }) => a_prueba === null,
    )
    expect(puntero()).toMatchObject({ anterior: before, malas: [] })
    expect(readdirSync(join(base, 'versiones')).toSorted()).toEqual([before, puntero().actual].toSorted())
    expect(second.said()).toContain('se prueba')
  })

  test('goes back where the new version dies at its start, says so, and does not try it again', async () => {
    const { agente, fuente, install, running, start, puntero, row } = await world()
    expect((await install(agente.codigo)).status).toBe(0)
    const before = puntero().actual
    const agent = start()
    await eventually(running, (version) => version === before)

    fuente.change('process.exit(7)')
    await eventually(
      async () => puntero(),
      ({ malas }) => malas.length === 1,
    )
    expect(puntero()).toMatchObject({ actual: before, a_prueba: null })
    const bad = puntero().malas[0]
    await eventually(
      row,
      (one) => one?.computadora?.problema?.includes(`La versión ${bad} no anduvo`) === true,
    )
    expect((await row())?.computadora?.version).toBe(before)
    expect(agent.said().match(/se prueba/g)).toHaveLength(1)

    // It takes the next version
    fuente.change('// la arreglada')
    await eventually(running, (version) => Boolean(version) && ![before, bad].includes(version ?? ''))
  })

  test('takes no version of a shop with another key', async () => {
    const { shop, agente, fuente, install, running, start, puntero, row } = await world()
    expect((await install(agente.codigo)).status).toBe(0)
    const before = puntero().actual
    start()
    await eventually(running, (version) => version === before)
    const key = join(shop.deps.dataDir, 'secretos/programa')
    expect(existsSync(key)).toBe(true)
    writeFileSync(key, Buffer.alloc(32, 7).toString('base64url'))
    expect(installationSecret(shop.deps.dataDir, 'programa')).toBe(readFileSync(key, 'utf8'))
    fuente.change('// de otro')
    await eventually(
      row,
      (one) => one?.computadora?.problema?.includes('no está firmada por la tienda') === true,
    )
    expect(puntero()).toMatchObject({ actual: before, anterior: null })
  })
})
