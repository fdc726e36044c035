import { formatPesos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { formatDay, formatMoment } from '@imprimitodo/shared/rules/fecha'
import { count } from '@imprimitodo/shared/rules/resumen'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { type Html, html } from '../../base/web/html.ts'
import { mailButton, mailCodigo, mailPage, mailRows, mailStyles } from '../../base/web/mail-page.ts'
import type { Codigo } from '../../fidelidad/codigos/service.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import { enlaceDe } from './acceso.ts'
import { resumenOf } from './resumen.ts'
import type { Pedido } from './store.ts'

type Around = Pick<Deps, 'dataDir' | 'publicUrl'>
type Row = { label: string; value: string; strong?: boolean }

/**
 * 'Recibimos tu pedido', once it is paid: amounts, where and when, and the link to the order. One per order.
 * `vueltos`: codes with the free sheets that it did not need.
 */
export function mailPagado(
  pedido: Pedido,
  sucursal: Sucursal | undefined,
  around: Around,
  vueltos: Pick<Codigo, 'codigo' | 'hojas' | 'vence'>[] = [],
): NewCorreo {
  const isFree = pedido.importe_final === 0
  const intro = isFree
    ? `Tu pedido ${pedido.numero} no tiene cargo y ya está en la fila de impresión.`
    : `El pago de tu pedido ${pedido.numero} se acreditó y ya está en la fila de impresión.`
  const promise = pedido.prometido ? [`Lo prometemos para: ${formatMoment(pedido.prometido)} h.`] : []
  const left = vueltos.map(
    ({ codigo, hojas, vence }) =>
      `Te ${hojas === 1 ? 'queda' : 'quedan'} ${count(hojas ?? 0, 'hoja')} gratis en otro código: ${codigo}, hasta el ${formatDay(vence)}.`,
  )
  return compose(pedido, sucursal, around, {
    clave: `pagado:${pedido.id}`,
    asunto: `Recibimos tu pedido ${pedido.numero}`,
    title: 'Recibimos tu pedido',
    paragraphs: [intro, ...promise, ...left, 'Te avisamos por acá cuando esté listo.'],
    rows: amounts(pedido),
    isFacturable: !isFree,
  })
}

/** 'Tu pedido está listo': where to get it and with which code. One per order. */
export function mailListo(pedido: Pedido, sucursal: Sucursal | undefined, around: Around): NewCorreo {
  const isDelivery = pedido.modo_entrega === 'delivery'
  return compose(pedido, sucursal, around, {
    clave: `listo:${pedido.id}`,
    asunto: `Tu pedido ${pedido.numero} está listo`,
    title: 'Tu pedido está listo',
    paragraphs: [
      isDelivery
        ? `Terminamos de imprimir tu pedido ${pedido.numero}. Te lo llevamos a la dirección que nos diste.`
        : `Terminamos de imprimir tu pedido ${pedido.numero}. Ya podés pasar a retirarlo.`,
    ],
    rows: delivery(pedido),
  })
}

/** Where it is fetched has changed. One for each change. */
export function mailMudado(pedido: Pedido, sucursal: Sucursal, around: Around, cuando: Date): NewCorreo {
  const promise = pedido.prometido ? [`Lo prometemos para: ${formatMoment(pedido.prometido)} h.`] : []
  return compose(pedido, sucursal, around, {
    clave: `mudado:${pedido.id}:${cuando.getTime()}`,
    asunto: `Tu pedido ${pedido.numero} se retira en ${sucursal.nombre}`,
    title: `Ahora se retira en ${sucursal.nombre}`,
    paragraphs: [
      `Tu pedido ${pedido.numero} se va a imprimir en otra sucursal, y se retira ahí. Si no te queda bien, respondenos${sucursal.whatsapp ? ' o escribinos por WhatsApp' : ''}.`,
      ...promise,
    ],
    rows: delivery(pedido),
  })
}

type Content = {
  clave: string
  asunto: string
  title: string
  paragraphs: string[]
  rows: Row[]
  isFacturable?: boolean
}

function compose(
  pedido: Pedido,
  sucursal: Sucursal | undefined,
  around: Around,
  content: Content,
): NewCorreo {
  const { clave, asunto, title, paragraphs, rows, isFacturable } = content
  const link = enlaceDe(around, pedido)
  const factura = isFacturable && enlaceDe(around, pedido, `/facturar?pedido=${pedido.id}`)
  const [codeLabel, place] = where(pedido, sucursal)
  const code = pedido.codigo_retiro ?? ''
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${mailCodigo(codeLabel, code)}
${placeHtml(place)}
${rows.length ? mailRows(rows) : null}
${mailButton('Ver mi pedido', link)}
${factura ? html`<p style="${mailStyles.text}">¿Necesitás factura? <a href="${factura}" style="color:inherit">Pedila acá</a>.</p>` : null}
<p style="${mailStyles.small}">Quien tenga esta dirección puede ver todo el pedido: no la compartas.</p>`
  const texto = [
    title,
    ...paragraphs,
    `${codeLabel}: ${code}`,
    place.join('\n'),
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    factura ? `¿Necesitás factura? Pedila acá: ${factura}` : '',
    `Ver mi pedido: ${link}\nQuien tenga esta dirección puede ver todo el pedido: no la compartas.`,
    'ImprimiTodo',
  ]
  return {
    clave,
    para: pedido.email ?? '',
    asunto,
    texto: `${texto.filter(Boolean).join('\n\n')}\n`,
    html: mailPage({ title, preheader: paragraphs[0] ?? '', body }),
  }
}

/** What the code is called, and the lines that say where the order ends up. */
function where(pedido: Pedido, sucursal: Sucursal | undefined): [codeLabel: string, place: string[]] {
  if (pedido.modo_entrega === 'delivery')
    return ['Código para recibirlo', [`Lo enviamos a ${pedido.direccion_entrega ?? 'tu dirección'}.`]]
  if (!sucursal) return ['Código de retiro', []]
  const { nombre, direccion, horario } = sucursal
  const place = `Retirás en la sucursal ${nombre}${direccion ? `: ${direccion}` : ''}.`
  return ['Código de retiro', [place, ...(horario ? [`Horario: ${horario}`] : [])]]
}

const placeHtml = (place: string[]): Html[] =>
  place.map((line) => html`<p style="${mailStyles.text}">${line}</p>`)

function amounts(pedido: Pedido): Row[] {
  return [
    ...resumenOf(pedido)
      .filter(({ pesos }) => pesos !== 0)
      .map(({ title, pesos, kind }) => ({
        label: title,
        value: kind === 'resta' ? `−${formatPesos(pesos)}` : formatPesos(pesos),
      })),
    {
      label: pedido.importe_final === 0 ? 'Total' : 'Total pagado',
      value: formatPesos(toPesos(pedido.importe_final)),
      strong: true,
    },
    ...delivery(pedido),
  ]
}

/** Delivery is no part of what was paid online. */
function delivery({ modo_entrega, costo_delivery }: Pedido): Row[] {
  if (modo_entrega !== 'delivery') return []
  return [{ label: 'Envío (se paga al recibir)', value: formatPesos(toPesos(costo_delivery)) }]
}
