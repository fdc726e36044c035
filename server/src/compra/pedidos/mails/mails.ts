// Mails to a customer about an order. When each is sent: mensajes.ts, and the code that moves the money.

import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatCentavos, formatPesos, pesosInText, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay, formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { inFours } from '@imprimitodo/shared/rules/dinero/barras'
import type { Sucursal } from '../../../base/runtime/deps.ts'
import { linkTo } from '../../../base/web/link.ts'
import type { CodigoRow } from '../../../fidelidad/codigos/service.ts'
import type { NewCorreo } from '../../../gestion/correos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { resumenOf } from '../precio/resumen.ts'
import { type Con, compose, lower, payUntil, promiseOf, type Row } from './mail-pedido.ts'

/**
 * 'Recibimos tu pedido', once it is paid: amounts, where and when, and the link to the order. One per order.
 * `vueltos`: codes with the free sheets that it did not need. `puntos`: what it gave, or would give an
 * account (`sumados`).
 */
export function mailPagado(
  pedido: Pedido,
  con: Con,
  {
    vueltos = [],
    puntos = null,
  }: {
    vueltos?: Pick<CodigoRow, 'codigo' | 'hojas' | 'vence'>[]
    puntos?: { cuantos: number; sumados: boolean } | null
  } = {},
): NewCorreo {
  const isFree = pedido.importe_final === 0
  const intro = isFree
    ? `Tu pedido ${pedido.numero} no tiene cargo y ya está en la fila de impresión.`
    : pedido.resta > 0
      ? `Recibimos tu seña del pedido ${pedido.numero} y ya está en la fila de impresión. Al retirarlo pagás los ${formatCentavos(pedido.resta)} que restan.`
      : `El pago de tu pedido ${pedido.numero} se acreditó${con.archivos !== 0 ? ' y ya está en la fila de impresión' : ''}.`
  const left = vueltos.map(
    ({ codigo, hojas, vence }) =>
      `Te ${hojas === 1 ? 'queda' : 'quedan'} ${count(hojas ?? 0, 'hoja')} gratis en otro código: ${codigo}, hasta el ${formatDay(vence)}.`,
  )
  return compose(pedido, con, {
    clave: `pagado:${pedido.id}`,
    asunto: `Recibimos tu pedido ${pedido.numero}`,
    title: 'Recibimos tu pedido',
    paragraphs: [intro, ...left, ...(con.archivos !== 0 ? ['Te avisamos por acá cuando esté listo.'] : [])],
    banner: promiseOf(pedido),
    codigo: 'solo',
    rows: amounts(pedido, isFree || pedido.resta > 0 ? 'Total' : 'Total pagado'),
    isFacturable: !isFree && pedido.resta === 0,
    further: puntos ? pointsOf(puntos, con) : undefined,
    hasPlace: true,
  })
}

const pointsOf = (
  { cuantos, sumados }: { cuantos: number; sumados: boolean },
  { around: { publicUrl } }: Con,
) =>
  sumados
    ? {
        text: `Sumaste ${count(cuantos, 'punto')}.`,
        label: 'Ver mis puntos',
        url: linkTo(publicUrl, '/perfil'),
      }
    : {
        text: `Este pedido vale ${count(cuantos, 'punto')}.`,
        label: 'Creá tu cuenta con este mail y son tuyos',
        url: linkTo(publicUrl, '/registro'),
      }

export const claveListo = (id: string, paso: number): `listo:${string}` => `listo:${id}:${paso}`

/**
 * 'Tu pedido está listo': where to get it and with which code. One for each time that it became ready
 * (`paso`).
 */
export function mailListo(pedido: Pedido, con: Con, paso: number): NewCorreo {
  const isDelivery = pedido.modo_entrega === 'delivery'
  return compose(pedido, con, {
    clave: claveListo(pedido.id, paso),
    asunto: `Tu pedido ${pedido.numero} está listo`,
    title: 'Tu pedido está listo',
    paragraphs: [
      isDelivery
        ? `Terminamos de imprimir tu pedido ${pedido.numero}. Te lo llevamos a la dirección que nos diste.`
        : `Terminamos de imprimir tu pedido ${pedido.numero}. Ya podés pasar a retirarlo: con este código también puede hacerlo otra persona.`,
    ],
    codigo: 'qr',
    rows: delivery(pedido),
    hasPlace: true,
  })
}

