// The orders that staff sees, a page at a time.
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/pedido'
import { and, asc, desc, eq, ilike, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { refuseField } from '../core/errors.ts'
import type { Db } from '../db/open.ts'
import { archivos, contenidos, pagos, pedidos, sucursales } from '../db/schema.ts'
import { filaOf } from './fila.ts'

export const PAGE = 50

type Query = {
  estado?: string
  sucursal?: string
  texto?: string
  orden?: 'recientes' | 'promesa'
  cursor?: string
}

/** Newest first, or by the promised time (those without one last). `siguiente` is null on the last page. */
export async function listPedidos(db: Db, query: Query) {
  const { orden = 'recientes' } = query
  const found = await db
    .select({ pedido: pedidos, sucursal: sucursales.nombre })
    .from(pedidos)
    .innerJoin(sucursales, eq(sucursales.id, pedidos.sucursal_id))
    .where(
      and(
        isNotNull(pedidos.numero),
        ne(pedidos.estado, 'borrador'),
        ofEstados(query.estado),
        query.sucursal?.trim()
          ? eq(sql`lower(${sucursales.nombre})`, query.sucursal.trim().toLowerCase())
          : undefined,
        matching(db, query.texto),
        query.cursor ? after(query.cursor, orden) : undefined,
      ),
    )
    .orderBy(...(orden === 'promesa' ? [asc(promised), asc(pedidos.numero)] : [desc(pedidos.numero)]))
    .limit(PAGE + 1)
  const page = found.slice(0, PAGE)
  const last = page.at(-1)?.pedido
  const ids = page.map(({ pedido }) => pedido.id)
  const [lineas, paid] = ids.length
    ? await Promise.all([lineasOfAll(db, ids), pagosOfAll(db, ids)])
    : [[], []]
  return {
    pedidos: page.map(({ pedido, sucursal }) =>
      filaOf(
        pedido,
        sucursal,
        lineas.filter(({ archivo }) => archivo.pedido_id === pedido.id),
        paid.filter(({ pedido_id }) => pedido_id === pedido.id),
      ),
    ),
    siguiente:
      found.length > PAGE && last
        ? orden === 'promesa'
          ? `${last.prometido?.toISOString() ?? 'infinity'}_${last.numero}`
          : String(last.numero)
        : null,
  }
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

function after(cursor: string, orden: 'recientes' | 'promesa'): SQL {
  const [, when, numero] = /^(?:(infinity|\d{4}-\d\d-\d\dT[\d:.]+Z)_)?(\d{1,9})$/.exec(cursor) ?? []
  if (!numero || (orden === 'promesa') !== (when !== undefined))
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

/** The number, the pickup code, or a part of the mobile, the e-mail or a file's name. */
function matching(db: Db, texto: string | undefined): SQL | undefined {
  const text = texto?.trim().normalize('NFC')
  if (!text) return undefined
  const codigo = normaliseCodigo(text)
  const digits = /^[\d\s+()-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const own = or(
    /^#?\d{1,9}$/.test(text) ? eq(pedidos.numero, Number(text.replace('#', ''))) : undefined,
    codigo ? eq(pedidos.codigo_retiro, codigo) : undefined,
    digits.length >= 4 ? sql`${pedidos.celular} like ${`%${digits}%`}` : undefined,
    ilike(pedidos.email, part),
  )
  // Apart, and not with `or` across the two tables: each is read once
  const ids = union(
    db.select({ id: pedidos.id }).from(pedidos).where(own),
    db.select({ id: archivos.pedido_id }).from(archivos).where(ilike(archivos.nombre, part)),
  )
  return inArray(pedidos.id, ids)
}
