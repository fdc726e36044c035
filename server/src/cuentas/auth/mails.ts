import { randomUUID } from 'node:crypto'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { linkTo } from '../../base/web/link.ts'
import { mailLetter } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'

/** Deleted from the outbox with the account (`cliente:`). `dispositivo` in plain words. */
export function mailNavegadorNuevo(
  { id, email }: { id: number; email: string },
  publicUrl: string,
  { dispositivo, cuando }: { dispositivo: string; cuando: Date },
): NewCorreo {
  const address = { clave: `cliente:${id}:navegador:${randomUUID()}`, para: email }
  return mailLetter(address, {
    asunto: 'Entraron a tu cuenta desde un navegador nuevo',
    title: 'Entraron a tu cuenta',
    paragraphs: [
      `Alguien entró a tu cuenta de ${EN_BLANCO.nombre} con tu contraseña, desde un navegador que no habías usado:`,
      `${dispositivo}. ${formatMoment(cuando)}, hora de Tucumán.`,
      'Si no fuiste vos, elegí otra contraseña: así también se cierra la sesión en todos los dispositivos.',
    ],
    button: { label: 'No fui yo: elegir otra contraseña', url: linkTo(publicUrl, '/recuperar') },
    small: 'Si fuiste vos, no hace falta que hagas nada.',
  })
}
