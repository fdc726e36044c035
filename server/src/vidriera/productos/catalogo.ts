import { ProductoAnswer, ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { toPesosOrNull } from '@imprimitodo/shared/rules/base/dinero'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { ofertaOn } from '@imprimitodo/shared/rules/vidriera/oferta'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { keep } from '../../base/runtime/kept.ts'
import { type Prepared, prepare } from '../../base/web/prepared.ts'
import { imagenUrl } from '../imagenes/service.ts'
import { findFotos, findVidriera } from './store.ts'

/** The shop window as this process serves it. */
export type Catalogo = {
  list(onlyOffers: boolean): Promise<Prepared<ProductoAnswer[]>>
  /** `pk` as it came in the address. Null: no such product, taken off the window, or no valid number. */
  detail(pk: string): Promise<Prepared<ProductoDetalleAnswer> | null>
  /** The same as an object, for the heads of pages. */
  producto(pk: string): Promise<ProductoDetalleAnswer | null>
  /**
   * The only way to change the window: this process serves the change as soon as it answers, the others are
   * told at once.
   */
  edit<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

/** For what the owner edits of the window. */
export type Editing = Pick<Deps, 'now'> & { catalogo: Catalogo }

/**
 * Everything is read once after each edit, and the final bytes are made once a day, since offers end by the
 * day: a request costs the same however many goods there are.
 */
export function createCatalogo(deps: Pick<Deps, 'db' | 'events' | 'now'>): Catalogo {
  const kept = keep(deps, 'catalogo', async (db) => {
    const rows = await readRows(db)
    let view: ReturnType<typeof viewOf> | undefined
    return (day: string) => {
      if (view?.day !== day) view = viewOf(rows, day)
      return view
    }
  })
  const today = async () => (await kept.read())(dayOf(deps.now()))

  return {
    list: async (onlyOffers) => (await today()).list(onlyOffers),
    detail: async (pk) => (isPk(pk) ? (await today()).detail(Number(pk)) : null),
    producto: async (pk) => (isPk(pk) && (await today()).productos.get(Number(pk))) || null,
    edit: kept.edit,
  }
}

/** The window on that day in Tucumán, 'YYYY-MM-DD'. */
function viewOf(rows: Awaited<ReturnType<typeof readRows>>, day: string) {
  const productos = new Map(rows.map((row) => [row.id, answerOf(row, day)]))
  const lists = new Map<boolean, Promise<Prepared<ProductoAnswer[]>>>()
  const details = new Map<number, Promise<Prepared<ProductoDetalleAnswer>>>()
  return {
    day,
    productos,
    list: (onlyOffers: boolean) =>
      once(lists, onlyOffers, () => {
        const shown = [...productos.values()].filter(({ es_oferta }) => es_oferta || !onlyOffers)
        return prepare(shown.map((one) => ProductoAnswer.parse(one)))
      }),
    detail(pk: number): Promise<Prepared<ProductoDetalleAnswer>> | null {
      const found = productos.get(pk)
      return found ? once(details, pk, () => prepare(found)) : null
    },
  }
}

function once<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const found = all.get(key)
  if (found !== undefined) return found
  const made = make()
  all.set(key, made)
  return made
}

/** Whether the text is an integer in PostgreSQL's form, without sign or leading zeros: a product has one address. */
const isPk = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)

/** Both reads in one snapshot: an edit between them would show a product with another's pictures. */
async function readRows(db: Deps['db']) {
  const { rows, fotos } = await db.transaction(
    async (tx) => ({ rows: await findVidriera(tx), fotos: await findFotos(tx) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const imagenes = Map.groupBy(fotos, ({ producto_id }) => producto_id)
  return rows.map((row) => ({ ...row, fotos: imagenes.get(row.id) ?? [] }))
}

/** Columns that the schema does not name are left out. */
function answerOf(row: Awaited<ReturnType<typeof readRows>>[number], day: string): ProductoDetalleAnswer {
  const { importe, precio_anterior, ...oferta } = ofertaOn(row, day)
  return ProductoDetalleAnswer.parse({
    ...row,
    ...oferta,
    producto: { nombre: row.nombre },
    categoria: row.categoria === null ? null : { nombre: row.categoria },
    imagenes: row.fotos.map(({ imagen_id, es_principal }) => ({
      imagen: imagenUrl(imagen_id),
      es_principal,
    })),
    importe_actual: toPesosOrNull(importe),
    precio_anterior: toPesosOrNull(precio_anterior),
    portada: row.portada_id && imagenUrl(row.portada_id),
  })
}
