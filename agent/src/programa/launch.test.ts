// The launcher with agents of a few lines each: a version that works stays, from one that does not it goes
// back.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { install, putVersion, setPuntero } from '../testing/programa.ts'
import { placesIn, readPuntero } from './carpeta-programa.ts'
import { launch } from './launch.ts'

const LANZADOR = fileURLToPath(new URL('../lanzador.ts', import.meta.url))

/** Writes down that it was started, and then does `more`. */
const agentOf = (name: string, more: string) =>
  `require('fs').appendFileSync(process.env.AGENTE_PROGRAMA + '/arranques', '${name}\\n')\n${more}`
const STAYS =
  "process.on('SIGTERM', () => process.exit(0)); process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1000)"
const WORKS = `process.send('anda'); ${STAYS}`
const DIES = 'process.exit(3)'

type Versions = Record<string, string>
async function world(versions: Versions, puntero: Parameters<typeof setPuntero>[1]) {
  const [[first, code] = ['1', WORKS], ...others] = Object.entries(versions)
  const { base, remove } = install(first, agentOf(first, code))
  for (const [name, more] of others) putVersion(base, name, agentOf(name, more))
  setPuntero(base, puntero)
  const stop = new AbortController()
  const said: string[] = []
  const start = (clocks: object = {}) => {
    const ended = launch({
      base,
      plataforma: 'linux',
      args: [],
      signal: stop.signal,
      log: (text) => said.push(text),
      clocks: { againMs: 20, refusedMs: 50, trialMs: 20_000, ...clocks },
    })
    onTestFinished(async () => {
      stop.abort()
      await ended.catch(() => {}) // reported to the test that waits for it
      remove()
    })
    return ended
  }
  const starts = () => {
    const path = join(base, 'arranques')
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  }
  return { base, start, starts, said, stop, puntero: () => readPuntero(base) }
}

