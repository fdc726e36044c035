// Messages on backups: the one here, and its copy in a second place.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { EstadoBitacora } from '../../base/runtime/deps.ts'
import { asunto, bien, moment, since, size } from './asunto.ts'
import type { CIFRAS, Found } from './store.ts'

type Known<K extends 'respaldos' | 'copias' | 'ensayos'> = NonNullable<Found<typeof CIFRAS>[K]>

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** The copy follows a night's backup; the first one may take a night longer. */
const OLD_COPY_MS = 2 * DAY_MS

/** No good one for a day, or none at all while there are orders of more than a day. */
export const isOldRespaldo = ({ bueno, primer_pedido }: Known<'respaldos'>, now: number): boolean =>
  now - (bueno ?? primer_pedido ?? now) > DAY_MS

export function respaldo(respaldos: Known<'respaldos'>, now: number): Asunto {
  const { bueno, falla, falla_desde, bytes } = respaldos
  const isOld = isOldRespaldo(respaldos, now)
  const why = falla && falla_desde ? ` El último intento (${moment(falla_desde)}) falló: ${falla}` : ''
  const common = {
    cual: 'respaldo',
    titulo: 'Respaldo',
    hacer:
      'Revisá que la carpeta de los respaldos exista y tenga lugar, y hacé uno ahora: npm run backup -- ARCHIVO',
  }
  if (bueno === null) {
    const detalle = `Todavía no hay ningún respaldo.${why}`
    if (isOld || falla) return asunto({ ...common, estado: isOld ? 'urgente' : 'atencion', detalle })
    return bien('respaldo', 'Respaldo', 'Todavía no hay ninguno, ni pedidos de más de un día.')
  }
  const detalle = `El último respaldo bueno tiene ${since(now - bueno)}: es del ${moment(bueno)}.${why}`
  if (isOld) return asunto({ ...common, estado: 'urgente', detalle })
  if (falla) return asunto({ ...common, estado: 'atencion', detalle })
  return bien('respaldo', 'Respaldo', `El último es del ${moment(bueno)} (${size(bytes)}), y se leyó entero.`)
}

/** The log is sealed every twenty seconds: nothing for this long is a fault. */
const OLD_BITACORA_MS = 5 * 60_000
/** A copy is made each week, at night. */
const OLD_PARTIDA_MS = 15 * DAY_MS
export const isOldBitacora = ({ hasta, falla }: EstadoBitacora, now: number): boolean =>
  now - (hasta ?? falla?.desde ?? now) > OLD_BITACORA_MS

/** Bytes of log beyond what PostgreSQL keeps for itself. */
const MUCH_LOG = 256 * 1024 ** 2

/** Whether the first copy fails, so that the log that was sealed so far is useless. */
const isLost = ({ partida, falla }: EstadoBitacora, now: number): boolean =>
  partida === null && falla !== null && now - falla.desde > HOUR_MS

function reachOf(estado: EstadoBitacora, now: number): string {
  const { comienzo, desde, hasta } = estado
  if (comienzo !== null && isLost(estado, now))
    return `A lo que pasó desde el ${moment(comienzo)} no se puede volver: falta la copia de la base.`
  if (desde === null || hasta === null)
    return 'Todavía no se puede volver a un momento: la primera copia de la base se hace un minuto después de arrancar.'
  return `Se puede volver a cualquier momento desde el ${moment(desde)} hasta hace ${since(Math.max(0, now - hasta))}.`
}

/** Instants are on the machine's clock. */
export function bitacora(estado: EstadoBitacora, now: number): Asunto {
  const { desde, partida, pendiente, ocupa, falla } = estado
  const [cual, titulo] = ['bitacora', 'Volver a un momento']
  const piled =
    pendiente > MUCH_LOG ? ` Sin guardar esperan ${size(pendiente)}; en el disco ocupan ${size(ocupa)}.` : ''
  const why = falla ? ` Falla desde el ${moment(falla.desde)}: ${falla.texto}` : ''
  const hacer =
    'Revisá que la carpeta de los respaldos exista y tenga lugar. Se intenta sola a cada rato; la tienda sigue andando.'
  const reach = reachOf(estado, now)
  const detalle = `${reach}${why}${piled}`
  const isOld = isLost(estado, now) || isOldBitacora(estado, now)
  if (isOld || (desde !== null && partida !== null && now - partida > OLD_PARTIDA_MS) || piled)
    return asunto({ cual, titulo, estado: isOld ? 'urgente' : 'atencion', detalle, hacer })
  if (falla) return asunto({ cual, titulo, estado: 'atencion', detalle, hacer })
  return bien(cual, titulo, detalle)
}

