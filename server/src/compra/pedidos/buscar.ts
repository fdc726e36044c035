// Orders as the counter looks for them, a page at a time.
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/pedido'
import { and, asc, desc, eq, ilike, inArray, isNotNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { partOf, telephoneOf } from '../../base/db/search.ts'
import { refuseField } from '../../base/http/errors.ts'
import { clientesIn } from '../../cuentas/auth/service.ts'
import { hasArchivoLike } from '../archivos/service.ts'
import type { Pedido } from './store.ts'

const PAGE = 50

export type Orden = 'recientes' | 'promesa'
export type Busqueda = {
  /** One state, several with commas, or none for all that staff sees. */
  estado?: string | undefined
  texto?: string | undefined
  orden?: Orden | undefined
  cursor?: string | undefined
  /** Of all of these branches; undefined: of any. */
  sucursales?: number[] | undefined
}

/**
 * Newest first, or by the promised time (urgent ones first, those without one last). `siguiente` is null on the last page.
 * @throws 400 {estado|cursor: [..]}
 */
export async function searchPedidos(
  db: Queryable,
  { estado, texto, orden = 'recientes', cursor, sucursales }: Busqueda,
): Promise<{ pedidos: Pedido[]; siguiente: string | null }> {
  const where = and(
    isNotNull(pedidos.numero),
    ne(pedidos.estado, 'borrador'),
    ofEstados(estado),
    sucursales && inArray(pedidos.sucursal_id, sucursales),
    cursor ? after(cursor, orden) : undefined,
  )
  const found = await Promise.all(matching(db, texto).map((match) => select(db, and(where, match), orden)))
  const rows = found.length === 1 ? (found[0] ?? []) : merge(found.flat(), orden)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return { pedidos: page, siguiente: rows.length > PAGE && last ? cursorOf(last, orden) : null }
}

const select = (db: Queryable, where: SQL | undefined, orden: Orden): Promise<Pedido[]> =>
  db
    .select()
    .from(pedidos)
    .where(where)
    .orderBy(
      ...(orden === 'promesa'
        ? [asc(lessUrgent), asc(promised), asc(pedidos.numero)]
        : [desc(pedidos.numero)]),
    )
    .limit(PAGE + 1)

/** What each search found, in one order and once each: the first PAGE + 1 of all are among the first of each. */
function merge(rows: Pedido[], orden: Orden): Pedido[] {
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()]
  const time = ({ prometido }: Pedido) => prometido?.getTime() ?? Number.MAX_SAFE_INTEGER
  const numero = ({ numero }: Pedido) => numero ?? 0
  const later = ({ urgente }: Pedido) => Number(!urgente)
  return distinct.sort((a, b) =>
    orden === 'promesa'
      ? later(a) - later(b) || time(a) - time(b) || numero(a) - numero(b)
      : numero(b) - numero(a),
  )
}

/** As the index `pedidos_promesa` has them. */
const lessUrgent = sql`(not ${pedidos.urgente})`
const promised = sql`coalesce(${pedidos.prometido}, 'infinity'::timestamptz)`

/** 'u' in front: the page ended among the urgent ones. */
const cursorOf = ({ prometido, numero, urgente }: Pedido, orden: Orden): string =>
  orden === 'promesa'
    ? `${urgente ? 'u' : ''}${prometido?.toISOString() ?? 'infinity'}_${numero}`
    : String(numero)

function after(cursor: string, orden: Orden): SQL {
  const [, urgent, when, numero] =
    /^(?:(u?)(infinity|\d{4}-\d\d-\d\dT[\d:.]+Z)_)?(\d{1,9})$/.exec(cursor) ?? []
  const isWhen = when === undefined || when === 'infinity' || !Number.isNaN(Date.parse(when))
  if (!numero || !isWhen || (orden === 'promesa') !== (when !== undefined))
    throw refuseField('cursor', 'Esa página no existe.')
  return when === undefined
    ? sql`${pedidos.numero} < ${Number(numero)}`
    : sql`(${lessUrgent}, ${promised}, ${pedidos.numero}) > (${urgent !== 'u'}::boolean, ${when}::timestamptz, ${Number(numero)})`
}

function ofEstados(estado: string | undefined): SQL | undefined {
  const asked = estado?.split(',').filter(Boolean) ?? []
  if (asked.length === 0) return undefined
  const known = ESTADOS.filter((one): one is Estado => asked.includes(one))
  if (known.length < new Set(asked).size) throw refuseField('estado', 'Ese estado no existe.')
  return inArray(pedidos.estado, known)
}

/** Trigrams are what the indexes of the search know (0004_busqueda): less than three letters would read everything. */
const MIN_PART = 3

/**
 * What a text may mean: the number, the pickup code, a part of the mobile, of the e-mail, of a file's name or of the
 * account's. Orders, files and accounts apart, each its own query: the database then finds the rare by its index and the common by
 * walking the newest orders, which an `or` across the two tables keeps it from.
 */
function matching(db: Queryable, texto: string | undefined): (SQL | undefined)[] {
  const text = texto?.trim().normalize('NFC')
  if (!text) return [undefined]
  const codigo = normaliseCodigo(text)
  const digits = telephoneOf(text)
  const part = partOf(text)
  const isLong = text.length >= MIN_PART
  const exact = [
    /^#?\d{1,9}$/.test(text) ? eq(pedidos.numero, Number(text.replace('#', ''))) : undefined,
    codigo ? eq(pedidos.codigo_retiro, codigo) : undefined,
    digits.length >= MIN_PART + 1 ? like(pedidos.celular, `%${digits}%`) : undefined,
    isLong ? ilike(pedidos.email, part) : undefined,
  ]
  const own = or(...exact) ?? sql`false`
  if (!isLong) return [own]
  const clientes = clientesIn(db)
  // In an account's few: there are far fewer than orders
  const accounts = db.select({ id: clientes.id }).from(clientes).where(ilike(clientes.nombre, part))
  return [own, hasArchivoLike(db, pedidos.id, part), inArray(pedidos.cliente_id, accounts)]
}
