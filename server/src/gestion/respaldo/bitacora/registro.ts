// Reads the write-ahead log of the embedded database while it runs. Our replication slot holds the log until
// it is sealed: PostgreSQL deletes none of it before, however long we are away, up to
// `max_slot_wal_keep_size`.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../base/db/open.ts'
import { inicioDeSegmento, nombreDeSegmento, type Posicion } from './nombres.ts'

const SLOT = 'imprimitodo_'

export type RegistroDeBitacora = {
  /** Ms since 1970, on the database's clock: all that was committed before is in the log up to `lsn`. */
  hora: number
  lsn: Posicion
  /** PostgreSQL's timeline. */
  linea: number
  /** Bytes of a segment. */
  segmento: number
  /** Bytes of all segments on the disk. */
  ocupa: number
  /** Null: there is no slot of ours, or PostgreSQL had to give up its log. */
  ranura: { cadena: string; desde: Posicion } | null
}

/** The log's current state. The instant is read before the position. */
export async function readRegistro(db: Queryable): Promise<RegistroDeBitacora> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    with hora as materialized (select floor(extract(epoch from clock_timestamp()) * 1000)::text as hora)
    select hora, (pg_current_wal_flush_lsn() - '0/0')::text as lsn, pg_walfile_name(pg_current_wal_flush_lsn()) as nombre,
      (select setting from pg_settings where name = 'wal_segment_size') as segmento,
      (select coalesce(sum(size), 0)::text from pg_ls_waldir()) as ocupa,
      slot_name, (restart_lsn - '0/0')::text as desde
    from hora left join pg_replication_slots on slot_name like ${`${SLOT}%`} and wal_status <> 'lost' and restart_lsn is not null`)
  const found = rows[0]
  if (!found) throw new Error('The state of the log is missing.')
  return {
    hora: Number(found.hora),
    lsn: BigInt(found.lsn ?? 0),
    linea: Number.parseInt(found.nombre?.slice(0, 8) ?? '', 16),
    segmento: Number(found.segmento),
    ocupa: Number(found.ocupa),
    ranura: found.slot_name
      ? { cadena: found.slot_name.slice(SLOT.length), desde: BigInt(found.desde ?? 0) }
      : null,
  }
}

/**
 * Stores the slot's limit in the database's folder: the previous version, which does not know the slot,
 * starts PostgreSQL without our argument and would let the slot fill the disk.
 */
export async function limitRegistro(db: Queryable): Promise<void> {
  const { rows } = await db.execute(sql`select from pg_file_settings
    where name = 'max_slot_wal_keep_size' and setting = '1GB'`)
  if (rows.length > 0) return
  await db.execute(sql`alter system set max_slot_wal_keep_size = '1GB'`)
  await db.execute(sql`select pg_reload_conf()`)
}

/** From now on the slot holds the log for the chain `cadena`, and for no other. */
export async function takeRegistro(db: Queryable, cadena: string): Promise<void> {
  await limitRegistro(db)
  await releaseRegistro(db)
  await db.execute(sql`checkpoint`) // the slot begins at the last one, perhaps on another timeline
  await db.execute(sql`select pg_create_physical_replication_slot(${SLOT + cadena}, true)`)
}

/** Drops the slot: PostgreSQL deletes its log again as it likes. */
export async function releaseRegistro(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots
    where slot_name like ${`${SLOT}%`} and not active`)
}

/** The log before `hasta` was sealed and may be deleted. */
export async function advanceRegistro(db: Queryable, hasta: Posicion): Promise<void> {
  const lsn = `${(hasta >> 32n).toString(16)}/${(hasta & 0xffff_ffffn).toString(16)}`
  await db.execute(sql`select pg_replication_slot_advance(slot_name, ${lsn}::pg_lsn) from pg_replication_slots
    where slot_name like ${`${SLOT}%`} and restart_lsn < ${lsn}::pg_lsn`)
}

/** Bytes of the log from `desde` to `hasta`, within one segment: flushed log does not change any more. */
export async function readSegmento(
  pgdata: string,
  { linea, segmento }: RegistroDeBitacora,
  desde: Posicion,
  hasta: Posicion,
): Promise<Buffer> {
  const start = inicioDeSegmento(desde, segmento)
  const handle = await open(join(pgdata, 'pg_wal', nombreDeSegmento(linea, desde, segmento)), 'r')
  try {
    const bytes = Buffer.alloc(Number(hasta - desde))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, Number(desde - start))
    if (bytesRead !== bytes.length) throw new Error('The segment is shorter than the log.')
    return bytes
  } finally {
    await handle.close()
  }
}
