// Over real sockets: an agent's first start, by the code that the counter shows.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { agentes } from '../../base/db/schema/impresion.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { eventually, OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const CALL = '/api/agente/vincular'
const PC = 'pc-mostrador-alberdi'
const MAIN = fileURLToPath(new URL('../../../../agent/src/main.ts', import.meta.url))

async function world() {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const make = async () => {
    const body = { nombre: 'PC mostrador', sucursal: 'Alberdi', actual: OWNER.password }
    const answer = await shop.visitor().ask('/api/mostrador/agentes', { body, headers })
    expect(answer.status).toBe(201)
    return answer.json<{ id: number; token: string; codigo: string; vence: string }>()
  }
  const pair = (codigo: string, instancia = PC, visitor = shop.visitor()) =>
    visitor.ask(CALL, { body: { codigo, instancia } })
  const tasks = (token: string, instancia = PC) =>
    shop.visitor().ask('/api/agente/tareas', {
      headers: { authorization: `Bearer ${token}`, 'x-agente-instancia': instancia },
    })
  return { shop, headers, make, pair, tasks }
}

test('a code gives the token once; a token shown before is void from then on', async () => {
  const { shop, make, pair, tasks } = await world()
  const { codigo, vence, token: shown } = await make()
  expect(codigo).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
  const left = Date.parse(vence) - shop.deps.now().getTime()
  expect(left > 14 * 60_000 && left <= 15 * 60_000).toBe(true)
  const answer = await pair(` ${codigo.toLowerCase().replaceAll('-', ' ')} `)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const { token } = answer.json<{ token: string }>()
  expect((await tasks(token)).status).toBe(200)
  expect((await tasks(shown)).status).toBe(401)
  // Bound to the folder that came first with the code
  expect((await tasks(token, 'otra-computadora')).status).toBe(409)

  const again = await pair(codigo)
  expect(again.status).toBe(410)
  expect(again.headers.get('x-codigo')).toBe('codigo_usado')
  expect(again.json()).toEqual({ detail: 'Ese código ya se usó. Hacé otro en Impresoras.' })
  expect((await tasks(token)).status).toBe(200)
  const kept = JSON.stringify(await shop.db.select().from(agentes))
  for (const secret of [token, shown, codigo]) expect(kept).not.toContain(secret)
  await eventually(
    async () => JSON.stringify(await shop.db.select().from(eventos_seguridad)),
    (text) => text.includes('con su código'),
  )
})

test('after 15 minutes, after its token was used, and of a revoked agent it is worth nothing', async () => {
  const { shop, headers, make, pair, tasks } = await world()
  const byHand = await make()
  expect((await tasks(byHand.token)).status).toBe(200)
  expect((await pair(byHand.codigo)).status).toBe(410)
  expect((await tasks(byHand.token)).status).toBe(200)

  const revoked = await make()
  await shop.visitor().ask(`/api/mostrador/agentes/${revoked.id}`, { method: 'DELETE', headers })
  expect((await pair(revoked.codigo)).status).toBe(410)

  const late = await make()
  shop.clock.offsetMs = 15 * 60_000 + 1_000
  const answer = await pair(late.codigo)
  expect(answer.status).toBe(410)
  expect(answer.json()).toEqual({ detail: 'Ese código venció: vale 15 minutos. Hacé otro en Impresoras.' })
})

test('of 50 at once one computer gets it', async () => {
  const { make, pair, tasks } = await world()
  const { codigo } = await make()
  const all = await Promise.all(Array.from({ length: 50 }, (_, n) => pair(codigo, `computadora-${n}`)))
  const won = all.flatMap(({ status, json }, n) =>
    status === 200 ? [{ n, ...json<{ token: string }>() }] : [],
  )
  expect(won).toHaveLength(1)
  const said = all.filter(({ status }) => status === 410).map(({ headers }) => headers.get('x-codigo'))
  expect(said).toEqual(Array(49).fill('codigo_usado'))
  expect((await tasks(won[0]?.token ?? '', `computadora-${won[0]?.n}`)).status).toBe(200)
})

test('a caller who guesses is told to wait; others, and other addresses, are not', async () => {
  const { shop, make, pair } = await world()
  const { codigo } = await make()
  const guesser = shop.visitor()
  for (let n = 0; n < 10; n++) {
    const wrong = await pair(n % 2 ? 'hola' : `0000-0000-000${n}`, PC, guesser)
    expect(wrong.status).toBe(404)
    expect(wrong.json()).toEqual({ detail: 'Ese código no existe: copialo como lo muestra Impresoras.' })
  }
  const refused = await pair(codigo, PC, guesser)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after')) > 0).toBe(true)
  expect((await pair(codigo, '../../etc/passwd')).status).toBe(400)
  expect((await pair('x'.repeat(60_000))).status).toBe(400)
  expect((await pair(codigo)).status).toBe(200)
})

/** The agent as a computer of the branch runs it. `typed`: what a person types. */
function startAgent(
  url: string,
  folder: string,
  { args = [], typed = '' }: { args?: string[]; typed?: string },
) {
  const child: ChildProcess = spawn(
    process.execPath,
    [MAIN, '--folder', folder, '--server', url, '--red', 'no', ...args],
    {
      env: { PATH: process.env.PATH },
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      said += bytes
    })
  child.stdin?.end(typed)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null)
      await Promise.all([once(child, 'exit'), child.kill('SIGKILL')])
  }
  onTestFinished(stop)
  return { ended: once(child, 'close').then(([code]) => code as number | null), said: () => said, stop }
}

test('the agent asks for the code at its first start, and keeps its token for the next ones', async () => {
  const { shop, make } = await world()
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const nobody = startAgent(shop.url, folder, {})
  expect([await nobody.ended, nobody.said()]).toEqual([2, expect.stringContaining('Uso: npm run agent')])

  const { codigo } = await make()
  const first = startAgent(shop.url, folder, { typed: `0000-0000-0000\n${codigo}\n` })
  const seen = async () =>
    (await shop.db.select().from(agentes)).find(({ codigo_usado }) => codigo_usado)?.visto
  await eventually(seen, Boolean)
  expect(first.said()).toContain('Ese código no existe')
  expect(first.said()).toContain('Listo: esta computadora quedó vinculada.')
  await first.stop()
  const file = join(folder, 'vinculo.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(first.said()).not.toContain(JSON.parse(readFileSync(file, 'utf8')).token)

  // A service has the same command line, with its code, at each start
  const before = await seen()
  const second = startAgent(shop.url, folder, { args: ['--codigo', codigo] })
  await eventually(seen, (now) => Number(now) > Number(before))
  await second.stop()

  const other = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  const twice = startAgent(shop.url, other, { args: ['--codigo', codigo] })
  expect([await twice.ended, twice.said().trim()]).toEqual([
    1,
    'Ese código ya se usó. Hacé otro en Impresoras.',
  ])
})

test('an agent whose shop does not answer says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const alone = startAgent('http://127.0.0.1:9', folder, { args: ['--codigo', 'ABCD-EFGH-JKMN'] })
  expect([await alone.ended, alone.said()]).toEqual([
    1,
    expect.stringMatching(/^No se pudo hablar con http:/),
  ])
})
