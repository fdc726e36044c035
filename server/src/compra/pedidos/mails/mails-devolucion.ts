// Mails to a customer about money that goes back.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import type { Vuelta } from '@imprimitodo/shared/rules/dinero/medio'
import type { NewCorreo } from '../../../gestion/correos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { type Con, compose, type Row } from './mail-pedido.ts'

/** Money on its way back: how much, and where it goes. Centavos. */
export type Devuelto = { importe: number; vuelta: Vuelta }

/**
 * The order is cancelled. `quien`: who cancelled it. `devueltos`: refunds of what was paid. `isUncharged`: no
 * payment took anything, and none may still. One per order.
 */
export function mailCancelado(
  pedido: Pedido,
  con: Con,
  {
    quien,
    motivo,
    devueltos,
    isUncharged,
  }: { quien: 'cliente' | 'local'; motivo: string | null; devueltos: Devuelto[]; isUncharged: boolean },
): NewCorreo {
  const total = devueltos.reduce((sum, { importe }) => sum + importe, 0)
  const by = quien === 'cliente' ? 'como nos pediste' : 'y no lo vamos a imprimir'
  return compose(pedido, con, {
    clave: `cancelado:${pedido.id}`,
    asunto: `Cancelamos tu pedido ${pedido.numero}${total > 0 ? ` y te devolvemos ${formatCentavos(total)}` : ''}`,
    title: 'Cancelamos tu pedido',
    paragraphs: [
      `Cancelamos tu pedido ${pedido.numero}, ${by}.${isUncharged ? ' No se te cobró nada.' : ''}`,
      ...(quien === 'local' ? ['Si tenés dudas, escribinos.'] : []),
    ],
    banner: total > 0 ? { tone: 'verde', label: 'Te devolvemos', value: formatCentavos(total) } : undefined,
    rows: [...devueltos.flatMap(wayBack(devueltos.length)), ...reason(motivo)],
  })
}

/** Part or all of what was paid went back. `clave`: identifies this refund. `anulados`: which codes it voided. */
export function mailDevuelto(
  pedido: Pedido,
  con: Con,
  {
    clave,
    devuelto,
    motivo,
    anulados = null,
  }: { clave: string; devuelto: Devuelto; motivo: string | null; anulados?: string | null },
): NewCorreo {
  const { importe } = devuelto
  return compose(pedido, con, {
    clave: `devuelto:${pedido.id}:${clave}`,
    asunto: `Te devolvimos ${formatCentavos(importe)} de tu pedido ${pedido.numero}`,
    title: 'Te devolvimos dinero',
    paragraphs: [
      importe >= pedido.importe_final
        ? `Te devolvimos lo que pagaste por tu pedido ${pedido.numero}.`
        : `Te devolvimos una parte de lo que pagaste por tu pedido ${pedido.numero}.`,
      ...(anulados ? [anulados] : []),
    ],
    banner: { tone: 'verde', label: 'Te devolvimos', value: formatCentavos(importe) },
    rows: [...wayBack(1)(devuelto), ...reason(motivo)],
  })
}

/**
 * A payment that the order had no use for goes back by itself. `enOtraMoneda`: its amount, if it is not in pesos. One
 * per payment.
 */
export function mailSobra(
  pedido: Pedido,
  con: Con,
  {
    pagoId,
    devuelto,
    enOtraMoneda = null,
  }: { pagoId: string; devuelto: Devuelto; enOtraMoneda?: string | null },
): NewCorreo {
  const monto = enOtraMoneda ?? formatCentavos(devuelto.importe)
  const why = enOtraMoneda
    ? `Un pago de tu pedido ${pedido.numero} llegó en otra moneda y no lo podemos acreditar.`
    : whySobra(pedido)
  return compose(pedido, con, {
    clave: `sobra:${pedido.id}:${pagoId}`,
    asunto: `Te devolvemos ${monto} del pedido ${pedido.numero}`,
    title: 'Te devolvemos un pago',
    paragraphs: [`${why} No hace falta que hagas nada: te lo devolvemos.`],
    banner: { tone: 'verde', label: 'Te devolvemos', value: monto },
    rows: wayBack(1)(devuelto),
  })
}

function whySobra({ estado, numero }: Pedido): string {
  if (estado === 'cancelado' || estado === 'reembolsado')
    return `Se acreditó un pago de tu pedido ${numero}, que está cancelado.`
  if (estado === 'vencido')
    return `Tu pedido ${numero} venció y ya no tenemos sus archivos: con lo que pagaste no lo podemos imprimir.`
  return `Tu pedido ${numero} ya estaba pagado y recibimos otro pago.`
}

/** `of`: number of payments. Each amount is named where there are several. */
const wayBack =
  (of: number) =>
  ({ importe, vuelta }: Devuelto): Row[] => [
    { label: of > 1 ? `${formatCentavos(importe)} vuelven` : 'Vuelve', value: vuelta.adonde },
    ...(vuelta.cuando ? [{ label: 'Cuándo', value: vuelta.cuando }] : []),
  ]

const reason = (motivo: string | null): Row[] => (motivo ? [{ label: 'Motivo', value: motivo }] : [])
