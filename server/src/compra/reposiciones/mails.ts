import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailButton, mailPage, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import type { Pedido } from '../pedidos/service.ts'

export type ReposicionPedida = {
  nombre: string
  enlace: string
  /** The counter looked at the file that came instead and refused it. */
  isRefused: boolean
}

/** One mail for all files requested at once. It says that it is our fault and costs the customer nothing. */
export function mailReposicion(
  { id, numero, email }: Pedido,
  pedidas: readonly ReposicionPedida[],
  cuando: Date,
): NewCorreo {
  const isOne = pedidas.length === 1
  const title = isOne ? 'Necesitamos tu archivo de nuevo' : 'Necesitamos tus archivos de nuevo'
  const names = pedidas.map(({ nombre }) => `«${nombre}»`).join(', ')
  const why = pedidas.every(({ isRefused }) => isRefused)
    ? `Miramos lo que nos mandaste en lugar de ${names} para tu pedido ${numero}, y no es el archivo que hay que imprimir. Fijate que sea el mismo con el que hiciste el pedido.`
    : `Se dañó en nuestro sistema ${isOne ? 'un archivo' : `${pedidas.length} archivos`} de tu pedido ${numero} (${names}) y sin ${isOne ? 'él' : 'ellos'} no lo podemos imprimir. Disculpanos: es un error nuestro.`
  const paragraphs = [
    why,
    `${isOne ? 'Mandalo' : 'Mandalos'} desde acá y seguimos con tu pedido. El precio no cambia.`,
  ]
  const labelOf = ({ nombre }: ReposicionPedida) => (isOne ? 'Mandar el archivo' : `Mandar «${nombre}»`)
  const small =
    'Este enlace abre tu pedido: no lo compartas. Si preferís, traelo al mostrador en un pendrive.'
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${pedidas.map((one) => mailButton(labelOf(one), one.enlace))}
<p style="${mailStyles.small}">${small}</p>`
  const links = pedidas.map((one) => `${labelOf(one)}: ${one.enlace}`)
  return {
    clave: `reposicion:${id}:${cuando.getTime()}`,
    para: email ?? '',
    avisa: id,
    asunto: isOne
      ? `Necesitamos de nuevo un archivo de tu pedido ${numero}`
      : `Necesitamos de nuevo archivos de tu pedido ${numero}`,
    texto: `${[title, ...paragraphs, ...links, small, EN_BLANCO.nombre].join('\n\n')}\n`,
    html: mailPage({ title, preheader: paragraphs[0] ?? '', about: `Pedido ${numero}`, body }),
  }
}
