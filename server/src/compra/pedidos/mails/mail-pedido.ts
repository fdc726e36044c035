// The layout of all mails about an order: text and HTML part say the same, in the same order.

import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { encodeQR } from 'qr'
import type { Deps, Sucursal } from '../../../base/runtime/deps.ts'
import { html } from '../../../base/web/html.ts'
import { linkTo } from '../../../base/web/link.ts'
import {
  mailBanner,
  mailButton,
  mailCodigo,
  mailList,
  mailPage,
  mailRows,
  mailStyles,
} from '../../../base/web/mail-page.ts'
import type { NewCorreo } from '../../../gestion/correos/service.ts'
import { enlaceDe } from '../filas/acceso.ts'
import type { Pedido } from '../filas/store.ts'
import type { PiezaText } from '../precio/resumen.ts'
import type { TemaDePedido } from './correo-vigente.ts'

type Around = Pick<Deps, 'dataDir' | 'publicUrl'>
export type Row = { label: string; value: string; strong?: boolean }
/**
 * The data that most of these mails need beside the order. `piezas`: only of a paid order. Before that a stranger may
 * have typed the mailbox, the names of the files and the address of the delivery: none of them is mailed.
 */
export type Con = { sucursal: Sucursal | undefined; around: Around; archivos?: number; piezas?: PiezaText[] }

export type Banner = { tone: 'lima' | 'roja' | 'verde'; label: string; value: string }

type Content = {
  clave: `${TemaDePedido}:${string}`
  asunto: string
  title: string
  paragraphs: string[]
  banner?: Banner | undefined
  /** The pickup code, with its QR or without; or another one. */
  codigo?: 'solo' | 'qr' | { label: string; value: string } | undefined
  /** Replaces 'Ver mi pedido'; without `url` it opens the order too. */
  button?: { label: string; url?: string } | undefined
  rows?: Row[]
  /** Small, below everything. */
  note?: string | undefined
  isFacturable?: boolean
  /** A sentence, with a link below the place. */
  further?: { text: string; label: string; url: string } | undefined
  /** Only the mailbox is told, not the customer's devices. */
  isSilent?: boolean
  hasPlace?: boolean
}

const HOLDER = 'Quien tenga el enlace de este correo puede ver todo el pedido: no lo compartas.'

/** Both parts of a mail. */
export function compose(pedido: Pedido, con: Con, content: Content): NewCorreo {
  const { around, piezas = [] } = con
  const { clave, asunto, title, paragraphs, banner, rows = [], note, hasPlace } = content
  const about = `Pedido ${pedido.numero}`
  const link = enlaceDe(around, pedido)
  const label = content.button?.label ?? 'Ver mi pedido'
  const url = content.button?.url ?? link
  const factura = content.isFacturable && {
    text: '¿Necesitás factura?',
    label: 'Pedila acá',
    url: enlaceDe(around, pedido, `/facturar?pedido=${pedido.id}`),
  }
  const offers = [content.further, factura].flatMap((one) => one || [])
  const code = codeOf(pedido, content.codigo)
  const place = hasPlace ? placeOf(pedido, con) : []
  const qr = content.codigo === 'qr' ? qrOf(linkTo(around.publicUrl, `/c/${code?.value}`)) : undefined
  const toOrder = url !== link
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${banner ? mailBanner(banner.tone, banner.label, banner.value) : null}
${code ? mailCodigo(code.label, code.value, qr) : null}
${mailButton(label, url)}
${piezas.length ? mailList(piezas) : null}
${rows.length ? mailRows(rows) : null}
${place.map((line) => html`<p style="${mailStyles.text}">${line}</p>`)}
${offers.map((one) => html`<p style="${mailStyles.text}">${one.text} <a href="${one.url}" style="color:inherit">${one.label}</a>.</p>`)}
${toOrder ? html`<p style="${mailStyles.text}"><a href="${link}" style="color:inherit">Ver mi pedido</a></p>` : null}
${note ? html`<p style="${mailStyles.text}">${note}</p>` : null}
<p style="${mailStyles.small}">${HOLDER}</p>`
  const texto = [
    title,
    ...paragraphs,
    banner && `${banner.label}: ${banner.value}`,
    code && `${code.label}: ${code.value}`,
    `${label}: ${url}`,
    piezas.map((pieza) => `- ${pieza.title}: ${pieza.note}`).join('\n'),
    rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
    place.join('\n'),
    ...offers.map((one) => `${one.text} ${one.label}: ${one.url}`),
    toOrder && `Ver mi pedido: ${link}`,
    note,
    HOLDER,
    `${EN_BLANCO.nombre}, ${about.toLowerCase()}`,
  ]
  return {
    clave,
    para: pedido.email ?? '',
    ...(!content.isSilent && { avisa: pedido.id }),
    esperado: content.codigo === 'solo' || content.codigo === 'qr',
    asunto,
    texto: `${texto.filter(Boolean).join('\n\n')}\n`,
    html: mailPage({
      title,
      preheader: [banner && `${banner.label} ${banner.value}.`, paragraphs[0]].filter(Boolean).join(' '),
      about,
      body,
    }),
  }
}

function codeOf({ modo_entrega, codigo_retiro }: Pedido, asked: Content['codigo']) {
  if (typeof asked === 'object') return asked
  const label = modo_entrega === 'delivery' ? 'Código para recibirlo' : 'Código de retiro'
  return asked && codigo_retiro ? { label, value: codigo_retiro } : null
}

/** Its own quiet zone, for apps that darken what is around it. */
const qrOf = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border: 3 })

export const promiseOf = ({ prometido, modo_entrega }: Pedido): Banner | undefined =>
  prometido
    ? {
        tone: 'lima',
        label: modo_entrega === 'delivery' ? 'Listo para llevarte' : 'Listo para retirar',
        value: `${formatMoment(prometido)} h`,
      }
    : undefined

export const payUntil = (
  { vence }: Pedido,
  tone: Banner['tone'] = 'lima',
  label = 'Podés pagarlo hasta el',
): Banner | undefined => (vence ? { tone, label, value: `${lower(formatMoment(vence))} h` } : undefined)

export const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The lines that say where the customer gets the order. */
function placeOf(pedido: Pedido, { sucursal, piezas }: Con): string[] {
  if (pedido.modo_entrega === 'delivery')
    return [`Lo enviamos a ${(piezas && pedido.direccion_entrega) || 'tu dirección'}.`]
  if (!sucursal) return []
  const { nombre, direccion, horario } = sucursal
  const place = `Retirás en la sucursal ${nombre}${direccion ? `: ${direccion}` : ''}.`
  return [place, ...(horario ? [`Horario: ${horario}`] : [])]
}
