import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Deps } from '../../base/runtime/deps.ts'
import { html } from '../../base/web/html.ts'
import { mailButton, mailPage, mailRows, mailStyles } from '../../base/web/mail-page.ts'
import { enlaceDe, type Pedido } from '../../compra/pedidos/service.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import { envioEn } from './contenido.ts'
import { urlOf } from './documento.ts'
import type { FacturaRow } from './store.ts'

/** The attached voucher, and its address. One mail for each. */
export function mailFactura(
  factura: FacturaRow,
  pedido: Pick<Pedido, 'id' | 'numero' | 'email'>,
  comprobante: string,
  deps: Pick<Deps, 'dataDir' | 'publicUrl'>,
): NewCorreo {
  const { id, numero, email } = pedido
  const isNota = factura.clase === 'nota_credito'
  const title = isNota ? 'Tu nota de crédito' : 'Tu factura'
  const intro = isNota
    ? `Por lo que te devolvimos del pedido ${numero}${envioEn(factura.lineas) > 0 ? ' y por el envío que no se hizo' : ''} emitimos una nota de crédito.`
    : `Emitimos la factura de tu pedido ${numero}.`
  const paragraphs = [
    `${intro} Va adjunta en PDF.`,
    ...(factura.proveedor === 'simulado' ? ['Es de prueba: el comprobante no es válido como factura.'] : []),
  ]
  const rows = [
    { label: 'Comprobante', value: comprobante },
    { label: 'A nombre de', value: factura.cliente.nombre },
    { label: 'Total', value: formatCentavos(factura.importe ?? 0), strong: true },
  ]
  const [pdf, enlace] = [urlOf(deps.publicUrl, factura), enlaceDe(deps, pedido)]
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${mailRows(rows)}
${mailButton('Ver el comprobante (PDF)', pdf)}
<p style="${mailStyles.small};word-break:break-all">Tu pedido: <a href="${enlace}" style="color:inherit">${enlace}</a></p>`
  const texto = [
    title,
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    `Ver el comprobante (PDF): ${pdf}\nTu pedido: ${enlace}`,
    EN_BLANCO.nombre,
  ]
  return {
    clave: `factura:${id}:${factura.id}`,
    para: email ?? '',
    asunto: `${title} del pedido ${numero}`,
    texto: `${texto.join('\n\n')}\n`,
    html: mailPage({ title, preheader: intro, body }),
    documento_id: factura.documento_id,
  }
}
