// The counter's search for orders, a page at a time.
import { ESTADOS, type Estado, TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { endOfCodigo, normaliseCodigo, startOfCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  like,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable } from '../../../base/db/open.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { hasEveryWord, likePart, telephonesOf } from '../../../base/db/search.ts'
import { refuseField } from '../../../base/http/errors.ts'
import { clientesIn } from '../../../cuentas/auth/service.ts'
import { hasArchivoLike } from '../../archivos/service.ts'
import type { Pedido } from './store.ts'

const PAGE = 50

export type Orden = 'recientes' | 'promesa'
export type Busqueda = {
  /** One state, several with commas, or none for all that staff sees. */
  estado?: string | undefined
  texto?: string | undefined
  orden?: Orden | undefined
  cursor?: string | undefined
  /** Orders of these branches; undefined: of any branch. */
  sucursales?: number[] | undefined
}

/**
 * Newest first, or by the promised time (urgent ones first, those without one last). `siguiente` is null on
 * the last page.
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
  const numero = numeroOf(texto)
  const others = numero === null ? where : and(where, ne(pedidos.numero, numero))
  const [first, ...found] = await Promise.all([
    numero === null || cursor ? [] : select(db, and(where, eq(pedidos.numero, numero)), orden),
    ...matching(db, texto).map((match) => select(db, and(others, match), orden)),
  ])
  const rows = found.length === 1 ? (found[0] ?? []) : merge(found.flat(), orden)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)
  return {
    pedidos: [...first, ...page],
    siguiente: rows.length > PAGE && last ? cursorOf(last, orden) : null,
  }
}

type Abierto = (typeof TABLERO)[number]

/** Most orders of one state: more than a person looks through. */
const COLUMNA = 300

/**
 * The orders on the board, at most COLUMNA of each state, with the number of each. Orders to be made come by
 * the promised time, unpaid ones newest first; the order whose number is the text comes before all.
 */
export async function searchAbiertos(
  db: Queryable,
  { texto, sucursales }: Pick<Busqueda, 'texto' | 'sucursales'>,
): Promise<{ pedidos: Pedido[]; totales: Record<Abierto, number> }> {
  const where = and(
    isNotNull(pedidos.numero),
    sucursales && inArray(pedidos.sucursal_id, sucursales),
    texto?.trim() ? or(...matching(db, texto)) : undefined,
  )
  const numero = numeroOf(texto)
  const exactFirst = numero === null ? [] : [desc(sql`${pedidos.numero} = ${numero}`)]
  const columns = await Promise.all(
    TABLERO.map((estado) =>
      db
        .select()
        .from(pedidos)
        .where(and(eq(pedidos.estado, estado), where))
        .orderBy(...exactFirst, ...orderOf(estado === 'confirmado' ? 'recientes' : 'promesa'))
        .limit(COLUMNA),
    ),
  )
  const totales = { confirmado: 0, pagado: 0, en_produccion: 0, listo: 0 }
  for (const [at, estado] of TABLERO.entries()) {
    const shown = columns[at]?.length ?? 0
    totales[estado] =
      shown < COLUMNA ? shown : await db.$count(pedidos, and(eq(pedidos.estado, estado), where))
  }
  return { pedidos: columns.flat(), totales }
}

/** The order of any other branch that the text names by its number or its whole pickup code. */
export async function findElsewhere(
  db: Queryable,
  { texto, sucursales }: { texto: string; sucursales: number[] },
): Promise<Pick<Pedido, 'numero' | 'sucursal_id'> | undefined> {
  const numero = numeroOf(texto)
  const codigo = normaliseCodigo(texto)
  if (numero === null && codigo === null) return undefined
  const named = or(
    numero === null ? undefined : eq(pedidos.numero, numero),
    codigo === null ? undefined : eq(pedidos.codigo_retiro, codigo),
  )
  const [found] = await db
    .select({ numero: pedidos.numero, sucursal_id: pedidos.sucursal_id })
    .from(pedidos)
    .where(and(named, ne(pedidos.estado, 'borrador'), notInArray(pedidos.sucursal_id, sucursales)))
    .limit(1)
  return found
}

const select = (db: Queryable, where: SQL | undefined, orden: Orden): Promise<Pedido[]> =>
  db
    .select()
    .from(pedidos)
    .where(where)
    .orderBy(...orderOf(orden))
    .limit(PAGE + 1)

const orderOf = (orden: Orden): SQL[] =>
  orden === 'promesa' ? [asc(lessUrgent), asc(promised), asc(pedidos.numero)] : [desc(pedidos.numero)]

/** The order's number in '1042', '#1042' or 'N.º 1042'; null for any other text. */
function numeroOf(texto: string | undefined): number | null {
  const [, digits] = /^(?:#|n\.?\s?[º°]\s?)?(\d{1,9})$/i.exec(texto?.trim() ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Merges the searches, each order once. The first PAGE + 1 of all are among the first PAGE + 1 of each. */
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

/** The same expressions as in the index `pedidos_promesa`. */
const lessUrgent = sql`(not ${pedidos.urgente})`
const promised = sql`coalesce(${pedidos.prometido}, 'infinity'::timestamptz)`

/** A leading 'u': the page ended among urgent orders. */
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

/** The search indexes are of trigrams (0004_busqueda, 0099_search-any-apostrophe): fewer than three letters would read every row. */
const MIN_PART = 3

/**
 * A text may be the number, the pickup code, or a part of the mobile, the e-mail, a file's name or the
 * account's name; of the few open orders also the beginning or the end of the pickup code, or words of the name for
 * pickup. Orders, files and accounts have a query each: the database finds rare texts by index and common
 * ones by walking the newest orders, which an `or` across two tables would prevent.
 */
function matching(db: Queryable, texto: string | undefined): (SQL | undefined)[] {
  const text = texto?.trim().normalize('NFC')
  if (!text) return [undefined]
  const numero = numeroOf(text)
  const codigo = normaliseCodigo(text)
  const start = startOfCodigo(text)
  const end = endOfCodigo(text)
  const isLong = text.length >= MIN_PART
  const exact = [
    numero === null ? undefined : eq(pedidos.numero, numero),
    codigo ? eq(pedidos.codigo_retiro, codigo) : undefined,
    ...telephonesOf(text, MIN_PART + 1).map((digits) => like(pedidos.celular, `%${digits}%`)),
    isLong ? ilike(pedidos.email, likePart(text)) : undefined,
  ]
  const own = or(...exact) ?? sql`false`
  if (!isLong) return [own]
  const clientes = clientesIn(db)
  // Accounts are searched first: there are far fewer of them than orders
  const accounts = db.select({ id: clientes.id }).from(clientes).where(hasEveryWord(clientes.nombre, text))
  const open = and(
    inArray(pedidos.estado, TABLERO),
    or(
      hasEveryWord(pedidos.nombre, text),
      start ? like(pedidos.codigo_retiro, `${start}%`) : undefined,
      end ? like(pedidos.codigo_retiro, `%${end}`) : undefined,
    ),
  )
  return [own, open, hasArchivoLike(db, pedidos.id, text), inArray(pedidos.cliente_id, accounts)]
}
