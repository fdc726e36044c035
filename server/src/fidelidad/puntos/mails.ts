import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailButton, mailCodigo, mailPage, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import type { Codigo } from '../codigos/service.ts'

/**
 * The pickup code of a prize: once for each code, and deleted from the outbox with its account (`cliente:`).
 */
export function mailPremio(
  { id, codigo, producto_nombre, vence }: Codigo,
  cliente: { id: number; email: string },
  publicUrl: string,
): NewCorreo {
  const title = `Tu premio: ${producto_nombre}`
  const intro =
    'Canjeaste tus puntos. Mostrá este código en el mostrador de cualquiera de nuestras sucursales.'
  const until = `Vale hasta el ${formatDay(vence)}.`
  const link = `${publicUrl}/c/${codigo}`
  const body = html`<p style="${mailStyles.text}">${intro}</p>
${mailCodigo('Código para retirarlo', codigo)}
<p style="${mailStyles.text}">${until}</p>
${mailButton('Ver mi código', link)}
<p style="${mailStyles.small}">Quien tenga el código puede retirar el premio: no lo compartas.</p>`
  return {
    clave: `cliente:${cliente.id}:premio:${id}`,
    para: cliente.email,
    asunto: title,
    texto: `${title}\n\n${intro}\n\nCódigo para retirarlo: ${codigo}\n\n${until}\n\nVer mi código: ${link}\nQuien tenga el código puede retirar el premio: no lo compartas.\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({ title, preheader: intro, body }),
  }
}
