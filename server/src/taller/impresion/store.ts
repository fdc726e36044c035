// Printers, agents and impresiones.
import { FASES_FINALES, IMPRESION_VIVA } from '@imprimitodo/shared/rules/taller/impresion'
import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import { agentes, impresiones, impresoras, intentos } from '../../base/db/schema/impresion.ts'
import { pedidosIn } from '../../compra/pedidos/service.ts'
import { sucursalesIn } from '../../gestion/sucursales/service.ts'

export type ImpresoraRow = typeof impresoras.$inferSelect
export type ImpresionRow = typeof impresiones.$inferSelect
export type AgenteRow = typeof agentes.$inferSelect

/** With the branch's name and the number of waiting works; without printers taken out of service. */
export async function listImpresoras(db: Queryable, id?: number) {
  const sucursales = sucursalesIn(db)
  const waiting = db
    .select({
      impresora_id: impresiones.impresora_id,
      pedidos: sql<number>`count(distinct ${impresiones.pedido_id})::int`.as('pedidos'),
      hojas: sql<number>`coalesce(sum(${impresiones.hojas} * ${impresiones.copias}), 0)::int`.as('hojas'),
    })
    .from(impresiones)
    .where(inArray(impresiones.estado, [...IMPRESION_VIVA]))
    .groupBy(impresiones.impresora_id)
    .as('waiting')
  return db
    .select({
      impresora: impresoras,
      sucursal: sucursales.nombre,
      pedidos: waiting.pedidos,
      hojas: waiting.hojas,
    })
    .from(impresoras)
    .innerJoin(sucursales, eq(sucursales.id, impresoras.sucursal_id))
    .leftJoin(waiting, eq(waiting.impresora_id, impresoras.id))
    .where(and(isNull(impresoras.retirada), id === undefined ? undefined : eq(impresoras.id, id)))
    .orderBy(asc(impresoras.sucursal_id), asc(impresoras.id))
}

export async function impresorasOfSucursal(db: Queryable, sucursal_id: number): Promise<ImpresoraRow[]> {
  return db
    .select()
    .from(impresoras)
    .where(and(eq(impresoras.sucursal_id, sucursal_id), isNull(impresoras.retirada)))
    .orderBy(asc(impresoras.id))
}

export async function findImpresora(db: Queryable, id: number): Promise<ImpresoraRow | undefined> {
  const [found] = await db
    .select()
    .from(impresoras)
    .where(and(eq(impresoras.id, id), isNull(impresoras.retirada)))
  return found
}

export async function insertImpresora(
  db: Queryable,
  values: typeof impresoras.$inferInsert,
): Promise<number> {
  return theRow(await db.insert(impresoras).values(values).returning({ id: impresoras.id })).id
}

export async function updateImpresoraRow(
  db: Queryable,
  id: number,
  values: Partial<typeof impresoras.$inferInsert>,
): Promise<void> {
  if (Object.keys(values).length > 0) await db.update(impresoras).set(values).where(eq(impresoras.id, id))
}

/** What an agent saw at `uri`. Ignored if the printer's address has changed since. True where it was not. */
export async function noteSalud(
  db: Queryable,
  { id, uri }: { id: number; uri: string },
  found: Pick<typeof impresoras.$inferInsert, 'anda' | 'texto' | 'aviso' | 'vista' | 'perfil'>,
): Promise<boolean> {
  const done = await db
    .update(impresoras)
    .set(found)
    .where(and(eq(impresoras.id, id), eq(impresoras.uri, uri)))
    .returning({ id: impresoras.id })
  return done.length > 0
}

/**
 * The certificate that an agent met at `uri`: the first is kept, a different one is stored beside it as
 * suspect. Ignored if the printer's address has changed since. True where anything changed.
 */
export async function noteHuella(
  db: Queryable,
  id: number,
  { uri, huella }: { uri: string; huella: string },
): Promise<boolean> {
  const kept = sql`coalesce(lower(${impresoras.huella}), ${huella})`
  const vista = sql`nullif(${huella}, ${kept})`
  const done = await db
    .update(impresoras)
    .set({ huella: kept, huella_vista: vista })
    .where(
      and(
        eq(impresoras.id, id),
        eq(impresoras.uri, uri),
        sql`(${impresoras.huella} is null or ${impresoras.huella_vista} is distinct from ${vista})`,
      ),
    )
    .returning({ id: impresoras.id })
  return done.length > 0
}

