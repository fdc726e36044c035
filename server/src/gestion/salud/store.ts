// Figures of the whole shop, from the database: waiting work, its age, and failures.
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import type { EstadoImpresion } from '@imprimitodo/shared/rules/taller/impresion'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { isLost } from '../../base/db/lost.ts'
import type { Db, Queryable } from '../../base/db/open.ts'
import { countWaitingJobs } from '../../base/runtime/jobs-table.ts'
import { archivosSql, contenidosSql } from '../../compra/archivos/service.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { reposicionesSql } from '../../compra/reposiciones/service.ts'
import { facturasSql } from '../../dinero/facturas/service.ts'
import { avisosPagoSql, devolucionesSql, pagosSinPedidoSql } from '../../dinero/pagos/service.ts'
import { impresionesSql, impresorasSql } from '../../taller/impresion/service.ts'
import { type Comprobable, comprobacionesSql } from '../comprobaciones/service.ts'
import { correosSql } from '../correos/service.ts'
import { copiasRespaldoSql, ensayosSql, respaldosSql } from '../respaldo/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'

/** The time limit of one figure: reading the shop's health must not make it worse. */
const PATIENCE = '500ms'
/** The most rows of one kind of problem: further ones would add nothing. */
const MANY = 50

type Readers = Record<string, (tx: Queryable) => Promise<unknown>>
/** Null: it was not read in time, or failed. */
export type Found<R extends Readers> = { [K in keyof R]: Awaited<ReturnType<R[K]>> | null }

/**
 * Runs each query in a savepoint of its own, with a time limit of its own: a slow or broken one is null and
 * the others remain. If the database goes down, or takes longer than `patienceMs` for all of them, the rest
 * stays null.
 */
export async function readEach<R extends Readers>(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  readers: R,
  patienceMs: number,
): Promise<Found<R>> {
  const found = Object.fromEntries(Object.keys(readers).map((name) => [name, null])) as Found<R>
  const reading = db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${PATIENCE}'`))
      for (const [name, read] of Object.entries(readers))
        try {
          const figure = await tx.transaction((part) => read(part))
          Object.assign(found, { [name]: figure })
        } catch (err) {
          if (isLost(err)) throw err
          log.warn({ err, cifra: name }, 'salud')
        }
    },
    { accessMode: 'read only' },
  )
  await finishWithin(patienceMs, reading).catch((err) => log.warn({ err }, 'salud'))
  return { ...found } // a copy: a later result is dropped
}

