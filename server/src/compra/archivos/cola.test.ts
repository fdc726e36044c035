import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { createPdfEngine } from '../../base/pdf/engine.ts'
import { eventually } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'
import { black } from '../../testing/tiny-pdf.ts'
import { provePrueba } from './prueba.ts'
import { findContenidos } from './store.ts'

type Asked = { path: string; done(): void }

/** A shop whose proofs end when the test says so. */
async function slowShop() {
  const engine = createPdfEngine({ workers: 1 })
  const begun: Asked[] = []
  const shop = await openShop({
    pdf: {
      ...engine,
      prove: (path) =>
        new Promise((resolve) => {
          const done = () =>
            resolve({ imagen: [], imposibles: [], findings: new Map(), hasta: 1, ms: 0, wanted: [] })
          begun.push({ path, done })
        }),
    },
  })
  return { ...shop, begun, engine }
}

/** @returns the ids of the files */
async function send(visitor: Visitor, files: number): Promise<string[]> {
  const names = Array.from({ length: files }, (_, index) => `${index}.pdf`)
  const form = new FormData()
  form.append('archivos_data', JSON.stringify(names.map((nombre) => ({ nombre }))))
  for (const nombre of names) form.append('archivos', new Blob([black(1) as BlobPart]), nombre)
  const answer = await visitor.ask('/api/upload_archivo', { method: 'POST', body: form })
  expect(answer.status).toBe(200)
  return answer.json<{ archivos: { subida: string }[] }>().archivos.map(({ subida }) => subida)
}

test('a visitor with many files delays others by the one under way, at another address and at the same', async () => {
  const { visitor, begun, engine } = await slowShop()
  const heavy = await send(visitor(), 8)
  await eventually(
    async () => begun.length,
    (count) => count === 2,
  )
  const other = visitor()
  other.jar.set('navegador', 'A'.repeat(22)) // browsers get it with their first page
  const beside = visitor(other.address)
  beside.jar.set('navegador', 'B'.repeat(22))
  const [first = ''] = await send(other, 1)
  const [neighbour = ''] = await send(beside, 1)
  const [second = ''] = await send(other, 1)
  const order: string[] = []
  const idOf = (path: string) => [...heavy, first, neighbour, second].find((id) => path.includes(id)) ?? path
  for (let next = 0; next < 11; next++) {
    await eventually(
      async () => begun.length,
      (count) => count > next,
    )
    const asked = begun[next]
    order.push(idOf(asked?.path ?? ''))
    asked?.done()
  }
  const placeOf = (id: string) => order.indexOf(id)
  expect(order.slice(0, 2).every((id) => heavy.includes(id))).toBe(true)
  expect(new Set(order.slice(2, 4))).toEqual(new Set([first, neighbour]))
  expect(placeOf(second)).toBeLessThan(8)
  expect(order.toSorted()).toEqual([...heavy, first, neighbour, second].toSorted())
  await engine.close()
})

test('a browser without cookies that sends one file after another waits behind another address', async () => {
  const { visitor, begun, engine } = await slowShop()
  const heavy = visitor()
  const many: string[] = []
  for (let one = 0; one < 5; one++) many.push(...(await send(visitor(heavy.address), 1)))
  await eventually(
    async () => begun.length,
    (count) => count === 2,
  )
  const [other = ''] = await send(visitor(), 1)
  begun[0]?.done()
  await eventually(
    async () => begun.length,
    (count) => count === 3,
  )
  expect(begun[2]?.path).toContain(other)
  for (let next = 1; next < many.length + 1; next++) {
    await eventually(
      async () => begun.length,
      (count) => count > next,
    )
    begun[next]?.done()
  }
  await engine.close()
})

describe('a file whose proof takes more than a turn', () => {
  const turnShop = async (pages: number) => {
    const engine = createPdfEngine({ workers: 1 })
    const turns: { path: string; after: number }[] = []
    const shop = await openShop({
      pdf: {
        ...engine,
        prove: async (path, _pages, { after = 0 } = {}) => {
          turns.push({ path, after })
          return {
            imagen: [after + 1],
            imposibles: [],
            findings: new Map([['borde', [after + 1]]]),
            hasta: after + 1,
            ms: 20_000,
            wanted: Array.from({ length: pages - after - 1 }, (_, at) => after + 2 + at),
          }
        },
      },
    })
    const form = new FormData()
    form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
    form.append('archivos', new Blob([black(pages) as BlobPart]), 'a.pdf')
    const answer = await shop.visitor().ask('/api/upload_archivo', { method: 'POST', body: form })
    const { pedido_id, archivos } = answer.json<{ pedido_id: string; archivos: { subida: string }[] }>()
    const id = archivos[0]?.subida ?? ''
    const proved = async () => (await findContenidos(shop.db, [id]))[0]
    return { ...shop, engine, turns, pedido_id, id, proved }
  }

  test('goes on where its last turn ended, behind others, until every page was looked at', async () => {
    const { turns, proved, engine } = await turnShop(3)
    const done = await eventually(proved, (contenido) => contenido?.prueba != null)
    expect(turns.map(({ after }) => after)).toEqual([0, 1, 2])
    expect(done?.prueba).toEqual({
      imagen: [1, 2, 3],
      imposibles: [],
      avisos: [{ codigo: 'borde', paginas: [1, 2, 3] }],
    })
    expect(done?.prueba_parcial).toBeNull()
    await engine.close()
  })

  test('is not proved for ever: after an hour of turns its other pages count as impossible to print', async () => {
    const { db, deps, id, proved, engine } = await turnShop(3)
    await eventually(proved, (contenido) => contenido?.prueba != null)
    const early = { imagen: [], imposibles: [], avisos: [], hasta: 1, ms: 3_600_000 }
    await db.update(contenidos).set({ prueba: null, prueba_parcial: early }).where(eq(contenidos.id, id))
    await provePrueba(deps, id)
    expect((await proved())?.prueba).toMatchObject({ imagen: [2], imposibles: [3] })
    await engine.close()
  })
})
