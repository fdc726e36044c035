// A backup of an earlier version: its rows in a PostgreSQL of their own, where the later migrations run as in
// an update.
import type pg from 'pg'
import { startEmbedded } from '../../../base/db/embedded.ts'
import { migrateUpTo, openDb } from '../../../base/db/open.ts'
import { JOBS_TABLE } from '../../../base/runtime/jobs-table.ts'
import { withClient } from '../archivo/connect.ts'
import { finishRows, leaveSumsAlone, loadTable } from '../archivo/filas.ts'
import { type Cabeza, RespaldoInvalido } from '../archivo/formato.ts'
import { type RespaldoGuardado, readCabeza, readRespaldo } from '../archivo/read.ts'
import { versionOf } from '../archivo/version.ts'
import { baseEn, inFolder } from './descartable.ts'

/** An empty PostgreSQL, and its write-ahead log. */
const EMPTY_BYTES = 300_000_000

/**
 * The most it takes on the disk. `rows`: the size of its rows in a database; a migration may write all of
 * them anew.
 */
export const bytesAlDia = (rows: number): number => 2 * rows + EMPTY_BYTES

/**
 * `work` gets a database with the backup's rows as an update to this version would leave them. `folder`: used
 * for this alone, and deleted afterwards. @throws RespaldoInvalido
 */
export async function withAlDia<T>(
  folder: string,
  guardado: RespaldoGuardado,
  work: (base: pg.Client) => Promise<T>,
): Promise<T> {
  const done = await inFolder(folder, async () => {
    // No fsync: after a power cut it is made anew
    const { url, stop } = await startEmbedded(baseEn(folder), { fsync: false })
    try {
      const { migraciones } = await readCabeza(guardado)
      await migrateUpTo(url, migraciones.length)
      await withClient(url, (base) => loadRows(base, guardado))
      const { close } = await openDb(url) // migrates
      await close()
      return { result: await withClient(url, work) }
    } finally {
      await stop()
    }
  })
  if (!done) throw new RespaldoInvalido('Ya se está restaurando un respaldo acá: esperá a que termine.')
  return done.result
}

/** Without jobs: no migration of ours touches them. */
async function loadRows(base: pg.Client, guardado: RespaldoGuardado): Promise<void> {
  let tablas: Cabeza['tablas'] = []
  await base.query('begin')
  await leaveSumsAlone(base)
  const { cabeza } = await readRespaldo(guardado, {
    async cabeza(cabeza) {
      await versionOf(base, cabeza)
      tablas = cabeza.tablas
    },
    async tabla(name, rows) {
      if (name === JOBS_TABLE) rows.resume()
      else await loadTable(base, tablas, name, rows)
    },
    secreto: () => {},
    archivo: async (_, bytes) => void bytes.resume(),
  })
  await finishRows(base, cabeza)
  await base.query('commit')
}
