// The owner's mail after the last branch closed: what happened since the closing before.
import { addDias, dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { aperturasOf } from '@imprimitodo/shared/rules/base/horario'
import { tramoHastaElCierre } from '@imprimitodo/shared/rules/gestion/cierre'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { duenosOf } from '../../mostrador/acceso/service.ts'
import { impresionesSql } from '../../taller/impresion/service.ts'
import { isQueued, queueCorreo } from '../correos/service.ts'
import { TOTAL_CAJA } from './caja.ts'
import { isWithin, pagosDeCuenta, type Ventana } from './hechos.ts'
import { type Dia, mailResumen } from './mails.ts'
import { TOTAL_PROMESAS } from './taller.ts'

/** A server that was off at the closing sends it up to this much later; after that the day is old. */
const LATEST_MS = 8 * 3600_000

/** Sends the summary once for each closing and owner, if the owner asked for it. */
export async function sendResumen(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'tienda' | 'publicUrl'>,
): Promise<void> {
  const { db, now, tienda, publicUrl } = deps
  const { ajustes, sucursales } = await tienda.read()
  if (!ajustes.correos.resumen) return
  const horarios = sucursales.map(({ horario }) => (horario && aperturasOf(horario)) || [])
  const today = dayOf(now())
  // The last closing may have been before midnight
  for (const dia of [addDias(today, -1), today]) {
    const tramo = tramoHastaElCierre(horarios, dia)
    const since = tramo && now().getTime() - tramo.to.getTime()
    if (!tramo || since === null || since < 0 || since > LATEST_MS) continue
    await db.transaction(async (tx) => {
      const mails = (await duenosOf(tx)).map((para) => ({ para, dia, publicUrl }))
      const waiting = []
      for (const mail of mails) if (!(await isQueued(tx, `resumen:${dia}:${mail.para}`))) waiting.push(mail)
      if (waiting.length === 0) return
      const told = await countDia(tx, tramo, now())
      for (const mail of waiting) await queueCorreo(tx, deps, mailResumen(mail, told))
    })
  }
}

async function countDia(tx: Tx, tramo: Ventana, now: Date): Promise<Dia> {
  const ventas = await tx.execute<Dia['ventas'][number]>(sql`
    select h.canal, h.medio, sum(h.cobrado)::float8 as cobrado, sum(h.devuelto)::float8 as devuelto
    from (${TOTAL_CAJA.vivos(tramo, now)} union all select * from (${pagosDeCuenta(tramo)}) c) h group by h.canal, h.medio order by sum(h.cobrado) desc, h.canal, h.medio`)
  const promesas = await tx.execute<{ tarde: number }>(
    sql`select coalesce(sum(h.tarde), 0)::int as tarde from (${TOTAL_PROMESAS.vivos(tramo, now)}) h`,
  )
  const dudosas = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from ${impresionesSql} i where i.estado = 'verificar'`,
  )
  const { rows } = await tx.execute<Dia['pedidos'] & Dia['espera']>(sql`
    select (count(*) filter (where ${isWithin(sql`p.confirmado`, tramo)}))::int as confirmados,
      (count(*) filter (where ${isWithin(sql`p.pagado`, tramo)}))::int as pagados,
      (count(*) filter (where p.estado = 'confirmado'))::int as por_pagar,
      (count(*) filter (where p.estado = 'pagado'))::int as por_imprimir,
      (count(*) filter (where p.estado = 'en_produccion'))::int as en_produccion,
      (count(*) filter (where p.estado = 'listo'))::int as listos
    from ${pedidosSql} p
    where p.estado in ('confirmado', 'pagado', 'en_produccion', 'listo')
      or ${isWithin(sql`p.confirmado`, tramo)} or ${isWithin(sql`p.pagado`, tramo)}`)
  const [counted] = rows
  if (!counted) throw new Error('A count has one row.')
  const { confirmados, pagados, ...espera } = counted
  return {
    tramo,
    pedidos: { confirmados, pagados },
    ventas: ventas.rows,
    tarde: promesas.rows[0]?.tarde ?? 0,
    dudosas: dudosas.rows[0]?.total ?? 0,
    espera,
  }
}
