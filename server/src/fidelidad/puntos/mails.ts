import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { linkTo } from '../../base/web/link.ts'
import { mailButton, mailCodigo, mailPage, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import type { CodigoRow } from '../codigos/service.ts'

export const clavePremio = (clienteId: number, codigoId: number): string =>
  `cliente:${clienteId}:premio:${codigoId}`

/**
 * The pickup code of a prize: once for each code, and deleted from the outbox with its account (`cliente:`).
 */
export function mailPremio(
  { id, codigo, producto_nombre, vence }: CodigoRow,
  cliente: { id: number; email: string },
  publicUrl: string,
): NewCorreo {
  const title = `Tu premio: ${producto_nombre}`
  const intro =
    'Canjeaste tus puntos. Mostrá este código en el mostrador de cualquiera de nuestras sucursales.'
  const until = `Vale hasta el ${formatDay(vence)}.`
  const link = linkTo(publicUrl, `/c/${codigo}`)
  const body = html`<p style="${mailStyles.text}">${intro}</p>
${mailCodigo('Código para retirarlo', codigo)}
<p style="${mailStyles.text}">${until}</p>
${mailButton('Ver mi código', link)}
<p style="${mailStyles.small}">Quien tenga el código puede retirar el premio: no lo compartas.</p>`
  return {
    clave: clavePremio(cliente.id, id),
    esperado: true,
    para: cliente.email,
    asunto: title,
    texto: `${title}\n\n${intro}\n\nCódigo para retirarlo: ${codigo}\n\n${until}\n\nVer mi código: ${link}\nQuien tenga el código puede retirar el premio: no lo compartas.\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({ title, preheader: intro, body }),
  }
}

const y = (words: string[]): string => new Intl.ListFormat('es-AR', { type: 'conjunction' }).format(words)

/** Tells the customer what a refund voided because its points were spent already. Null: nothing. */
export function anuladosText({
  anulados,
  saldo,
  deuda,
}: {
  anulados: readonly Pick<CodigoRow, 'codigo' | 'producto_nombre' | 'hojas'>[]
  saldo: number
  deuda: number
}): string | null {
  if (anulados.length === 0) return null
  const which = anulados.map(
    ({ codigo, producto_nombre, hojas }) =>
      `«${producto_nombre}» (${hojas ? `${count(hojas, 'hoja')}, ` : ''}código ${codigo})`,
  )
  const left =
    deuda > 0
      ? ` Todavía debés ${count(deuda, 'punto')}: los pagan los próximos que sumes.`
      : saldo > 0
        ? ` Ahora tenés ${count(saldo, 'punto')}.`
        : ''
  return `Con la devolución también se fueron puntos que te había dado la compra. Como ya los habías canjeado, anulamos ${y(which)}: ya no ${anulados.length === 1 ? 'sirve' : 'sirven'}.${left}`
}

/** What a refund voided (`anuladosText`), where no other mail tells it. `id`: of the first code. */
export function mailAnulados(
  cliente: { id: number; email: string },
  { id, text }: { id: number; text: string },
  publicUrl: string,
): NewCorreo {
  const title = 'Anulamos lo que habías canjeado'
  const link = linkTo(publicUrl, '/canje-puntos')
  const body = html`<p style="${mailStyles.text}">${text}</p>
${mailButton('Ver mis puntos', link)}`
  return {
    clave: `cliente:${cliente.id}:anulados:${id}`,
    para: cliente.email,
    asunto: title,
    texto: `${title}\n\n${text}\n\nVer mis puntos: ${link}\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({ title, preheader: text, body }),
  }
}
