// The orders that staff sees, a page at a time.
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/pedido'
import {
  and,
  asc,
  desc,
  eq,
  exists,
  ilike,
  inArray,
  isNotNull,
  like,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../base/db/open.ts'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { reposicionesDe } from '../../compra/reposiciones/service.ts'
import { impresosOf } from '../../taller/impresion/service.ts'
import { filaOf } from './fila.ts'
import { tomadoOf } from './tomado.ts'

export const PAGE = 50

type Orden = 'recientes' | 'promesa'
type Query = { estado?: string; sucursal?: string; texto?: string; orden?: Orden; cursor?: string }

/**
 * Newest first, or by the promised time (those without one last). `siguiente` is null on the last page. `alcance`: the
 * one branch whose orders are shown, null all.
 */
export async function listPedidos(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: Query,
  alcance: number | null,
) {
  const { orden = 'recientes' } = query
  const where = and(
    isNotNull(pedidos.numero),
    ne(pedidos.estado, 'borrador'),
    ofEstados(query.estado),
    alcance === null ? undefined : eq(pedidos.sucursal_id, alcance),
    query.sucursal?.trim()
      ? eq(sql`lower(${sucursales.nombre})`, query.sucursal.trim().toLowerCase())
      : undefined,
    query.cursor ? after(query.cursor, orden) : undefined,
  )
  const found = await Promise.all(
    matching(db, query.texto).map((match) => select(db, and(where, match), orden)),
  )
  const rows = found.length === 1 ? (found[0] ?? []) : merge(found.flat(), orden)
  const page = rows.slice(0, PAGE)
  const last = page.at(-1)?.pedido
  const ids = page.map(({ pedido }) => pedido.id)
  const pedidosOfPage = page.map(({ pedido }) => pedido)
  const [lineas, paid, impresos, reposiciones] = ids.length
    ? await Promise.all([
        lineasOfAll(db, ids),
        pagosOfAll(db, ids),
        impresosOf(db, ids),
        reposicionesDe(db, pedidosOfPage),
      ])
    : [[], [], new Map<string, number>(), new Map<string, never>()]
  return {
    pedidos: page.map(({ pedido, sucursal, nombre, operador }) =>
      filaOf(pedido, {
        ...{ sucursal, nombre },
        tomado: tomadoOf(pedido, operador, now()),
        impresos: impresos.get(pedido.id) ?? 0,
        reposicion: reposiciones.get(pedido.id) ?? null,
        lineas: lineas.filter(({ archivo }) => archivo.pedido_id === pedido.id),
        pagos: paid.filter(({ pedido_id }) => pedido_id === pedido.id),
      }),
    ),
    siguiente: rows.length > PAGE && last ? cursorOf(last, orden) : null,
  }
}

const select = (db: Db, where: SQL | undefined, orden: Orden) =>
  db
    .select({
      pedido: pedidos,
      sucursal: sucursales.nombre,
      nombre: clientes.nombre,
      operador: operadores.nombre,
    })
    .from(pedidos)
    .innerJoin(sucursales, eq(sucursales.id, pedidos.sucursal_id))
    .leftJoin(clientes, eq(clientes.id, pedidos.cliente_id))
    .leftJoin(operadores, eq(operadores.id, pedidos.tomado_por))
    .where(where)
    .orderBy(...(orden === 'promesa' ? [asc(promised), asc(pedidos.numero)] : [desc(pedidos.numero)]))
    .limit(PAGE + 1)

/** What each search found, in one order and once each: the first PAGE + 1 of all are among the first of each. */
function merge<Row extends { pedido: Pedido }>(rows: Row[], orden: Orden): Row[] {
  const distinct = [...new Map(rows.map((row) => [row.pedido.id, row])).values()]
  const time = ({ pedido }: Row) => pedido.prometido?.getTime() ?? Number.MAX_SAFE_INTEGER
  const numero = ({ pedido }: Row) => pedido.numero ?? 0
  return distinct.sort((a, b) =>
    orden === 'promesa' ? time(a) - time(b) || numero(a) - numero(b) : numero(b) - numero(a),
  )
}

const lineasOfAll = (db: Db, ids: string[]) =>
  db
    .select({ archivo: archivos, contenido: contenidos })
    .from(archivos)
    .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
    .where(inArray(archivos.pedido_id, ids))
    .orderBy(asc(archivos.pedido_id), asc(archivos.posicion))

const pagosOfAll = (db: Db, ids: string[]) => db.select().from(pagos).where(inArray(pagos.pedido_id, ids))

/** As the index `pedidos_promesa` has it. */
const promised = sql`coalesce(${pedidos.prometido}, 'infinity'::timestamptz)`

const cursorOf = ({ prometido, numero }: Pedido, orden: Orden): string =>
  orden === 'promesa' ? `${prometido?.toISOString() ?? 'infinity'}_${numero}` : String(numero)

function after(cursor: string, orden: Orden): SQL {
  const [, when, numero] = /^(?:(infinity|\d{4}-\d\d-\d\dT[\d:.]+Z)_)?(\d{1,9})$/.exec(cursor) ?? []
  const isWhen = when === undefined || when === 'infinity' || !Number.isNaN(Date.parse(when))
  if (!numero || !isWhen || (orden === 'promesa') !== (when !== undefined))
    throw refuseField('cursor', 'Esa página no existe.')
  return when === undefined
    ? sql`${pedidos.numero} < ${Number(numero)}`
    : sql`(${promised}, ${pedidos.numero}) > (${when}::timestamptz, ${Number(numero)})`
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
 * account's. Orders, files and accounts apart, each its own query: the database then finds the rare by its index and the common by walking the
 * newest orders, which an `or` across the two tables keeps it from.
 */
function matching(db: Db, texto: string | undefined): (SQL | undefined)[] {
  const text = texto?.trim().normalize('NFC')
  if (!text) return [undefined]
  const codigo = normaliseCodigo(text)
  const digits = /^[\d\s+()-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const isLong = text.length >= MIN_PART
  const exact = [
    /^#?\d{1,9}$/.test(text) ? eq(pedidos.numero, Number(text.replace('#', ''))) : undefined,
    codigo ? eq(pedidos.codigo_retiro, codigo) : undefined,
    digits.length >= MIN_PART + 1 ? like(pedidos.celular, `%${digits}%`) : undefined,
    isLong ? ilike(pedidos.email, part) : undefined,
  ]
  const own = or(...exact) ?? sql`false`
  if (!isLong) return [own]
  const named = db
    .select({ one: sql`1` })
    .from(archivos)
    .where(and(eq(archivos.pedido_id, pedidos.id), ilike(archivos.nombre, part)))
  // In an account's few: there are far fewer than orders
  const accounts = db.select({ id: clientes.id }).from(clientes).where(ilike(clientes.nombre, part))
  return [own, exists(named), inArray(pedidos.cliente_id, accounts)]
}
