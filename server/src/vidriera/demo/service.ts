import { readFile } from 'node:fs/promises'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { countPremios, insertPremios } from '../../fidelidad/puntos/service.ts'
import { insertImagenes, keepDrawing } from '../imagenes/service.ts'
import {
  findKit,
  insertCartelRows,
  insertCategoriaRows,
  insertProductoRows,
  isVidrieraEmpty,
  putKit,
} from '../productos/service.ts'
import { CARTELES, PREMIOS } from './premios.ts'
import { CATALOGO, type DemoProducto } from './productos.ts'

const DEMO_LOCK = 7_272_742 // any number of its own, the same in every server
/** The size in which tools/dibujos draws them. */
const SIZE = { ancho: 960, alto: 960 }

type Needed = Pick<Deps, 'db' | 'events' | 'files' | 'now'>

/**
 * Goods, signs and prizes for a shop that is still empty, to try everything at the first start. A shop that
 * has any of them is left unchanged. Several servers may start on one empty database: one of them fills it.
 */
export async function seedDemo(deps: Needed): Promise<void> {
  if (!(await isEmpty(deps.db))) return
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`)
    if (!(await isEmpty(tx))) return
    const ids = await keepDrawings(tx, deps)
    const imagen = (name: string) => ids.get(name)
    await fillProductos(tx, imagen)
    const shown = <Thing extends { dibujo: string }>({ dibujo, ...thing }: Thing, orden: number) => ({
      ...thing,
      imagen_id: imagen(dibujo),
      orden,
    })
    await insertCartelRows(tx, CARTELES.map(shown))
    await insertPremios(tx, PREMIOS.map(shown))
    await fillKit(tx, deps)
    await deps.events.tell(tx, 'catalogo')
  })
}

const isEmpty = async (db: Queryable): Promise<boolean> =>
  (await isVidrieraEmpty(db)) && (await countPremios(db)) === 0

/** A kit of the flags among the goods; a kit that the owner uploaded stays. */
async function fillKit(tx: Tx, { now }: Pick<Needed, 'now'>): Promise<void> {
  const { makeDemoKit } = await import('./kit.ts')
  const goods = CATALOGO.flatMap(({ productos }) => productos)
  const kit = await makeDemoKit(goods.filter(({ nombre }) => nombre.startsWith('Bandera')))
  if (!(await findKit(tx))) await putKit(tx, { ...kit, subido: now() })
}

/** All at once, since each one waits for the disk. @returns their ids by name */
async function keepDrawings(tx: Tx, deps: Needed): Promise<Map<string, string>> {
  const goods = CATALOGO.flatMap(({ productos }) => productos.flatMap(({ dibujos }) => dibujos))
  const names = [...goods, ...[...CARTELES, ...PREMIOS].map(({ dibujo }) => dibujo)]
  const kept = await Promise.all(
    names.map(async (name) => {
      const made = new Map<string, Buffer>()
      for (const ancho of [320, 640]) made.set(`${ancho}.avif`, await drawing(`${name}-${ancho}.avif`))
      return { name, row: await keepDrawing(deps, await drawing(`${name}.webp`), SIZE, made) }
    }),
  )
  await insertImagenes(
    tx,
    kept.map(({ row }) => row),
  )
  return new Map(kept.map(({ name, row }) => [name, row.id]))
}

const drawing = (file: string) => readFile(new URL(`./dibujos/${file}`, import.meta.url))

async function fillProductos(tx: Tx, imagen: (name: string) => string | undefined): Promise<void> {
  const nombres = CATALOGO.flatMap(({ categoria }, orden) =>
    categoria ? [{ nombre: categoria, orden }] : [],
  )
  // A category may exist already: the owner may have begun with them
  const ids = await insertCategoriaRows(tx, nombres)
  const goods = CATALOGO.flatMap(({ categoria, productos }) =>
    productos.map((one, orden) => ({
      ...rowOf(one),
      orden,
      categoria_id: categoria ? ids.get(categoria) : null,
      imagenes: one.dibujos.map((name) => imagen(name) ?? ''),
    })),
  )
  await insertProductoRows(tx, goods)
}

const rowOf = ({ nombre, texto, precio, oferta, impresion, video }: DemoProducto) => ({
  nombre,
  texto,
  video,
  importe: precio === null ? null : toCentavos(precio),
  es_oferta: oferta ?? false,
  es_impresion: impresion ?? false,
})