/** In a shop that sells one disk is not enough. */
export const SIN_COPIA: Asunto = asunto({
  cual: 'copia',
  titulo: 'Copia del respaldo en otro lugar',
  estado: 'atencion',
  enlace: '/mostrador/proveedores',
  detalle: 'No hay: los respaldos están en un solo lugar, y si se rompe ese disco se pierden con él.',
  hacer:
    'Elegí en Proveedores otro disco, un bucket S3 u otra computadora, y guardá la clave de los respaldos aparte.',
})

export const isOldCopia = ({ respaldo, primero }: Known<'copias'>, now: number): boolean =>
  now - (respaldo ?? primero ?? now) > OLD_COPY_MS

/** `lugar`: its name for people. */
export function copia(copias: Known<'copias'>, lugar: string, now: number): Asunto {
  const { respaldo, aviso, falla, falla_desde } = copias
  const titulo = 'Copia del respaldo en otro lugar'
  const why = falla && falla_desde ? ` El último intento (${moment(falla_desde)}) falló: ${falla}` : ''
  const detalle =
    respaldo === null
      ? `Todavía no hay ninguna en ${lugar}.${why}`
      : `La de ${lugar} tiene ${since(now - respaldo)}: es del respaldo del ${moment(respaldo)}.${why}`
  const common = {
    cual: 'copia',
    titulo,
    enlace: '/mostrador/proveedores',
    hacer:
      'Fijate que ese lugar esté conectado, con espacio, y que sus datos sigan valiendo (Proveedores, Copia del respaldo). Se intenta sola cada hora; el respaldo de acá sigue bien.',
  }
  if (isOldCopia(copias, now)) return asunto({ ...common, estado: 'urgente', detalle })
  if (falla) return asunto({ ...common, estado: 'atencion', detalle })
  if (aviso)
    return asunto({
      ...common,
      estado: 'atencion',
      detalle: `${detalle} ${aviso}`,
      hacer: 'Fijate si ese disco o servicio falla, o si alguien borra ahí.',
    })
  return bien('copia', titulo, detalle)
}

/** One a week; a machine may be off at night. */
const OLD_ENSAYO_MS = 15 * DAY_MS

/** `isWanted`: whether it is reported that there was none yet. */
export function ensayo(ensayos: Known<'ensayos'>, isWanted: boolean, now: number): Asunto[] {
  const { bueno, segundos, archivos, falla, falla_desde, comenzo, primero } = ensayos
  const [cual, titulo] = ['ensayo', 'Restauración de prueba']
  const worked =
    bueno === null
      ? 'Todavía no se probó restaurar ningún respaldo.'
      : `La última que salió bien es del ${moment(bueno)}: volvió todo, con ${count(archivos, 'archivo')}, en ${since(segundos * 1000)}.`
  if (falla && falla_desde)
    return [
      asunto({
        cual,
        titulo,
        estado: comenzo ? 'urgente' : 'atencion',
        detalle: `La del ${moment(falla_desde)} ${comenzo ? 'falló' : 'no se pudo hacer'}: ${falla} ${worked}`,
        hacer: comenzo
          ? 'Con este respaldo no se puede volver: hacé otro ahora (npm run backup -- ARCHIVO) y mirá si el disco falla.'
          : 'Hacé lugar en el disco de DATA_DIR. Se prueba de nuevo mañana.',
      }),
    ]
  const since0 = bueno ?? primero
  if (bueno === null && !isWanted) return []
  if (since0 !== null && now - since0 > OLD_ENSAYO_MS)
    return [
      asunto({
        cual,
        titulo,
        estado: 'atencion',
        detalle: worked,
        hacer:
          'Se hace sola una vez por semana, después del respaldo de la noche: dejá el servidor prendido.',
      }),
    ]
  return [bien(cual, titulo, worked)]
}
