// The texts of each urgencia, in the strip, in its list and for screen readers.
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import type { PedidoPrometido, Urgencia } from '@imprimitodo/shared/api/urgencias'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { TipoUrgencia } from '@imprimitodo/shared/rules/mostrador/urgencia'
import { isVieja } from '@imprimitodo/shared/rules/taller/impresion'
import type { answerImpresion } from '../impresion/queries.ts'
import {
  desdeText,
  missingCopias,
  paginaToGoOn,
  paradaText,
  salieronText,
  waitingText,
} from '../impresion/textos.ts'
import { ageText, durationText } from '../tiempo.ts'

type De<T extends TipoUrgencia> = Extract<Urgencia, { tipo: T }>

const ofDuda = ({ estado, consultar, numero, papel_perdido, hoja }: Impresion): string => {
  const cual = numero ?? 'prueba'
  if (papel_perdido) return `Sin hojas ${hoja}: ${cual}`
  if (isVieja({ estado, consultar })) return `¿Imprimir ahora? ${cual}`
  return estado === 'detenida' ? `Se detuvo: ${cual}` : `¿Salió entero? ${cual}`
}

/** The title of one urgencia: '¿Salió entero? 1041', 'Sin papel: Ricoh', '1038 tarde'. */
export function tituloOf(urgencia: Urgencia): string {
  switch (urgencia.tipo) {
    case 'duda':
      return ofDuda(urgencia.impresion)
    case 'impresora':
      return paradaText(urgencia)
    case 'tarde':
      return `${urgencia.numero} tarde`
    case 'ayuda':
      return `${urgencia.rechazos > 0 ? 'Pago rechazado' : 'Pide ayuda para pagar'}: ${urgencia.numero}`
    case 'sena':
      return `Venció con seña: ${urgencia.numero}`
    case 'asunto':
      return urgencia.titulo
  }
}

/** The line below it. `now`: ms since 1970. */
export function detalleOf(urgencia: Urgencia, now: number): string {
  switch (urgencia.tipo) {
    case 'duda':
      return `${urgencia.nombre ?? urgencia.impresion.nombre}: ${salieronText(urgencia.impresion)}`
    case 'impresora':
      return `${desdeText(urgencia.sin_noticias, now)}${waitingText(urgencia)}`
    case 'tarde':
      return [urgencia.nombre, tardeText(urgencia, now)].filter(Boolean).join(': ')
    case 'ayuda':
      return [urgencia.nombre, rechazosText(urgencia.rechazos) + ageText(urgencia.desde, now)]
        .filter(Boolean)
        .join(': ')
    case 'sena':
      return [urgencia.nombre, `${formatPesos(urgencia.importe)} sin devolver`].filter(Boolean).join(': ')
    case 'asunto':
      return urgencia.detalle
  }
}

const rechazosText = (rechazos: number): string =>
  rechazos > 0 ? `${count(rechazos, 'vez', 'veces')}, ` : ''

/** The title for several of one kind. */
export const VARIAS: Record<TipoUrgencia, (many: number) => string> = {
  duda: (many) => count(many, 'impresión en duda', 'impresiones en duda'),
  impresora: (many) => count(many, 'impresora parada', 'impresoras paradas'),
  tarde: (many) => `${many} tarde`,
  ayuda: (many) => count(many, 'pago trabado', 'pagos trabados'),
  sena: (many) => count(many, 'pedido vencido con seña', 'pedidos vencidos con seña'),
  asunto: (many) => count(many, 'alarma', 'alarmas'),
}

/** '22 min tarde', or 'en 22 min' while there is time. */
export function tardeText({ prometido }: Pick<PedidoPrometido, 'prometido'>, now: number): string {
  const left = Date.parse(prometido) - now
  return left < 0 ? `${durationText(-left)} tarde` : `en ${durationText(left)}`
}

/** The names of several urgencias, in the cell's second line. */
export const urgenciaNombres = (urgencias: readonly Urgencia[]): string =>
  urgencias
    .map((one) => ('numero' in one ? one.numero : 'titulo' in one ? one.titulo : cualOf(one)))
    .join(', ')

const cualOf = (one: De<'duda'> | De<'impresora'>): string =>
  one.tipo === 'duda' ? String(one.impresion.numero ?? 'prueba') : one.nombre

export type RespuestaAUrgencia = {
  texto: string
  /** The call to make; `resolver` with its body. */
  que: Parameters<typeof answerImpresion>[1] | 'confirmar' | 'cancelar'
  /** The message after success. */
  done: string
}

/** The answers to a print that waits for one, the likeliest first: at most three, on the keys 1, 2 and 3. */
export function respuestasOf(impresion: Impresion): RespuestaAUrgencia[] {
  const { nombre, impresora } = impresion
  const none = { texto: 'No imprimir', done: `«${nombre}» no se imprime.` }
  // Another printer is chosen on the order's page; the first key must not take a paid work away
  if (impresion.papel_perdido) return impresion.pedido_id ? [] : [{ ...none, que: 'cancelar' }]
  if (isVieja(impresion))
    return [
      { texto: 'Imprimir ahora', que: 'confirmar', done: `«${nombre}» vuelve a la cola.` },
      { ...none, que: 'cancelar' },
    ]
  const again = `«${nombre}» va de nuevo a ${impresora.nombre}`
  const rest = restOf(impresion, again)
  return [
    ...(rest ? [rest] : []),
    { texto: 'Salió entero', que: { respuesta: 'salio_bien' }, done: `«${nombre}» queda como impreso.` },
    { texto: 'Reimprimir todo', que: { respuesta: 'reimprimir' }, done: `${again}.` },
    ...(rest ? [] : [{ ...none, que: { respuesta: 'cancelar' as const } }]),
  ]
}

/** Reprints only the missing part, where the printer's count tells it. */
function restOf(impresion: Impresion, again: string): RespuestaAUrgencia | null {
  const desde = paginaToGoOn(impresion)
  if (desde !== null)
    return {
      texto: `Reimprimir desde la ${desde}`,
      que: { respuesta: 'reimprimir_desde', desde },
      done: `${again}, desde la página ${desde}.`,
    }
  const copias = missingCopias(impresion)
  if (copias === null) return null
  const many = count(copias, 'copia')
  return { texto: `Reimprimir ${many}`, que: { respuesta: 'reimprimir', copias }, done: `${again}: ${many}.` }
}