/** How far our clock is ahead of the database's, ms. */
async function reloj(tx: Queryable): Promise<{ adelanto: number }> {
  const before = Date.now()
  const { reloj } = await row<{ reloj: number }>(
    tx,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as reloj`,
  )
  // The answer took about half of the time to come back
  return { adelanto: (before + Date.now()) / 2 - reloj }
}

const base = (tx: Queryable) =>
  row<{ bytes: number; conexiones: number; maximo: number }>(
    tx,
    sql`select pg_database_size(current_database())::float8 as bytes,
          (select count(*)::int from pg_stat_activity where datname = current_database()) as conexiones,
          current_setting('max_connections')::int as maximo`,
  )

/** Open orders, by state and branch; closed ones are in the reports. */
const pedidos = (tx: Queryable) =>
  rows<{ estado: Estado; sucursal: string | null; cantidad: number }>(
    tx,
    sql`select estado, nombre as sucursal, cantidad
        from (select estado, sucursal_id, count(*)::int as cantidad from ${pedidosSql} pedidos
              where estado in ('borrador', 'confirmado', 'pagado', 'en_produccion', 'listo') group by 1, 2) as counted
        left join ${sucursalesSql} sucursales on id = sucursal_id`,
  )

const pagos = (tx: Queryable) =>
  row<{ links: number; avisos: number; avisos_s: number; devoluciones: number; devoluciones_s: number }>(
    tx,
    sql`select
          (select count(*)::int from ${pedidosSql} pedidos where estado = 'confirmado' and preferencia_id is not null) as links,
          (select count(*)::int from ${avisosPagoSql} avisos_pago where leido is null) as avisos,
          (select ${age('min(recibido)')} from ${avisosPagoSql} avisos_pago where leido is null) as avisos_s,
          (select count(*)::int from ${devolucionesSql} devoluciones where hecha is null and rechazada is null) as devoluciones,
          (select ${age('min(pedida)')} from ${devolucionesSql} devoluciones where hecha is null and rechazada is null) as devoluciones_s`,
  )

/** Payments without an order that the owner has not dealt with, the oldest first. */
const pagosSinPedido = (tx: Queryable) =>
  rows<{ id: string; importe: number; moneda: string; creado: number }>(
    tx,
    sql`select id, importe::float8 as importe, moneda, ${ms('creado')} as creado
        from ${pagosSinPedidoSql} pagos_sin_pedido where resuelto is null order by creado limit ${MANY}`,
  )

/** `dominios_seguidos`: domains of the mails that were refused since the last one that left. */
const correos = (tx: Queryable) =>
  row<{ esperan: number; esperan_s: number; rechazados: number; dominios_seguidos: number; semana: number }>(
    tx,
    sql`select
          (select count(*)::int from ${correosSql} correos where creado > now() - interval '7 days') as semana,
          (select count(*)::int from ${correosSql} correos where enviado is null and rechazado is null) as esperan,
          (select ${age('min(creado)')} from ${correosSql} correos where enviado is null and rechazado is null) as esperan_s,
          (select count(*)::int from ${correosSql} correos where rechazado > now() - interval '7 days') as rechazados,
          (select count(distinct dominio)::int from ${correosSql} correos
          where rechazado > greatest(now() - interval '7 days', (
            select max(enviado) from ${correosSql} correos where creado > now() - interval '7 days'))) as dominios_seguidos`,
  )

const facturas = (tx: Queryable) =>
  row<{ esperan: number; esperan_s: number; rechazadas: number }>(
    tx,
    sql`select
          count(*) filter (where estado <> 'rechazada')::int as esperan,
          ${age("min(creada) filter (where estado <> 'rechazada')")} as esperan_s,
          count(*) filter (where estado = 'rechazada')::int as rechazadas
        from ${facturasSql} facturas where estado in ('pendiente', 'pidiendo', 'rechazada')`,
  )

const impresiones = (tx: Queryable) =>
  rows<{ estado: EstadoImpresion; sucursal: string; cantidad: number }>(
    tx,
    sql`select i.estado, s.nombre as sucursal, count(*)::int as cantidad
        from ${impresionesSql} i join ${impresorasSql} p on p.id = i.impresora_id join ${sucursalesSql} s on s.id = p.sucursal_id
        where i.estado in ('en_cola', 'imprimiendo', 'verificar', 'detenida') group by 1, 2`,
  )

/**
 * Customers' files that are missing or changed, of orders that still need them, oldest orders first; with the
 * time when the customer was asked for each, and whether another one came.
 */
const archivos = (tx: Queryable) =>
  rows<{
    pedido_id: string
    numero: number
    sucursal: string | null
    nombre: string
    danado: 'no está' | 'cambió'
    pedida: number | null
    recibida: boolean
  }>(
    tx,
    sql`select p.id as pedido_id, p.numero, s.nombre as sucursal, a.nombre, c.danado,
          ${ms('r.pedida')} as pedida, r.recibida is not null as recibida
        from ${contenidosSql} c join ${archivosSql} a on a.contenido_id = c.id join ${pedidosSql} p on p.id = a.pedido_id
        left join ${sucursalesSql} s on s.id = p.sucursal_id
        left join ${reposicionesSql} r on r.archivo_id = a.id and r.cerrada is null
        where c.danado is not null and c.borrado is null
          and p.estado in ('confirmado', 'pagado', 'en_produccion', 'listo')
        order by p.numero, a.posicion limit ${MANY}`,
  )

/**
 * Instants are ms since 1970. The last ones by their ids: a clock that once ran ahead would hide all after it.
 * `primer_pedido`: the first order that would be lost.
 */
type Respaldos = {
  bueno: number | null
  bytes: number
  falla: string | null
  falla_desde: number | null
  primer_pedido: number | null
}

const respaldos = (tx: Queryable) =>
  row<Respaldos>(
    tx,
    sql`select ${ms('bueno.cuando')} as bueno, coalesce(bueno.bytes, 0)::float8 as bytes,
          mala.falla, ${ms('mala.cuando')} as falla_desde,
          (select ${ms('confirmado')} from ${pedidosSql} pedidos where numero is not null order by numero limit 1) as primer_pedido
        from (select 1) as uno
        left join (select * from ${respaldosSql} respaldos where falla is null order by id desc limit 1) as bueno on true
        left join (select * from ${respaldosSql} respaldos where falla is not null order by id desc limit 1) as mala
          on bueno.id is null or mala.id > bueno.id`,
  )

/**
 * Copies in a second place. `respaldo`: when the backup there was made; `primero`: the first good one here.
 */
type Copias = {
  respaldo: number | null
  aviso: string | null
  falla: string | null
  falla_desde: number | null
  primero: number | null
}

const copias = (tx: Queryable) =>
  row<Copias>(
    tx,
    sql`select ${ms('buena.respaldo')} as respaldo, buena.aviso, mala.falla, ${ms('mala.cuando')} as falla_desde,
          (select ${ms('min(cuando)')} from ${respaldosSql} respaldos where falla is null) as primero
        from (select 1) as uno
        left join (select * from ${copiasRespaldoSql} copias_respaldo where falla is null order by id desc limit 1) as buena on true
        left join (select * from ${copiasRespaldoSql} copias_respaldo where falla is not null order by id desc limit 1) as mala
          on buena.id is null or mala.id > buena.id`,
  )

/**
 * Test restores. `segundos`, `archivos`: of the last test that worked; `comenzo`: whether the failed test began.
 */
type Ensayos = {
  bueno: number | null
  segundos: number
  archivos: number
  falla: string | null
  falla_desde: number | null
  comenzo: boolean
  primero: number | null
}

const ensayos = (tx: Queryable) =>
  row<Ensayos>(
    tx,
    sql`select ${ms('bueno.cuando')} as bueno, coalesce(bueno.segundos, 0) as segundos,
          coalesce(bueno.archivos, 0) as archivos, malo.falla, ${ms('malo.cuando')} as falla_desde,
          malo.segundos is not null as comenzo,
          (select ${ms('min(cuando)')} from ${respaldosSql} respaldos where falla is null) as primero
        from (select 1) as uno
        left join (select * from ${ensayosSql} ensayos where falla is null order by id desc limit 1) as bueno on true
        left join (select * from ${ensayosSql} ensayos where falla is not null order by id desc limit 1) as malo
          on bueno.id is null or malo.id > bueno.id`,
  )

/** Stored sums that differed from their lines at the last proof. */
const sumas = (tx: Queryable) =>
  rows<{
    que: Comprobable
    guardado: number
    contado: number
    distintas: number
    dia: string | null
    cuando: number
  }>(
    tx,
    sql`select que, guardado::float8 as guardado, contado::float8 as contado, distintas, dia::text as dia,
          ${ms('cuando')} as cuando
        from ${comprobacionesSql} comprobaciones where distintas > 0 or guardado <> contado order by que`,
  )

/** Seconds are the age of the oldest; 0 if there is none. */
export const CIFRAS = {
  reloj,
  base,
  pedidos,
  pagos,
  pagosSinPedido,
  correos,
  facturas,
  trabajos: countWaitingJobs,
  impresiones,
  archivos,
  sumas,
  respaldos,
  copias,
  ensayos,
} satisfies Readers

const age = (instant: string) => sql.raw(`coalesce(extract(epoch from now() - ${instant}), 0)::float8`)
const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`)

async function rows<T extends object>(db: Queryable, query: ReturnType<typeof sql>): Promise<T[]> {
  const { rows } = await db.execute<Record<string, unknown>>(query)
  return rows as T[]
}

async function row<T extends object>(db: Queryable, query: ReturnType<typeof sql>): Promise<T> {
  const [first] = await rows<T>(db, query)
  if (!first) throw new Error('A figure is missing.')
  return first
}

/** @throws where `work` takes longer */
export async function finishWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms.`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