/** The branch where the customer picks the order up has changed. One for each change. */
export function mailMudado(
  pedido: Pedido,
  sucursal: Sucursal,
  around: Con['around'],
  cuando: Date,
): NewCorreo {
  return compose(
    pedido,
    { sucursal, around },
    {
      clave: `mudado:${pedido.id}:${cuando.getTime()}`,
      asunto: `Tu pedido ${pedido.numero} se retira en ${sucursal.nombre}`,
      title: `Ahora se retira en ${sucursal.nombre}`,
      paragraphs: [
        `Tu pedido ${pedido.numero} se va a imprimir en otra sucursal, y se retira ahí. Si no te queda bien, respondenos${sucursal.whatsapp ? ' o escribinos por WhatsApp' : ''}.`,
      ],
      banner: promiseOf(pedido),
      codigo: 'solo',
      rows: delivery(pedido),
      hasPlace: true,
    },
  )
}

/** The promised hour will be missed: the new one, told at `cuando`. */
export function mailDemora(
  pedido: Pedido,
  con: Con,
  { prometido, hora, cuando }: { prometido: Date; hora: Date; cuando: Date },
): NewCorreo {
  const wait =
    pedido.modo_entrega === 'delivery'
      ? []
      : ['Antes de salir a buscarlo, esperá ese mail o mirá tu pedido: ahí vas a ver si ya está.']
  return compose(pedido, con, {
    clave: `demora:${pedido.id}:${cuando.getTime()}`,
    asunto: `Tu pedido ${pedido.numero} se demora: ahora, ${lower(formatMoment(hora))} h`,
    title: 'Tu pedido se demora',
    paragraphs: [
      `Disculpanos: no llegamos a tener tu pedido ${pedido.numero} para el ${lower(formatMoment(prometido))} h. Seguimos trabajando en él, y te avisamos por acá apenas esté listo.`,
      ...wait,
    ],
    banner: { tone: 'lima', label: 'La nueva hora', value: `${formatMoment(hora)} h` },
    rows: delivery(pedido),
    hasPlace: true,
  })
}

/**
 * A visitor who knows the order's number and its mailbox or mobile asked for its link. `once`: that request.
 */
export function mailBuscado(pedido: Pedido, con: Con, once: string): NewCorreo {
  return compose(pedido, con, {
    clave: `buscado:${pedido.id}:${once}`,
    asunto: `Tu pedido ${pedido.numero}`,
    title: `Acá está tu pedido ${pedido.numero}`,
    paragraphs: ['Pediste el enlace para verlo: en qué anda, cuándo está y el código de retiro.'],
    rows: amounts(pedido, 'Total'),
    isSilent: true,
    note: 'Si no lo pediste vos, no hagas nada: el enlace llega solo a este correo.',
    hasPlace: true,
  })
}

/** The order was confirmed and is not paid. One per order. */
export function mailEspera(pedido: Pedido, con: Con): NewCorreo {
  return compose(pedido, con, {
    clave: `espera:${pedido.id}`,
    asunto: `Falta pagar tu pedido ${pedido.numero}`,
    title: 'Falta pagar tu pedido',
    paragraphs: [
      `Guardamos ${filesOf(con)} con las opciones que elegiste. Apenas se acredite el pago, lo imprimimos.`,
    ],
    banner: payUntil(pedido),
    button: { label: `Pagar ${formatCentavos(pedido.importe_final)}` },
    rows: amounts(pedido, 'Total a pagar'),
    note: 'Si ya no lo necesitás, no hagas nada: se cancela solo y no debés nada.',
    hasPlace: true,
  })
}

/** A payment was made, and its provider has not decided yet. Replaces `mailEspera`. */
export function mailEnRevision(pedido: Pedido, con: Con): NewCorreo {
  return compose(pedido, con, {
    clave: `espera:${pedido.id}`,
    asunto: `Tu pago del pedido ${pedido.numero} está en revisión`,
    title: 'Tu pago está en revisión',
    paragraphs: [
      `El pago de tu pedido ${pedido.numero} todavía no está aprobado. Suele tardar unos minutos, y a veces hasta dos días hábiles.`,
      'No vuelvas a pagar: te avisamos por acá apenas haya una respuesta.',
    ],
    rows: amounts(pedido, 'Total'),
    hasPlace: true,
  })
}

/**
 * A payment to be made elsewhere, mostly in cash. `url`: where the provider shows its ticket; `numero`: what
 * the cashier types. One per payment.
 */
