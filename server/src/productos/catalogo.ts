import type { ProductoAnswer, ProductoDetalle } from '@imprimitodo/shared/api/productos'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Deps } from '../core/deps.ts'
import { type Prepared, prepare } from '../core/prepared.ts'
import type { Tx } from '../db/open.ts'
import { imagenUrl } from '../imagenes/service.ts'
import { findFotos, findVidriera } from './store.ts'

/** The shop window as this process serves it. */
export type Catalogo = {
  /** What `list` and `detail` answered last, made already and still true: by its address below LISTADO. */
  atHand(url: string): Prepared<unknown> | undefined
  list(onlyOffers: boolean): Promise<Prepared<ProductoAnswer[]>>
  /** `pk` as it came in the address. Null: not there, taken off the window, or no number of ours. */
  detail(pk: string): Promise<Prepared<ProductoDetalle> | null>
  /** The same, to be read here: heads of pages. */
  producto(pk: string): Promise<ProductoDetalle | null>
  /** The only way to change what the window shows: this process serves it from the moment it answers, others at once. */
  edit<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

export const LISTADO = '/api/v1/productos/'

/** Without a listening connection what others edit is not told: then nothing older than this is served. */
const UNTOLD_MS = 1_000

/**
 * Everything is read once after each edit, and the final bytes are made once: a request costs the same however many
 * goods there are. A read under way is dropped with the rest, so what it found before the edit serves nobody who
 * asked after it.
 */
export function createCatalogo({ db, events }: Pick<Deps, 'db' | 'events'>): Catalogo {
  let current: Current | undefined
  const forget = () => {
    current = undefined
  }
  events.listen('catalogo', forget)

  const isOld = ({ at }: Current) => !events.isListening() && performance.now() - at > UNTOLD_MS

  function now(): Current {
    if (current && !isOld(current)) return current
    const fresh = { view: readView(db), at: performance.now(), atHand: new Map() }
    fresh.view.catch(() => {
      if (current === fresh) forget() // the next one who asks tries again
    })
    current = fresh
    return fresh
  }

  /** Kept with the view it is of: made while somebody edits, it serves nobody who asks after that. */
  async function made<P extends Prepared<unknown> | null>(
    path: string,
    of: (view: View) => Promise<P> | P,
  ): Promise<P> {
    const { view, atHand } = now()
    const prepared = await of(await view)
    if (prepared) atHand.set(LISTADO + path, prepared)
    return prepared
  }

  const producto = async (pk: string) => {
    const { productos } = await now().view
    return (isPk(pk) && productos.get(Number(pk))) || null
  }

  return {
    atHand: (url) => (current && !isOld(current) ? current.atHand.get(url) : undefined),
    list: (onlyOffers) => made(onlyOffers ? '?es_oferta=1' : '', (view) => view.list(onlyOffers)),
    detail: async (pk) => (isPk(pk) ? made(`${pk}/`, (view) => view.detail(Number(pk))) : null),
    producto,
    async edit(change) {
      const done = await db.transaction(async (tx) => {
        const made = await change(tx)
        await events.tell(tx, 'catalogo')
        return made
      })
      forget()
      return done
    },
  }
}

type View = Awaited<ReturnType<typeof readView>>
type Current = { view: Promise<View>; at: number; atHand: Map<string, Prepared<unknown>> }

async function readView(db: Deps['db']) {
  const productos = new Map((await readProductos(db)).map((one) => [one.id, one]))
  const lists = new Map<boolean, Promise<Prepared<ProductoAnswer[]>>>()
  const details = new Map<number, Promise<Prepared<ProductoDetalle>>>()
  return {
    productos,
    list: (onlyOffers: boolean) =>
      kept(lists, onlyOffers, () => {
        const shown = [...productos.values()].filter(({ es_oferta }) => es_oferta || !onlyOffers)
        return prepare(shown.map(({ video: _, ...rest }) => rest))
      }),
    detail(pk: number): Promise<Prepared<ProductoDetalle>> | null {
      const found = productos.get(pk)
      return found ? kept(details, pk, () => prepare(found)) : null
    },
  }
}

function kept<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const found = all.get(key)
  if (found !== undefined) return found
  const made = make()
  all.set(key, made)
  return made
}

/** As PostgreSQL's integers are written, without signs, exponents or leading zeros: one product, one address. */
const isPk = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text)

/** Both reads of one moment: an edit between them would show a product with another's pictures. */
async function readProductos(db: Deps['db']): Promise<ProductoDetalle[]> {
  const { rows, fotos } = await db.transaction(
    async (tx) => ({ rows: await findVidriera(tx), fotos: await findFotos(tx) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const imagenes = Map.groupBy(fotos, ({ producto_id }) => producto_id)
  return rows.map(({ id, nombre, texto, categoria, importe, es_oferta, video }) => ({
    id,
    texto,
    producto: { nombre },
    categoria: categoria === null ? null : { nombre: categoria },
    imagenes: (imagenes.get(id) ?? []).map(({ imagen_id, es_principal }) => ({
      imagen: imagenUrl(imagen_id),
      es_principal,
    })),
    importe_actual: importe === null ? null : toPesos(importe),
    es_oferta,
    video,
  }))
}
