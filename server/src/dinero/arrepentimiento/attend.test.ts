import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { arrepentimientos } from '../../base/db/schema/arrepentimiento.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { testShop } from '../../testing/shop.ts'

const URL = '/api/mostrador/arrepentimientos'

async function counter() {
  const shop = await testShop()
  const owner = await enterAs(shop)
  return {
    shop,
    asked: async (compra: string, atendido: Date | null = null): Promise<number> => {
      const [made] = await shop.db
        .insert(arrepentimientos)
        .values({
          codigo: `C-${compra}`,
          clave: compra,
          nombre: 'Ana Paz',
          email: 'ana@example.com',
          compra,
          motivo: null,
          creado: new Date(),
          atendido,
          atendido_por: atendido && 'Antes',
        })
        .returning()
      return made?.id ?? 0
    },
    list: async (query = '') => (await shop.get(`${URL}${query}`, owner)).json(),
    attend: (id: number | string, nota?: string) =>
      shop.post(`${URL}/${id}/atender`, { ...(nota !== undefined && { nota }) }, owner),
  }
}
const compras = (answer: { arrepentimientos: { compra: string }[] }) =>
  answer.arrepentimientos.map(({ compra }) => compra)

test('open ones come oldest first and leave the list when they are attended, with the note and the person', async () => {
  const { asked, list, attend } = await counter()
  const first = await asked('Pedido 1')
  await asked('Pedido 2')
  expect([compras(await list()), (await list()).abiertos]).toEqual([['Pedido 1', 'Pedido 2'], 2])
  const answer = await attend(first, '  Le devolvimos $ 304. ')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ id: first, nota: 'Le devolvimos $ 304.', atendido_por: 'Dueño' })
  expect(answer.json().atendido).not.toBeNull()
  expect([compras(await list()), compras(await list('?cuales=atendidos'))]).toEqual([
    ['Pedido 2'],
    ['Pedido 1'],
  ])
  expect((await list('?cuales=atendidos')).abiertos).toBe(1)
})

test('attended ones come by pages, newest first, each once', async () => {
  const { asked, list } = await counter()
  for (let number = 0; number < 53; number++) await asked(`Pedido ${number}`, new Date())
  const one = await list('?cuales=atendidos')
  const two = await list(`?cuales=atendidos&cursor=${one.siguiente}`)
  expect([one.arrepentimientos.length, two.arrepentimientos.length, two.siguiente]).toEqual([50, 3, null])
  expect(new Set([...compras(one), ...compras(two)]).size).toBe(53)
  expect(compras(one)[0]).toBe('Pedido 52')
})

test('without a note, with a note too long, or for an unknown request nothing is marked', async () => {
  const { asked, list, attend } = await counter()
  const id = await asked('Pedido 1')
  for (const [nota, message] of [
    [undefined, 'Escribí qué se hizo.'],
    ['  ', 'Escribí qué se hizo.'],
    ['x'.repeat(501), 'Es demasiado largo: hasta 500 caracteres.'],
  ] as const) {
    const answer = await attend(id, nota)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ nota: [message] })
  }
  const unknown = await attend(id + 1, 'Hecho')
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toEqual({ detail: 'Ese arrepentimiento no existe.' })
  expect((await attend('x', 'Hecho')).statusCode).toBe(400)
  expect((await list()).abiertos).toBe(1)
})

test('50 people at once: one of them attends it, the others are told the name', async () => {
  const { shop, asked, attend } = await counter()
  const id = await asked('Pedido 1')
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => attend(id, `Nota ${n}`)))
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won).toHaveLength(1)
  for (const answer of answers)
    if (answer !== won[0]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().detail).toEqual(expect.stringMatching(/^Ya lo atendió Dueño \(/))
    }
  const [row] = await shop.db.select().from(arrepentimientos).where(eq(arrepentimientos.id, id))
  expect(row?.nota).toBe(won[0]?.json().nota)
})