/** False if the printer does not show that certificate now. */
export async function acceptHuellaRow(db: Queryable, id: number, huella: string): Promise<boolean> {
  const done = await db
    .update(impresoras)
    .set({ huella, huella_vista: null })
    .where(and(eq(impresoras.id, id), eq(impresoras.huella_vista, huella), isNull(impresoras.retirada)))
    .returning({ id: impresoras.id })
  return done.length > 0
}

export async function listAgentes(db: Queryable) {
  const sucursales = sucursalesIn(db)
  return db
    .select({
      id: agentes.id,
      nombre: agentes.nombre,
      sucursal: sucursales.nombre,
      visto: agentes.visto,
      duplicado: agentes.duplicado,
      codigo_usado: agentes.codigo_usado,
      computadora: agentes.computadora,
      encontradas: agentes.encontradas,
    })
    .from(agentes)
    .innerJoin(sucursales, eq(sucursales.id, agentes.sucursal_id))
    .where(isNull(agentes.revocado))
    .orderBy(asc(agentes.id))
}

/** Undefined if it was revoked. */
export async function findAgenteVivo(db: Queryable, id: number) {
  return (await listAgentes(db)).find((agente) => agente.id === id)
}

/** Another code in place of the one before. False where a computer is paired, or the agent was revoked. */
export async function renewCodigo(
  db: Queryable,
  id: number,
  fresh: { codigo_hash: string; codigo_vence: Date },
): Promise<boolean> {
  const done = await db
    .update(agentes)
    .set(fresh)
    .where(
      and(eq(agentes.id, id), isNull(agentes.codigo_usado), isNull(agentes.visto), isNull(agentes.revocado)),
    )
    .returning({ id: agentes.id })
  return done.length > 0
}

export async function insertAgente(db: Queryable, values: typeof agentes.$inferInsert): Promise<number> {
  return theRow(await db.insert(agentes).values(values).returning({ id: agentes.id })).id
}

export async function findAgente(db: Queryable, token_hash: string): Promise<AgenteRow | undefined> {
  const [found] = await db
    .select()
    .from(agentes)
    .where(and(eq(agentes.token_hash, token_hash), isNull(agentes.revocado)))
  return found
}

/**
 * A sign of life from the folder that calls itself `instancia`. 'joined': it is the token's first folder, or
 * takes the place of one that went silent. 'taken': another folder uses the same token now: a second computer
 * by mistake, or a stolen token.
 */
export async function markVisto(
  db: Queryable,
  of: { id: number; instancia: string; now: Date; aliveSince: Date },
): Promise<'known' | 'joined' | 'taken'> {
  const { id, instancia, now, aliveSince } = of
  const isOwn = eq(agentes.instancia, instancia)
  const isFree = or(isNull(agentes.instancia), isNull(agentes.visto), lt(agentes.visto, aliveSince))
  const mark = async (where: SQL | undefined) => {
    const done = await db
      .update(agentes)
      .set({ visto: now, instancia })
      .where(and(eq(agentes.id, id), where))
      .returning({ id: agentes.id })
    return done.length > 0
  }
  if (await mark(isOwn)) return 'known'
  if (await mark(isFree)) return 'joined'
  if (await mark(isOwn)) return 'known' // its own other call came first
  await updateAgenteRow(db, id, { duplicado: now })
  return 'taken'
}

/** The agent with that code, also when the code cannot be used any more. */
export async function findAgenteByCodigo(db: Queryable, codigo_hash: string): Promise<AgenteRow | undefined> {
  const [found] = await db.select().from(agentes).where(eq(agentes.codigo_hash, codigo_hash))
  return found
}

/**
 * Takes the code for a token, once: of many calls at the same time one gets it. It is refused too once the
 * agent's first token has been used. @returns undefined where it is used, too old, or its agent revoked
 */
