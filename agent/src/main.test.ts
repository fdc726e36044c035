import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { canMount, mountDisk } from './testing/mount.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function start(server: string, how: { args?: string[]; token?: string } = { token: 'un-token' }) {
  const folder = mkdtempSync(join(tmpdir(), 'agente-'))
  const child = spawn(
    process.execPath,
    [MAIN, '--server', server, '--folder', folder, '--red', 'no', ...(how.args ?? [])],
    {
      env: { PATH: process.env.PATH, ...(how.token && { AGENTE_TOKEN: how.token }) },
    },
  )
  onTestFinished(async () => {
    if (child.exitCode === null) await Promise.all([once(child, 'exit'), child.kill('SIGKILL')])
    rmSync(folder, { recursive: true })
  })
  child.stdin.end()
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  return { ended: once(child, 'close').then(([code]) => ({ code, said })) }
}

it.each(['http://imprimitodo.test', 'http://198.18.0.1:3000', 'http://localhost.test', 'ftp://localhost'])(
  'goes to no shop that others on the way could read: %s',
  async (server) => {
    const { code, said } = await start(server).ended
    expect(code).toBe(2)
    expect(said).toMatch(/^La dirección del sistema tiene que empezar con https:\/\//)
    expect(said).toContain('http://localhost')
  },
)

it.each(['127.0.0.1', 'localhost'])('goes to a shop on this computer over http: %s', async (name) => {
  const shop = createServer((request, response) => {
    expect(request.headers.authorization).toBe('Bearer un-token')
    response.writeHead(401).end('{}')
  }).listen(0, name)
  onTestFinished(() => void shop.close())
  await once(shop, 'listening')
  const address = shop.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { code, said } = await start(`http://${name}:${port}`).ended
  expect([code, said]).toEqual([1, expect.stringContaining('no acepta este token')])
})

it.each<[string, number, string]>([
  ['a page of a proxy', 200, '<html>Bienvenido a la red del hotel</html>'],
  ['an answer without a token', 200, '{}'],
  ['a server that is down', 502, '<html>Bad gateway</html>'],
])('paired through %s, it says where it could not talk to', async (_, status, body) => {
  const shop = createServer((_request, response) => void response.writeHead(status).end(body)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void shop.close())
  await once(shop, 'listening')
  const address = shop.address()
  const server = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { code, said } = await start(server, { args: ['--codigo', 'ABCD-EFGH-JKLM'] }).ended
  expect([code, said.trim()]).toEqual([
    1,
    `No se pudo hablar con ${server}: fijate que la dirección sea esa y que haya internet, y probá de nuevo.`,
  ])
})

it('installed without a code, it says so, and suggests no commands that the computer lacks', async () => {
  const { code, said } = await start('http://127.0.0.1:1', { args: ['--vincular'] }).ended
  expect([code, said]).toEqual([2, 'No se escribió ningún código.\n'])
})

it.skipIf(!canMount)(
  'says that the disk is full where the journal of a restarted agent has no room',
  async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'agente-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    if (!mountDisk(folder, '256k')) return skip()
    mkdirSync(join(folder, 'documentos'))
    writeFileSync(join(folder, 'instancia'), randomUUID())
    writeFileSync(join(folder, 'diario.jsonl'), '{"intento":1,"seq":1,"fase":"creando"}\n')
    const fill = () => writeFileSync(join(folder, 'documentos/lleno'), Buffer.alloc(1024 ** 2))
    expect(fill).toThrow('ENOSPC')
    const { ended } = start('http://127.0.0.1:1', { token: 'un-token', args: ['--folder', folder] })
    expect(await ended).toEqual({
      code: 1,
      said: `No hay lugar en el disco de ${folder}: liberá espacio, y probá de nuevo.\n`,
    })
  },
)
