import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { CounterStep } from '@imprimitodo/shared/rules/compra/pedido'
import { waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { colaDeImpresora } from '../../impresion/move-all.tsx'
import { isViva, unableTo } from '../../impresion/textos.ts'
import { isInWork, isToMake, mustPay, nextStep } from '../../pasos.ts'

type Trabajo = PedidoMostrador['trabajos'][number]

/** The main action that an order waits for. */
export type AccionDePedido =
  | { tipo: 'resolver'; impresion: Impresion }
  /** `a`: the printers of the branch that print now and can do all of `cola`. */
  | { tipo: 'pasar'; de: Impresora; cola: Impresion[]; a: Impresora[] }
  | { tipo: 'imprimir'; trabajos: Trabajo[] }
  | { tipo: 'cobrar' }
  | { tipo: 'paso'; paso: CounterStep }

type Situacion = {
  pedido: PedidoMostrador
  /** Newest first; undefined while they load. */
  impresiones: readonly Impresion[] | undefined
  /** The printers of the order's branch; undefined while they load. */
  impresoras: readonly Impresora[] | undefined
}

/** Whether its works may go to a printer. */
export const canPrint = ({ pedido, impresoras }: Omit<Situacion, 'impresiones'>): boolean =>
  pedido.archivos_guardados && isInWork(pedido.estado) && !!impresoras?.some((one) => !isTermica(one))

/** Works that were not sent to a printer yet, or were cancelled there. */
export const trabajosToPrint = (
  { trabajos }: PedidoMostrador,
  impresiones: readonly Impresion[],
): Trabajo[] =>
  trabajos.filter(({ id }) => {
    const newest = impresiones.find(({ trabajo }) => trabajo === id)?.estado
    return !newest || newest === 'cancelada'
  })

/**
 * The main action: answer a doubt, move a stopped printer's queue, print works, take money, the next step.
 * Null: there is nothing to do.
 */
export function accionDe({ pedido, impresiones = [], impresoras = [] }: Situacion): AccionDePedido | null {
  if (mustPay(pedido)) return { tipo: 'cobrar' }
  const doubt = impresiones.find(waitsForAnswer)
  if (doubt) return { tipo: 'resolver', impresion: doubt }
  const vivas = impresiones.filter(isViva)
  for (const de of impresoras.filter(({ anda }) => !anda)) {
    const cola = colaDeImpresora(vivas, de.id)
    const a = impresoras.filter((one) => one.anda && one.id !== de.id && unableTo(cola, one).length === 0)
    if (cola.length > 0 && a.length > 0) return { tipo: 'pasar', de, cola, a }
  }
  const trabajos =
    isToMake(pedido.estado) && canPrint({ pedido, impresoras }) ? trabajosToPrint(pedido, impresiones) : []
  if (trabajos.length > 0) return { tipo: 'imprimir', trabajos }
  const paso = nextStep(pedido.estado)
  return paso && { tipo: 'paso', paso }
}
