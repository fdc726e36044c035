// Stored balances: filled in for older accounts, and proved each night against the ledger, which is the
// truth.
import { sql } from 'drizzle-orm'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { clientesSql } from '../../cuentas/auth/service.ts'
import { isDue, saveComprobacion } from '../../gestion/comprobaciones/service.ts'

/** Accounts in one step, which takes a few milliseconds. */
const BATCH = 500
const QUE = 'puntos'

/** Fills in missing balances, a few at a time; may run at the same time as the ledger's trigger. */
export async function completeSaldos({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    insert into saldos (cliente_id, puntos)
    select c.id, coalesce((select sum(u.puntos) from puntos u where u.cliente_id = c.id), 0)
    from ${clientesSql} c where not exists (select from saldos s where s.cliente_id = c.id)
    order by c.id limit ${BATCH}
    on conflict do nothing`)
}

/**
 * Once a day, in the first process that gets there: writes both sums down, lets Salud tell a difference, and
 * corrects stored balances by the ledger.
 */
export async function checkSaldos({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await isDue(tx, QUE, now()))) return
    const distintas = await prove(tx, now())
    if (distintas.length === 0) return
    log.error({ cuentas: distintas.length }, 'balances that are not what their lines add up to')
    await tx.execute(sql`select from saldos where cliente_id in ${distintas} order by cliente_id for update`)
    // A statement of its own: it sees the lines of every transaction that it waited for
    await tx.execute(sql`
      update saldos s set puntos = coalesce((select sum(u.puntos) from puntos u where u.cliente_id = s.cliente_id), 0)
      where s.cliente_id in ${distintas}`)
  })
}

/** In one statement, so that all is seen at one moment. @returns the accounts that differ */
async function prove(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await tx.execute<{ guardado: number; contado: number; distintas: number[] }>(sql`
    select coalesce(sum(s.puntos), 0)::float8 as guardado, coalesce(sum(u.suma), 0)::float8 as contado,
      coalesce(array_agg(s.cliente_id) filter (where s.puntos <> coalesce(u.suma, 0)), '{}') as distintas
    from saldos s
    left join (select cliente_id, sum(puntos) as suma from puntos group by 1) u using (cliente_id)`)
  const { guardado = 0, contado = 0, distintas = [] } = rows[0] ?? {}
  await saveComprobacion(tx, {
    que: QUE,
    cuando: now,
    guardado,
    contado,
    distintas: distintas.length,
    dia: null,
  })
  return distintas
}
