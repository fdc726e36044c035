import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailButton, mailPage, mailStyles } from '../../base/web/mail-page.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'

/** To the owner, about a payment in the shop's account that is of no order. */
export function mailPagoSinPedido(
  para: string,
  pagoId: string,
  { nota, hacer }: { nota: string; hacer: string },
  publicUrl: string,
): NewCorreo {
  const title = 'Entró un pago que no es de ningún pedido'
  const link = `${publicUrl}/mostrador/salud`
  const body = html`<p style="${mailStyles.text}">${nota}</p>
<p style="${mailStyles.text}">${hacer}</p>
${mailButton('Ver en Salud', link)}`
  return {
    clave: `pago:${pagoId}:sin-pedido:${para}`,
    para,
    asunto: title,
    texto: `${title}\n\n${nota}\n\n${hacer}\n\nVer en Salud: ${link}\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({ title, preheader: nota, body }),
  }
}

/**
 * To the owner, about a payment that did not simply pay an order. `about` distinguishes the facts of one
 * payment. `tema`: the subject, where it is not an incoming payment.
 */
export function mailPagoToDueno(
  para: string,
  pedido: Pedido,
  { about, nota, tema = 'Pago' }: { about: string; nota: string; tema?: string },
  publicUrl: string,
): NewCorreo {
  const title = `${tema} del pedido ${pedido.numero}`
  const link = `${publicUrl}/mostrador/pedidos/${pedido.id}`
  const body = html`<p style="${mailStyles.text}">${nota}</p>
${mailButton('Ver el pedido', link)}`
  return {
    clave: `pago:${about}:${para}`,
    para,
    asunto: tema === 'Pago' ? `Mirá el pago del pedido ${pedido.numero}` : title,
    texto: `${title}\n\n${nota}\n\nVer el pedido: ${link}\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({ title, preheader: nota, body }),
  }
}
