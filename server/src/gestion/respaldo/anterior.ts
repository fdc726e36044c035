// A backup of an earlier version: its rows in a PostgreSQL of their own, where the migrations since then run as in an update.
import pg from 'pg'
import { startEmbedded } from '../../base/db/embedded.ts'
import { migrateUpTo, openDb } from '../../base/db/open.ts'
import { baseEn, inFolder } from './descartable.ts'
import { finishRows, leaveSumsAlone, loadTable } from './filas.ts'
import { type Cabeza, RespaldoInvalido, TRABAJOS } from './formato.ts'
import { type RespaldoGuardado, readCabeza, readRespaldo } from './read.ts'
import { versionDe } from './version.ts'

/** An empty PostgreSQL, and its log. */
const EMPTY_BYTES = 300_000_000

/** What it takes on the disk at most. `rows`: what its rows take in a database; a migration may write all of them anew. */
export const bytesAlDia = (rows: number): number => 2 * rows + EMPTY_BYTES

/**
 * `work` gets a database with the backup's rows as an update to this version leaves them. `folder`: of ours alone; it is
 * gone afterwards. @throws RespaldoInvalido
 */
export async function withAlDia<T>(
  folder: string,
  guardado: RespaldoGuardado,
  work: (base: pg.Client) => Promise<T>,
): Promise<T> {
  const done = await inFolder(folder, async () => {
    // What a power cut leaves of it is made anew
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

/** Jobs are left out: no migration of ours touches them. */
async function loadRows(base: pg.Client, guardado: RespaldoGuardado): Promise<void> {
  let tablas: Cabeza['tablas'] = []
  await base.query('begin')
  await leaveSumsAlone(base)
  const { cabeza } = await readRespaldo(guardado, {
    async cabeza(cabeza) {
      await versionDe(base, cabeza)
      tablas = cabeza.tablas
    },
    async tabla(name, rows) {
      if (name === TRABAJOS) rows.resume()
      else await loadTable(base, tablas, name, rows)
    },
    secreto: () => {},
    archivo: async (_, bytes) => void bytes.resume(),
  })
  await finishRows(base, cabeza)
  await base.query('commit')
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  client.on('error', () => {}) // the question under way tells it
  await client.connect()
  return work(client).finally(() => client.end())
}
