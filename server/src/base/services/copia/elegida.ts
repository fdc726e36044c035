// The second place of the backups: from the environment, or the owner's choice on the screen.
import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import { within } from '../../runtime/within.ts'
import type { S3Storage } from '../files/bucket.ts'
import { StoreDown } from '../files/port.ts'
import { tryToWrite } from '../files/trial.ts'
import type { Probe } from '../probe.ts'
import { type DireccionLugar, type DireccionSftp, isSameBucket, nombreOf } from './address.ts'
import { type LugarDeCopia, whyNoLugar } from './port.ts'

/** Where a copy of each backup goes. */
export type CopiaElegida = {
  /** The name for people, without secrets; null: nowhere. */
  nombre: string | null
  /** Whether it can be written and read now. */
  probe(): Promise<Probe>
}

const PORT_SFTP = 22
/** A person waits at the screen. */
const TRIAL_MS = 30_000
const FOLDER = 'respaldos'

/** From valid values of the screen. Null: not complete yet. */
export function direccionOf(valores: ValoresConexion): DireccionLugar | null {
  const of = (clave: string) => valores[clave] ?? ''
  if (of('lugar') === 'carpeta') return { tipo: 'carpeta', path: of('carpeta') }
  if (of('lugar') === 's3') {
    const server = of('s3_servidor')
    const credentials = { accessKeyId: of('s3_clave'), secretAccessKey: of('s3_secreto') }
    return {
      tipo: 's3',
      folder: FOLDER,
      storage: {
        endpoint: server.includes('://') ? server : `https://${server}`,
        bucket: of('s3_bucket'),
        region: of('s3_region') || 'us-east-1',
        credentials,
      },
    }
  }
  if (of('lugar') !== 'sftp') return null
  const [host = '', port] = of('sftp_servidor').split(':')
  return {
    tipo: 'sftp',
    host,
    port: Number(port || PORT_SFTP),
    user: of('sftp_usuario'),
    password: of('sftp_password'),
    keyPath: undefined,
    folder: of('sftp_carpeta'),
    hostkey: of('sftp_huella').replace(/=$/, ''),
    enPantalla: true,
  }
}

/** Errors by key that only the server can find. `storage`: the store of customers' files. */
export function direccionProblems(
  valores: ValoresConexion,
  storage: S3Storage | undefined,
): Record<string, string> | null {
  return isSameBucket(direccionOf(valores), storage)
    ? { s3_bucket: 'Ahí están los archivos de los clientes: elegí otro bucket, o se perderían juntos.' }
    : null
}

/** `carpeta`: the backups that are copied; undefined: none are made here. */
export function createCopia(direccion: DireccionLugar | null, carpeta: string | undefined): CopiaElegida {
  const nombre = direccion && nombreOf(direccion)
  return {
    nombre,
    async probe() {
      if (!direccion || !carpeta)
        return { ok: false, detail: 'Los respaldos están en un solo disco: si se rompe, se pierde todo.' }
      if (direccion.tipo === 'sftp' && !direccion.hostkey) return askHuella(direccion)
      try {
        const { needOtherDisk, openLugar } = await import('./index.ts') // SSH and S3, which few shops load
        needOtherDisk(direccion, carpeta)
        const lugar = await openLugar(direccion, () => {})
        try {
          const all = await lugar.list()
          await tryInTime(lugar)
          const room = await lugar.room()
          const left = room === null ? '' : ` Quedan ${Math.floor(room / 1e9)} GB.`
          const here = [...all.keys()].filter((name) => name.endsWith('.respaldo')).length
          const found = here === 0 ? 'Todavía no hay ningún respaldo' : `Hay ${here} respaldos`
          return { ok: true, detail: `${lugar.nombre} responde. ${found}.${left}` }
        } finally {
          await lugar.close()
        }
      } catch (error) {
        return { ok: false, detail: whyNoLugar(error, nombre ?? '') ?? String(error) }
      }
    },
  }
}

/** @throws as `tryToWrite`; StoreDown where it takes too long */
async function tryInTime(lugar: LugarDeCopia): Promise<void> {
  const isDone = await within(
    TRIAL_MS,
    tryToWrite(lugar).then(() => true),
  )
  if (!isDone) throw new StoreDown('It takes too long.')
}

/** Shown so that the owner compares it: a machine in between would show another one. */
async function askHuella(direccion: DireccionSftp): Promise<Probe> {
  try {
    const { openLugar } = await import('./index.ts')
    await (await openLugar({ ...direccion, hostkey: 'SHA256:?' }, () => {})).close()
  } catch (error) {
    const [shown] = /SHA256:[\w+/]{43}/.exec(error instanceof Error ? error.message : '') ?? []
    if (!shown) return { ok: false, detail: whyNoLugar(error, nombreOf(direccion)) ?? String(error) }
    return {
      ok: false,
      detail: `Falta la huella. Esa computadora muestra ${shown}: si es la que te dio quien la administra, pegala acá.`,
    }
  }
  return { ok: false, detail: 'Falta la huella de esa computadora.' }
}
