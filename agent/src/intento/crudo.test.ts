import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tareaOf } from '../testing/lab.ts'
import { startTermica } from '../testing/termica.ts'
import { type MundoCrudo, printCrudo } from './crudo.ts'
import type { Nota } from './journal.ts'

const BYTES = Buffer.from('un ticket con ñ', 'latin1')
let termica: Awaited<ReturnType<typeof startTermica>>
let notas: Nota[]

beforeEach(async () => {
  termica = await startTermica()
  notas = []
})
afterEach(() => termica.close())

const mundo = (more: Partial<MundoCrudo> = {}): MundoCrudo => ({
  uri: termica.uri,
  document: async () => ({ stream: Readable.from([BYTES]), bytes: BYTES.length }),
  write: async (nota) => void notas.push(nota),
  authorise: async () => true,
  isCalledOff: () => false,
  waiting: () => {},
  signal: new AbortController().signal,
  pauseMs: 5,
  ...more,
})
const print = (more: Partial<MundoCrudo> = {}, before: Nota[] = []) =>
  printCrudo(tareaOf(1), before, mundo(more))
const fases = () => notas.map(({ fase }) => fase)

describe('a ticket on a thermal printer', () => {
  it('is sent once, byte for byte, each step on disk before the next', async () => {
    expect((await print()).fase).toBe('completo')
    expect(fases()).toEqual(['creando', 'enviando', 'completo'])
    expect(termica.tickets).toEqual([BYTES])
    expect(notas[0]?.tarea).toEqual(tareaOf(1))
  })

  it('printer off: it waits, says so, and prints once it is on', async () => {
    const { uri } = termica
    await termica.close()
    const told: (string | null)[] = []
    const going = print({ uri, waiting: (why) => told.push(why) })
    await expect.poll(() => told.length).toBeGreaterThan(2)
    expect(told).toContain('Impresora apagada o sin red')
    termica = await startTermica(Number(new URL(uri.replace('socket:', 'http:')).port))
    expect((await going).fase).toBe('completo')
    expect(termica.tickets).toEqual([BYTES])
  })

  it('cut off while it is being sent: it is not sent again, and says so', async () => {
    termica.modo = 'cut'
    const big = Buffer.alloc(4_000_000, 'x')
    const document = async () => ({ stream: Readable.from([big, big, big]), bytes: big.length * 3 })
    expect(await print({ document })).toMatchObject({ fase: 'verificar' })
    termica.modo = 'ok'
    expect((await print({}, notas)).fase).toBe('verificar')
    expect(termica.tickets.length).toBeLessThanOrEqual(1)
  })

  it('killed while it was sent: it is not sent again', async () => {
    await print()
    const before = notas.slice(0, 2)
    notas = []
    expect(await print({}, before)).toMatchObject({ fase: 'verificar' })
    expect(termica.tickets).toHaveLength(1)
  })

  it('killed before the first byte: it goes on', async () => {
    await print()
    const before = notas.slice(0, 1)
    termica.tickets.length = 0
    expect((await print({}, before)).fase).toBe('completo')
    expect(termica.tickets).toHaveLength(1)
  })

  it('not a byte is sent of a ticket that is no longer this agent’s, or was called off', async () => {
    expect(await print({ authorise: async () => false })).toMatchObject({ fase: 'cancelado' })
    expect(await print({ isCalledOff: () => true })).toMatchObject({ fase: 'cancelado' })
    expect(termica.tickets).toEqual([])
  })

  it('while the shop is out of reach nothing is sent; then it is', async () => {
    let reachable = false
    const told: (string | null)[] = []
    const authorise = async () => {
      if (!reachable) throw new Error('no network')
      return true
    }
    const going = print({ authorise, waiting: (why) => told.push(why) })
    await expect.poll(() => told).toContain('Sin conexión con el sistema')
    expect(termica.tickets).toEqual([])
    reachable = true
    expect((await going).fase).toBe('completo')
  })
})