export async function takeCodigo(
  db: Queryable,
  { codigo_hash, now, ...fresh }: { codigo_hash: string; token_hash: string; instancia: string; now: Date },
): Promise<AgenteRow | undefined> {
  const [taken] = await db
    .update(agentes)
    .set({ ...fresh, codigo_usado: now })
    .where(
      and(
        eq(agentes.codigo_hash, codigo_hash),
        gt(agentes.codigo_vence, now),
        isNull(agentes.codigo_usado),
        isNull(agentes.visto),
        isNull(agentes.revocado),
      ),
    )
    .returning()
  return taken
}

export async function updateAgenteRow(
  db: Queryable,
  id: number,
  values: Partial<typeof agentes.$inferInsert>,
): Promise<boolean> {
  const done = await db.update(agentes).set(values).where(eq(agentes.id, id)).returning({ id: agentes.id })
  return done.length > 0
}

/** Null where the same work is already on its way: at most one row of it is. */
export async function insertImpresion(
  tx: Tx,
  values: typeof impresiones.$inferInsert,
): Promise<ImpresionRow | null> {
  const [made] = await tx.insert(impresiones).values(values).onConflictDoNothing().returning()
  return made ?? null
}

export async function lockImpresion(tx: Tx, id: number): Promise<ImpresionRow | undefined> {
  const [found] = await tx.select().from(impresiones).where(eq(impresiones.id, id)).for('update')
  return found
}

/**
 * The printer, which stays as it is until the transaction's end. Locked before its works, in the same order as
 * `updateImpresora` does.
 */
export async function holdImpresora(tx: Tx, id: number): Promise<ImpresoraRow | undefined> {
  const [found] = await tx.select().from(impresoras).where(eq(impresoras.id, id)).for('share')
  return found
}

/** The works that wait for this printer, locked. */
export async function lockEnCola(tx: Tx, impresora_id: number): Promise<ImpresionRow[]> {
  return tx
    .select()
    .from(impresiones)
    .where(and(eq(impresiones.impresora_id, impresora_id), eq(impresiones.estado, 'en_cola')))
    .orderBy(asc(impresiones.id))
    .for('update')
}

/** Locked before the order's row, in the same order as `resolveImpresion` does. */
export async function lockImpresionesOf(tx: Tx, pedido_id: string): Promise<void> {
  await tx
    .select({ id: impresiones.id })
    .from(impresiones)
    .where(eq(impresiones.pedido_id, pedido_id))
    .orderBy(asc(impresiones.id))
    .for('update')
}

export async function updateImpresion(
  db: Queryable,
  id: number,
  values: Partial<typeof impresiones.$inferInsert>,
): Promise<void> {
  await db.update(impresiones).set(values).where(eq(impresiones.id, id))
}

/** The branch of the printer that has it, or has it to do; undefined where there is no such impresion. */
export async function sucursalOfImpresion(db: Queryable, id: number): Promise<number | undefined> {
  const [found] = await db
    .select({ sucursal_id: impresoras.sucursal_id })
    .from(impresiones)
    .innerJoin(impresoras, eq(impresoras.id, impresiones.impresora_id))
    .where(eq(impresiones.id, id))
  return found?.sucursal_id
}

export async function sucursalOfImpresora(db: Queryable, id: number): Promise<number | undefined> {
  return (await findImpresora(db, id))?.sucursal_id
}

export async function findImpresion(db: Queryable, id: number): Promise<ImpresionRow | undefined> {
  const [found] = await db.select().from(impresiones).where(eq(impresiones.id, id))
  return found
}

/** The `trabajo` of an order's slips: they are no works, and hold nothing up. */
export const PAPELES = { ticket: 0, etiqueta: -1 } as const
export type Papel = keyof typeof PAPELES
export const papelOf = ({ trabajo }: Pick<ImpresionRow, 'trabajo'>): Papel =>
  trabajo === PAPELES.etiqueta ? 'etiqueta' : 'ticket'
export const isPapel = ({ pedido_id, trabajo }: ImpresionRow): boolean => pedido_id !== null && trabajo <= 0
const isTrabajo = or(isNull(impresiones.pedido_id), gt(impresiones.trabajo, 0))

