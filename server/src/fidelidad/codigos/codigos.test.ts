import { randomBytes } from 'node:crypto'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { expect, test } from 'vitest'
import { codigos } from '../../base/db/schema/codigos.ts'
import { testDatabase } from '../../testing/database.ts'
import { createCodigo, estadoCodigoOf, lookCodigo, useAtCounter, voidCodigo } from './service.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODES = 20_000

/** Sum of (found - expected)² / expected. */
function chiSquare(found: Map<string, number>, expected: number, cells: number): number {
  const seen = [...found.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return seen + (cells - found.size) * expected
}
/** Its mean is the degrees of freedom, its deviation √(2·df): six of them from the mean is one in a billion. */
const limit = (df: number) => df + 6 * Math.sqrt(2 * df) + 36

test('codes are even in every character, at every position and for every two positions', () => {
  const texts = Array.from({ length: CODES }, () => codigoFrom(randomBytes(12)).replaceAll('-', ''))
  const countOf = (pick: (text: string) => string) => {
    const counts = new Map<string, number>()
    for (const text of texts) counts.set(pick(text), (counts.get(pick(text)) ?? 0) + 1)
    return counts
  }
  for (let one = 0; one < 12; one++) {
    const single = countOf((text) => text.charAt(one))
    expect([...single.keys()].every((char) => ALPHABET.includes(char))).toBe(true)
    expect(chiSquare(single, CODES / 32, 32)).toBeLessThan(limit(31))
    for (let other = one + 1; other < 12; other++)
      expect(
        chiSquare(
          countOf((text) => text.charAt(one) + text.charAt(other)),
          CODES / 1024,
          1024,
        ),
      ).toBeLessThan(limit(1023))
  }
  expect(new Set(texts).size).toBe(CODES)
})

test('the bounds would notice a generator that leans', () => {
  const leaning = Array.from({ length: CODES }, () => codigoFrom(randomBytes(12).map((byte) => byte % 31)))
  const first = new Map<string, number>()
  for (const text of leaning) first.set(text.charAt(0), (first.get(text.charAt(0)) ?? 0) + 1)
  expect(chiSquare(first, CODES / 32, 32)).toBeGreaterThan(limit(31))
})

test('at the counter a code is used once, by the first of 50, and not after its end', async () => {
  const { db } = await testDatabase()
  const [now, later] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-11-21T13:00:00Z')]
  const make = (change: object = {}) =>
    createCodigo(db, {
      tipo: 'ruleta',
      email: 'ana@example.com',
      porcentaje: 5,
      producto_nombre: 'x',
      creado: now,
      vence: later,
      ...change,
    })
  const { codigo } = await make()
  const uses = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => useAtCounter(db, codigo.toLowerCase(), `Caja ${turn}`, now)),
  )
  expect(uses.filter(({ estado }) => estado === 'marcado')).toHaveLength(1)
  const [row] = await db.select().from(codigos)
  for (const use of uses) if (use.estado !== 'marcado') expect(use).toEqual({ estado: 'usado', codigo: row })
  const ended = await make()
  expect((await useAtCounter(db, ended.codigo, 'Caja', later)).estado).toBe('vencido')
  expect(estadoCodigoOf(ended, now)).toBe('disponible')
  expect((await useAtCounter(db, '0000-0000-0000', 'Caja', now)).estado).toBe('desconocido')
  expect(await lookCodigo(db, 'corto')).toBeUndefined()
})

test('a code that was voided while the counter waited for it is not used', async () => {
  const { db } = await testDatabase()
  const [now, later] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-11-21T12:00:01Z')]
  const codigo = await createCodigo(db, {
    tipo: 'premio',
    producto_nombre: 'Taza',
    creado: now,
    vence: new Date('2026-12-21T12:00:00Z'),
  })
  await db.transaction((tx) => voidCodigo(tx, codigo.id, later))
  expect((await useAtCounter(db, codigo.codigo, 'Caja', now)).estado).toBe('vencido')
  expect((await lookCodigo(db, codigo.codigo))?.codigo.usado).toBeNull()
})
