import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { html } from '../../base/web/html.ts'
import { mailCodigo, mailPage, mailRows, mailStyles } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'
import type { ArrepentimientoRow } from './store.ts'

/**
 * The law wants the code in writing, by the channel of the purchase. The address is unconfirmed, so the mail
 * repeats nothing that a stranger may have typed.
 */
export function mailRecibido({ codigo, email, creado }: ArrepentimientoRow): NewCorreo {
  const title = 'Recibimos tu arrepentimiento'
  const text = `Registramos tu pedido de arrepentimiento (${formatMoment(creado).toLowerCase()} h). Guardá este código: es tu constancia.`
  const next =
    'Te respondemos a esta dirección dentro de las 24 horas hábiles. Si no lo pediste, alguien escribió tu dirección por error y podés ignorar este correo.'
  return {
    clave: `arrepentimiento:${codigo}`,
    para: email,
    asunto: `Recibimos tu arrepentimiento: ${codigo}`,
    texto: `${title}\n\n${text}\n\nCódigo: ${codigo}\n\n${next}\n\n${EN_BLANCO.nombre}\n`,
    html: mailPage({
      title,
      preheader: text,
      body: html`<p style="${mailStyles.text}">${text}</p>
${mailCodigo('Código de arrepentimiento', codigo)}
<p style="${mailStyles.small}">${next}</p>`,
    }),
  }
}

const OTHERS = 'Si hoy llegan más, no te los mandamos por correo: están en el mostrador, en Arrepentimientos.'

/** To the owner, who has to answer within a day. `isLast`: further ones of that day are not mailed. */
export function mailArrepentimientoToDueno(
  { codigo, nombre, email, compra, motivo, creado }: ArrepentimientoRow,
  { para, isLast }: { para: string; isLast: boolean },
): NewCorreo {
  const title = 'Alguien se arrepintió de una compra'
  const rows = [
    { label: 'Código', value: codigo },
    { label: 'Recibido', value: `${formatMoment(creado)} h` },
    { label: 'Nombre', value: nombre },
    { label: 'E-mail', value: email },
    { label: 'Compra', value: compra },
    { label: 'Motivo', value: motivo ?? 'No lo dijo (no hace falta)' },
  ]
  const answer = 'Respondele dentro de las 24 horas hábiles, al e-mail que dejó.'
  const next = isLast ? `${answer} ${OTHERS}` : answer
  return {
    clave: `arrepentimiento-dueno:${codigo}:${para}`,
    para,
    asunto: `Arrepentimiento ${codigo}`,
    texto: `${title}\n\n${rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n\n${next}\n`,
    html: mailPage({
      title,
      preheader: next,
      body: html`${mailRows(rows)}<p style="${mailStyles.text}">${next}</p>`,
    }),
  }
}