/** The order's impresiones, without slips. */
export async function impresionesOf(db: Queryable, pedido_id: string): Promise<ImpresionRow[]> {
  return db
    .select()
    .from(impresiones)
    .where(and(eq(impresiones.pedido_id, pedido_id), isTrabajo))
    .orderBy(asc(impresiones.id))
}

/** How many works of each order came out. Orders without any are left out. */
export async function impresosOf(db: Queryable, pedido_ids: string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ pedido_id: impresiones.pedido_id, hechos: countDistinct(impresiones.trabajo) })
    .from(impresiones)
    .where(and(inArray(impresiones.pedido_id, pedido_ids), eq(impresiones.estado, 'impresa'), isTrabajo))
    .groupBy(impresiones.pedido_id)
  return new Map(found.map(({ pedido_id, hechos }) => [pedido_id ?? '', hechos]))
}

/** The order's newest slip on a thermal printer, of one kind or of any. */
export async function lastPapel(
  db: Queryable,
  pedido_id: string,
  papel?: Papel,
): Promise<ImpresionRow | undefined> {
  const kind = papel ? eq(impresiones.trabajo, PAPELES[papel]) : lte(impresiones.trabajo, 0)
  const [found] = await db
    .select()
    .from(impresiones)
    .where(and(eq(impresiones.pedido_id, pedido_id), kind))
    .orderBy(desc(impresiones.id))
    .limit(1)
  return found
}

/** For the counter, without slips: the live ones of a branch, oldest first, or all of an order. */
export async function listImpresiones(
  db: Queryable,
  of: { sucursal_id?: number | undefined; pedido_id?: string | undefined; id?: number | undefined },
) {
  const pedidos = pedidosIn(db)
  return db
    .select({
      impresion: impresiones,
      impresora: {
        id: impresoras.id,
        nombre: impresoras.nombre,
        uri: impresoras.uri,
        perfil: impresoras.perfil,
      },
      numero: pedidos.numero,
      arriendo_hasta: intentos.arriendo_hasta,
    })
    .from(impresiones)
    .innerJoin(impresoras, eq(impresoras.id, impresiones.impresora_id))
    .leftJoin(pedidos, eq(pedidos.id, impresiones.pedido_id))
    .leftJoin(
      intentos,
      and(eq(intentos.impresion_id, impresiones.id), notInArray(intentos.fase, [...FASES_FINALES])),
    )
    .where(
      and(
        isTrabajo,
        of.id === undefined ? undefined : eq(impresiones.id, of.id),
        of.pedido_id === undefined ? undefined : eq(impresiones.pedido_id, of.pedido_id),
        of.sucursal_id === undefined ? undefined : eq(impresoras.sucursal_id, of.sucursal_id),
        of.id === undefined && of.pedido_id === undefined
          ? inArray(impresiones.estado, [...IMPRESION_VIVA])
          : undefined,
      ),
    )
    .orderBy(of.pedido_id ? desc(impresiones.id) : asc(impresiones.id))
    .limit(1_000)
}

/** How many works of the order are on their way to paper. */
export async function countVivas(db: Queryable, pedido_id: string): Promise<number> {
  const vivas = inArray(impresiones.estado, [...IMPRESION_VIVA])
  return db.$count(impresiones, and(eq(impresiones.pedido_id, pedido_id), vivas, isTrabajo))
}

/** Whether a work of the order waits for paper, or was handed to a printer and cancelled there. */
export async function wasSentToPrint(db: Queryable, pedido_id: string): Promise<boolean> {
  const handed = db
    .select({ id: intentos.id })
    .from(intentos)
    .where(and(eq(intentos.impresion_id, impresiones.id), isNotNull(intentos.autorizado)))
  const isSent = or(ne(impresiones.estado, 'cancelada'), exists(handed))
  return (await db.$count(impresiones, and(eq(impresiones.pedido_id, pedido_id), isSent, isTrabajo))) > 0
}

// For sums in SQL: the columns that other features may read
export const impresionesSql = sql`(select impresora_id, estado, motivo, hojas, copias, contadas, terminada from ${impresiones})`
export const impresorasSql = sql`(select id, nombre, sucursal_id from ${impresoras})`
