// Figures of the whole shop, out of the database: what waits, for how long, and what went wrong.
import { sql } from 'drizzle-orm'
import type { Db, Queryable } from '../db/open.ts'

/** Whoever asks how things are must not make them worse. */
const PATIENCE = '1500ms'

/** Seconds are ages of the oldest; 0 where there is none. */
export type Cifras = {
  /** How far our clock is ahead of the database's, ms. */
  adelanto: number
  base: { bytes: number; conexiones: number; maximo: number }
  /** Orders on their way, by state; those that ended are in the reports. */
  pedidos: { estado: string; cantidad: number }[]
  pagos: { links: number; avisos: number; avisos_s: number; devoluciones: number; devoluciones_s: number }
  correos: { esperan: number; esperan_s: number; rechazados: number }
  facturas: { esperan: number; esperan_s: number; rechazadas: number }
  trabajos: { cola: string; estado: string; cantidad: number; atraso_s: number }[]
  impresiones: { estado: string; cantidad: number }[]
  respaldos: {
    /** ms since 1970. */
    bueno: number | null
    bytes: number
    falla: string | null
    falla_desde: number | null
    /** The first order that would be lost. */
    primer_pedido: number | null
  }
}

/** @throws where the database is away, or slower than anybody should wait for figures */
export function readCifras(db: Db): Promise<Cifras> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${PATIENCE}'`))
      const before = Date.now()
      const [clock] = await rows<{ reloj: number; bytes: number; conexiones: number; maximo: number }>(
        tx,
        sql`select extract(epoch from clock_timestamp()) * 1000 as reloj,
              pg_database_size(current_database())::float8 as bytes,
              (select count(*)::int from pg_stat_activity where datname = current_database()) as conexiones,
              current_setting('max_connections')::int as maximo`,
      )
      // The answer was on its way for about half of the time
      const after = Date.now()
      const adelanto = (before + after) / 2 - Number(clock?.reloj)
      const pedidos = await rows<Cifras['pedidos'][number]>(
        tx,
        sql`select estado, count(*)::int as cantidad from pedidos
            where estado in ('borrador', 'confirmado', 'pagado', 'en_produccion', 'listo') group by 1`,
      )
      const [pagos] = await rows<Cifras['pagos']>(
        tx,
        sql`select
              (select count(*)::int from pedidos where estado = 'confirmado' and preferencia_id is not null) as links,
              (select count(*)::int from avisos_pago where leido is null) as avisos,
              (select ${age('min(recibido)')} from avisos_pago where leido is null) as avisos_s,
              (select count(*)::int from devoluciones where hecha is null and rechazada is null) as devoluciones,
              (select ${age('min(pedida)')} from devoluciones where hecha is null and rechazada is null) as devoluciones_s`,
      )
      const [correos] = await rows<Cifras['correos']>(
        tx,
        sql`select
              (select count(*)::int from correos where enviado is null and rechazado is null) as esperan,
              (select ${age('min(creado)')} from correos where enviado is null and rechazado is null) as esperan_s,
              (select count(*)::int from correos where creado > now() - interval '7 days' and rechazado is not null) as rechazados`,
      )
      const [facturas] = await rows<Cifras['facturas']>(
        tx,
        sql`select
              count(*) filter (where estado <> 'rechazada')::int as esperan,
              ${age("min(creada) filter (where estado <> 'rechazada')")} as esperan_s,
              count(*) filter (where estado = 'rechazada')::int as rechazadas
            from facturas where estado in ('pendiente', 'pidiendo', 'rechazada')`,
      )
      // One that is to be done later waits for nothing yet; one that failed waits since it was made
      const trabajos = await rows<Cifras['trabajos'][number]>(
        tx,
        sql`select name as cola, state::text as estado, count(*)::int as cantidad,
              greatest(0, extract(epoch from now() - min(case when state = 'created' then start_after else created_on end)))::float8
                as atraso_s
            from pgboss.job where state < 'completed' group by 1, 2`,
      )
      const impresiones = await rows<Cifras['impresiones'][number]>(
        tx,
        sql`select estado, count(*)::int as cantidad from impresiones
            where estado in ('en_cola', 'imprimiendo', 'verificar', 'detenida') group by 1`,
      )
      const [respaldos] = await rows<Cifras['respaldos']>(
        tx,
        sql`select ${ms('bueno.cuando')} as bueno, coalesce(bueno.bytes, 0)::float8 as bytes,
              mala.falla, ${ms('mala.cuando')} as falla_desde,
              (select ${ms('confirmado')} from pedidos where numero is not null order by numero limit 1) as primer_pedido
            from (select 1) as uno
            left join (select * from respaldos where falla is null order by cuando desc limit 1) as bueno on true
            left join (select * from respaldos where falla is not null order by cuando desc limit 1) as mala
              on bueno.cuando is null or mala.cuando > bueno.cuando`,
      )
      if (!clock || !pagos || !correos || !facturas || !respaldos) throw new Error('A figure is missing.')
      const { bytes, conexiones, maximo } = clock
      return {
        ...{ adelanto, base: { bytes, conexiones, maximo } },
        ...{ pedidos, pagos, correos, facturas, trabajos, impresiones, respaldos },
      }
    },
    { accessMode: 'read only' },
  )
}

const age = (instant: string) => sql.raw(`coalesce(extract(epoch from now() - ${instant}), 0)::float8`)
const ms = (instant: string) => sql.raw(`(extract(epoch from ${instant}) * 1000)::float8`)

async function rows<T extends object>(db: Queryable, query: ReturnType<typeof sql>): Promise<T[]> {
  const { rows } = await db.execute<Record<string, unknown>>(query)
  return rows as T[]
}