describe.skipIf(process.platform === 'win32')('what the launcher starts', () => {
  it('a new version that works is kept, with the one before to go back to, and older ones go', async () => {
    const { base, start, puntero } = await world(
      { '1': WORKS, '2': WORKS, '3': WORKS },
      { actual: '3', anterior: '2', a_prueba: 0 },
    )
    void start()
    await expect.poll(puntero).toEqual({ actual: '3', anterior: '2', a_prueba: null, malas: [] })
    expect(readdirSync(placesIn(base).versiones).toSorted()).toEqual(['2', '3'])
  })

  it('a version that dies at its start is tried three times, then the previous one runs', async () => {
    const { start, starts, puntero } = await world(
      { '1': WORKS, '2': DIES },
      { actual: '2', anterior: '1', a_prueba: 0 },
    )
    void start()
    await expect.poll(starts).toEqual(['2', '2', '2', '1'])
    expect(puntero()).toEqual({ actual: '1', anterior: null, a_prueba: null, malas: ['2'] })
  })

  it('a version that runs and never reaches the shop is gone back from', async () => {
    const { start, starts, puntero } = await world(
      { '1': WORKS, '2': STAYS },
      { actual: '2', anterior: '1', a_prueba: 0 },
    )
    void start({ trialMs: 300 })
    await expect.poll(starts).toEqual(['2', '1'])
    expect(puntero()).toMatchObject({ actual: '1', malas: ['2'] })
  })

  it('a version that is not complete is not even started', async () => {
    const { base, start, starts, puntero } = await world(
      { '1': WORKS, '2': WORKS },
      { actual: '2', anterior: '1', a_prueba: 0 },
    )
    rmSync(join(placesIn(base).versiones, '2', 'agente.cjs'))
    void start()
    await expect.poll(starts).toEqual(['1'])
    expect(puntero()).toMatchObject({ actual: '1', malas: ['2'] })
  })

  it('starts that a power cut ended count too', async () => {
    const { start, starts, said } = await world(
      { '1': WORKS, '2': WORKS },
      { actual: '2', anterior: '1', a_prueba: 3 },
    )
    void start()
    await expect.poll(starts).toEqual(['1'])
    expect(said).toEqual(['versión 2: no anduvo, se vuelve a la 1'])
  })

  it('an agent that ends for another version to start has it started at once', async () => {
    const replace = `
      const { AGENTE_PROGRAMA: base } = process.env
      require('fs').renameSync(base + '/otra', base + '/versiones/2')
      require('fs').writeFileSync(base + '/programa.json',
        JSON.stringify({ actual: '2', anterior: '1', a_prueba: 0, malas: [] }))
      process.exit(75)`
    const { base, start, starts, puntero } = await world({ '1': replace, '2': WORKS }, { actual: '1' })
    renameSync(join(placesIn(base).versiones, '2'), join(base, 'otra'))
    void start({ againMs: 60_000, refusedMs: 60_000 })
    await expect.poll(starts).toEqual(['1', '2'])
    await expect.poll(puntero).toMatchObject({ actual: '2', anterior: '1', a_prueba: null })
  })

  it('a version that worked and now dies again and again gives way to the one before', async () => {
    const { start, starts, puntero } = await world(
      { '1': WORKS, '2': DIES },
      { actual: '2', anterior: '1', a_prueba: null },
    )
    void start()
    await expect.poll(starts).toEqual(['2', '2', '2', '2', '2', '1'])
    expect(puntero()).toMatchObject({ actual: '1', malas: ['2'] })
  })

  it('where there is no other version it is started for ever', async () => {
    const { start, starts, puntero } = await world({ '1': DIES }, { actual: '1' })
    void start()
    await expect.poll(() => starts().length).toBeGreaterThan(7)
    expect(puntero()).toMatchObject({ actual: '1', malas: [] })
  })

  it('where the pointer is gone or unreadable an installed version runs', async () => {
    for (const text of [null, '', '{', '{"actual":"../.."}']) {
      const { base, start, starts, puntero } = await world({ '1': WORKS }, { actual: '1' })
      if (text === null) rmSync(placesIn(base).puntero)
      else writeFileSync(placesIn(base).puntero, text)
      void start()
      await expect.poll(starts).toEqual(['1'])
      expect(puntero()).toMatchObject({ actual: '1', anterior: null })
    }
  })

  it('where nothing can be written, as on a full disk, the agent is started all the same', async () => {
    for (const a_prueba of [0, 3]) {
      const { base, start, starts, said } = await world(
        { '1': WORKS, '2': WORKS },
        { actual: '2', anterior: '1', a_prueba },
      )
      mkdirSync(`${placesIn(base).puntero}.nuevo`)
      const ended = start()
      await expect.poll(starts).toEqual(['2'])
      const isOver = await Promise.race([ended.then(() => true), setTimeout(500, false)])
      expect([isOver, said.length > 0]).toEqual([false, true])
    }
  })

  it('where nothing is installed it says so', async () => {
    const { base, start } = await world({ '1': WORKS }, { actual: '1' })
    rmSync(placesIn(base).puntero)
    rmSync(placesIn(base).versiones, { recursive: true })
    const refused = start()
    await expect(refused).rejects.toThrow('instalalo de nuevo')
  })
})

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the launcher as a process', () => {
  async function launcher() {
    const { base, remove } = install(
      '1',
      agentOf(
        '1',
        `require('fs').writeFileSync(process.env.AGENTE_PROGRAMA + '/pid', String(process.pid)); ${WORKS}`,
      ),
    )
    writeFileSync(
      placesIn(base).tienda,
      JSON.stringify({ server: 'http://127.0.0.1:9', sucursal: 'Alberdi' }),
    )
    const child = spawn(process.execPath, [LANZADOR, '--en', base], { env: {}, stdio: 'ignore' })
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null)
        await Promise.all([once(child, 'exit'), child.kill('SIGKILL')])
      remove()
    })
    await expect.poll(() => existsSync(join(base, 'pid'))).toBe(true)
    return { child, pid: Number(readFileSync(join(base, 'pid'), 'utf8')) }
  }
  const isAlive = (pid: number) =>
    existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

  it('ends its agent, and then itself, when it is told to', async () => {
    const { child, pid } = await launcher()
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect([code, isAlive(pid)]).toEqual([0, false])
  })

  it('killed -9 leaves no agent behind that would keep the next one out', async () => {
    const { child, pid } = await launcher()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
