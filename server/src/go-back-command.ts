// npm run restore -- DIR --hasta MOMENT: its arguments and messages.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { type DireccionLugar, nombreOf } from './base/services/copia/address.ts'
import { openLugar } from './base/services/copia/index.ts'
import { createFiles } from './base/services/files/index.ts'
import { StoreDown } from './base/services/files/port.ts'
import type { Config } from './config.ts'
import { claveToOpen } from './gestion/respaldo/archivo/clave.ts'
import { faltasWords, RespaldoInvalido } from './gestion/respaldo/archivo/formato.ts'
import { whyNoCopia } from './gestion/respaldo/archivo/why.ts'
import { goBackTo } from './gestion/respaldo/bitacora/go-back.ts'
import { momentoOf, readMomento } from './gestion/respaldo/bitacora/nombres.ts'

export const USO =
  'Uso: npm run backup -- ARCHIVO   o   npm run restore -- ARCHIVO (o CARPETA, o DIRECCION) [--hasta "2026-11-22 14:05:00"]'

/** The exit ends our PostgreSQL too; the next run removes what this one left. */
export function endIfTold(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      console.error('Se cortó antes de terminar. Repetilo: empieza de nuevo.')
      process.exit(1)
    })
}

/** The moment in milliseconds. @throws RespaldoInvalido where it is no moment of the past */
function hastaOf(moment: string): number {
  const now = Date.now()
  const hasta = readMomento(moment)
  if (hasta === null)
    throw new RespaldoInvalido(
      `«${moment}» no es un momento. Escribilo así, con la hora de Tucumán: --hasta "2026-11-22 14:05:00"`,
    )
  if (hasta > now)
    throw new RespaldoInvalido(`Ese momento todavía no llegó: ahora son las ${momentoOf(now)}.`)
  return hasta
}

/** Restores a moment into an empty installation of the embedded database. */
export async function goBack(
  config: Config,
  where: () => { lugar: DireccionLugar; nombre: string | undefined },
  [option, moment, ...rest]: string[],
): Promise<number> {
  if (option !== '--hasta' || !moment || rest.length > 0) {
    console.error(USO)
    return 2
  }
  if (config.databaseUrl)
    throw new RespaldoInvalido(
      '--hasta vuelve a un momento de la base incluida: corrélo sin DATABASE_URL. Una base de afuera se recupera con lo suyo.',
    )
  const hasta = moment === 'ultimo' ? null : hastaOf(moment)
  const clave = claveToOpen(config.dataDir, config.backupKey)
  const { lugar: direccion, nombre } = where()
  if (nombre)
    throw new RespaldoInvalido(
      '--hasta va con la carpeta de los respaldos (o su dirección), no con un archivo.',
    )
  endIfTold()
  const lugar = await openLugar(direccion, () => {})
  try {
    const { dataDir, diskReserveBytes: reserve } = config
    const vuelto = await goBackTo({
      lugar,
      clave,
      dataDir,
      reserve,
      hasta,
      openFiles: () => createFiles(config),
    })
    for (const aviso of vuelto.avisos) console.log(aviso)
    console.log(
      `La tienda volvió a como estaba a las ${momentoOf(hasta ?? vuelto.llega)}, con ${count(vuelto.archivos, 'archivo')}.`,
    )
    if (vuelto.faltan.length > 0) console.log(faltasWords(vuelto.faltan))
    return 0
  } catch (error) {
    if (!(error instanceof StoreDown)) throw error
    throw new RespaldoInvalido(whyNoCopia(error, nombreOf(direccion)), { cause: error })
  } finally {
    await lugar.close()
  }
}
