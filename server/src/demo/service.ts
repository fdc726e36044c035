import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import { sql } from 'drizzle-orm'
import type { Deps } from '../core/deps.ts'
import type { Tx } from '../db/open.ts'
import { carteles, categorias, premios, productos } from '../db/schema.ts'
import { CARTELES, CATALOGO, PREMIOS } from './productos.ts'

const DEMO_LOCK = 7_272_742 // any number of its own, the same in every server

/**
 * Goods, signs and prizes of a shop nobody has filled yet, to see and try everything at the first start. A shop that
 * has any of them is left as it is. Several servers may start on one empty database: one fills it.
 */
export async function seedDemo({ db, events }: Pick<Deps, 'db' | 'events'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`)
    if (!(await isEmpty(tx))) return
    await fillCatalogo(tx)
    await tx.insert(carteles).values(CARTELES.map(({ dibujo: _, ...sign }, orden) => ({ ...sign, orden })))
    await tx.insert(premios).values(PREMIOS.map(({ dibujo: _, ...prize }, orden) => ({ ...prize, orden })))
    await events.tellCatalogo(tx)
  })
}

async function isEmpty(tx: Tx): Promise<boolean> {
  for (const table of [productos, carteles, premios])
    if ((await tx.select({ id: table.id }).from(table).limit(1)).length > 0) return false
  return true
}

async function fillCatalogo(tx: Tx): Promise<void> {
  const nombres = CATALOGO.flatMap(({ categoria }, orden) =>
    categoria ? [{ nombre: categoria, orden }] : [],
  )
  // A category may be there already: the owner began with them
  await tx.insert(categorias).values(nombres).onConflictDoNothing()
  const ids = new Map((await tx.select().from(categorias)).map(({ nombre, id }) => [nombre, id]))
  const rows = CATALOGO.flatMap(({ categoria, productos }) =>
    productos.map(({ nombre, texto, precio, oferta, video }, orden) => ({
      ...{ nombre, texto, orden, video },
      categoria_id: categoria ? ids.get(categoria) : null,
      importe: precio === null ? null : toCentavos(precio),
      es_oferta: oferta ?? false,
    })),
  )
  await tx.insert(productos).values(rows)
}
