// Builds a message on the shop's machine, with sizes and ages in words.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'

/** Seconds. */
export const MINUTE = 60
const HOUR = 3600

type Open = 'sucursal' | 'enlace' | 'pedir' | 'resolver'
type Parte = Omit<Asunto, Open> & Partial<Pick<Asunto, Open>>
/** Where `parte` does not say it, the message concerns the whole shop and has neither a link nor an action. */
export const asunto = (parte: Parte): Asunto => ({
  sucursal: null,
  enlace: null,
  pedir: null,
  resolver: null,
  ...parte,
})
export const bien = (cual: string, titulo: string, detalle: string): Asunto =>
  asunto({ cual, titulo, detalle, estado: 'bien', hacer: null })

const TITULOS = {
  respaldo: 'Respaldo',
  copia: 'Copia del respaldo en otro lugar',
  ensayo: 'Restauración de prueba',
  disco: 'Disco',
  archivos: 'Archivos de los clientes',
  sumas: 'Sumas guardadas',
  correo: 'Mails',
  pagos: 'Pagos',
  pagosSinPedido: 'Pagos sin pedido',
  facturas: 'Comprobantes',
  trabajos: 'Tareas del servidor',
  agentes: 'Agentes de impresión',
  impresoras: 'Impresoras',
  base: 'Base de datos',
  reloj: 'Reloj',
}

/** The message on a figure, or that the figure is not known. */
export function known<T>(
  cual: keyof typeof TITULOS,
  figure: T | null,
  say: (figure: T) => Asunto | Asunto[],
): Asunto[] {
  if (figure !== null) return [say(figure)].flat()
  return [
    asunto({
      cual,
      titulo: TITULOS[cual],
      estado: 'atencion',
      detalle: 'No se pudo saber a tiempo cómo está.',
      hacer: 'Mirá de nuevo en un minuto. Si sigue así, fijate si la máquina está muy cargada.',
    }),
  ]
}

export const moment = (at: number): string => formatMoment(new Date(at)).toLowerCase()

/** In the largest unit that fits. */
export function since(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 2 * MINUTE) return count(seconds, 'segundo')
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)} minutos`
  if (seconds < 48 * HOUR) return `${Math.floor(seconds / HOUR)} horas`
  return `${Math.floor(seconds / (24 * HOUR))} días`
}

export const size = (bytes: number): string =>
  bytes < 1e9
    ? `${Math.max(0, bytes / 1e6).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`
    : `${(bytes / 1e9).toLocaleString('es-AR', { maximumFractionDigits: 1 })} GB`