export function mailCupon(
  pedido: Pedido,
  con: Con,
  { id, importe, url, numero }: { id: string; importe: number; url: string | null; numero: string | null },
): NewCorreo {
  return compose(pedido, con, {
    clave: `cupon:${pedido.id}:${id}`,
    asunto: url
      ? `Tu cupón para pagar el pedido ${pedido.numero}`
      : `Esperamos tu pago del pedido ${pedido.numero}`,
    title: url ? 'Pagá tu cupón y lo imprimimos' : 'Esperamos tu pago',
    paragraphs: [
      `${url ? 'Mostrá el cupón donde vayas a pagarlo.' : 'Terminá de pagarlo como te indicó el medio de pago.'} Puede tardar en acreditarse: no lo pagues dos veces.`,
    ],
    banner: payUntil(pedido),
    codigo: numero ? { label: 'Número del cupón', value: inFours(numero) } : undefined,
    button: url ? { label: 'Ver el cupón', url } : undefined,
    rows: [{ label: 'Total a pagar', value: formatCentavos(importe), strong: true }, ...delivery(pedido)],
    hasPlace: true,
  })
}

/**
 * A payment was refused, and none is under way. One for several tries in a row: the last one's. `isOver`: the
 * time to pay ended while it was under review.
 */
export function mailRechazado(pedido: Pedido, con: Con, pagoId: string, isOver = false): NewCorreo {
  const title = 'Tu pago no se aprobó'
  const refused = {
    clave: `rechazado:${pedido.id}:${pagoId}` as const,
    asunto: `El pago de tu pedido ${pedido.numero} no se aprobó`,
    title,
  }
  if (isOver) {
    const ended =
      'No se te cobró nada. El plazo para pagar este pedido ya terminó: si lo necesitás, pedilo de nuevo.'
    return compose(pedido, con, { ...refused, paragraphs: [ended] })
  }
  return compose(pedido, con, {
    ...refused,
    rows: amounts(pedido, 'Total a pagar'),
    hasPlace: true,
    paragraphs: [
      'No se te cobró nada, y tu pedido sigue guardado. Probá de nuevo, con otra tarjeta o en efectivo.',
    ],
    banner: payUntil(pedido, 'roja', 'Lo guardamos hasta el'),
    button: { label: 'Probar de nuevo' },
  })
}

/** `acreditado`: centavos that were paid and are not enough. One per order. */
export function mailPorVencer(
  pedido: Pedido,
  con: Con,
  { now, acreditado }: { now: Date; acreditado: number },
): NewCorreo {
  const hours = Math.max(1, Math.round(((pedido.vence ?? now).getTime() - now.getTime()) / 3600_000))
  const inHours = `en ${count(hours, 'hora')}`
  const missing = pedido.importe_final - acreditado
  const isShort = acreditado > 0
  return compose(pedido, con, {
    clave: `por_vencer:${pedido.id}`,
    asunto: `${upper(inHours)} vence tu pedido ${pedido.numero}`,
    title: `Tu pedido vence ${inHours}`,
    paragraphs: [
      isShort
        ? `Se acreditaron ${inText(acreditado)} y faltan ${inText(missing)}. Pagá lo que falta en la sucursal, con tu número de pedido, y lo imprimimos. Si preferís que te lo devolvamos, escribinos.`
        : `Todavía tenemos guardados ${filesOf(con)} con las opciones que elegiste. Si no lo pagás, se cancela solo y no debés nada.`,
    ],
    banner: payUntil(pedido),
    button: isShort ? undefined : { label: `Pagar ${formatCentavos(pedido.importe_final)}` },
    note: isShort ? undefined : 'Si ya no lo necesitás, no hagas nada.',
    hasPlace: true,
  })
}

const filesOf = ({ archivos }: Con): string => (archivos === 1 ? 'tu archivo' : 'tus archivos')

const inText = (centavos: number): string => pesosInText(toPesos(centavos))

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const amounts = (pedido: Pedido, total: string): Row[] => [
  ...resumenOf(pedido)
    .filter(({ pesos }) => pesos !== 0)
    .map(({ title, pesos, kind }) => ({
      label: title,
      value: kind === 'resta' ? `−${formatPesos(pesos)}` : formatPesos(pesos),
    })),
  { label: total, value: formatCentavos(pedido.importe_final), strong: true },
  ...delivery(pedido),
]

/** Delivery is no part of what was paid online. */
function delivery({ modo_entrega, costo_delivery }: Pedido): Row[] {
  if (modo_entrega !== 'delivery') return []
  return [{ label: 'Envío (se paga al recibir)', value: formatCentavos(costo_delivery) }]
}
