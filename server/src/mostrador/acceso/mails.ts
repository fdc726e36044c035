// Mails to people of the back office about their account.

import { randomUUID } from 'node:crypto'
import { dayOf, formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Letter, mailLetter } from '../../base/web/mail-page.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { emailOf } from './store.ts'

type Having = Pick<Deps, 'jobs' | 'now' | 'publicUrl'>

/**
 * To the person's current address, or to `para`. `about` names the mail: the same one is not sent twice.
 * `hasta`: the end of its link.
 */
export async function mailOperador(
  tx: Tx,
  deps: Having,
  id: number,
  letter: Letter,
  { about = randomUUID(), para, hasta }: { about?: string; para?: string; hasta?: Date } = {},
): Promise<void> {
  const email = para ?? (await emailOf(tx, id))
  if (!email) return
  const correo = mailLetter({ clave: `operador:${id}:${about}`, para: email }, letter)
  await queueCorreo(tx, deps, { ...correo, ...(hasta && { esperado: true, hasta }) })
}

const notYou = (publicUrl: string) => ({
  button: { label: 'No fui yo: elegir otra contraseña', url: `${publicUrl}/mostrador/recuperar` },
  small: 'Si fuiste vos, no hace falta que hagas nada.',
})

export const mailIngresoNuevo = ({ now, publicUrl }: Having, dispositivo: string): Letter => ({
  asunto: 'Ingreso al mostrador desde un navegador nuevo',
  title: 'Ingresaste desde un navegador nuevo',
  paragraphs: [
    `Alguien ingresó con tu cuenta al mostrador de ${EN_BLANCO.nombre} desde un navegador que no habías usado: ${dispositivo}, ${formatMoment(now()).toLowerCase()}.`,
  ],
  ...notYou(publicUrl),
})

/** `que`: the secret that a stranger tried to guess. */
const TANTEADO = {
  clave: 'la contraseña de tu cuenta',
  codigo: 'el código de tu segundo factor, y ya sabe tu contraseña',
  confirmar: 'tu contraseña o tu código para confirmar un cambio, con tu sesión abierta',
} as const
export type Tanteado = keyof typeof TANTEADO

/** At most one of a kind in a day, since a stranger can cause it. */
export function tellTanteo(deps: Having & Pick<Deps, 'db'>, id: number, que: Tanteado): Promise<void> {
  const letter: Letter = {
    asunto: 'Alguien está probando entrar a tu cuenta del mostrador',
    title: 'Demasiados intentos fallidos',
    paragraphs: [
      `Alguien está probando ${TANTEADO[que]} del mostrador de ${EN_BLANCO.nombre}. Por un rato pedimos una verificación más para cada intento.`,
      'Desde los navegadores donde ya ingresaste podés seguir como siempre.',
    ],
    button: { label: 'Elegir otra contraseña', url: `${deps.publicUrl}/mostrador/recuperar` },
    small: 'Si fuiste vos, no hace falta que hagas nada.',
  }
  const about = `tanteo:${que}:${dayOf(deps.now())}`
  return deps.db.transaction((tx) => mailOperador(tx, deps, id, letter, { about }))
}

/** Events of a second factor, by their name in the log and the audit, in sentences for the person. */
const SEGUNDO_FACTOR = {
  activado: `Se activó el segundo factor de tu cuenta del mostrador de ${EN_BLANCO.nombre}. Desde ahora, para ingresar se pide también el código de tu teléfono.`,
  apagado: `Se apagó el segundo factor de tu cuenta del mostrador de ${EN_BLANCO.nombre}. Desde ahora se ingresa con la contraseña sola.`,
  'códigos de recuperación nuevos': `Se hicieron códigos de recuperación nuevos para tu cuenta del mostrador de ${EN_BLANCO.nombre}. Los de antes ya no sirven.`,
  'quitado por el dueño': `El dueño quitó el segundo factor de tu cuenta del mostrador de ${EN_BLANCO.nombre} y cerramos tus sesiones. Podés activarlo de nuevo en «Mi cuenta».`,
} as const
export type HechoSegundoFactor = keyof typeof SEGUNDO_FACTOR

export const mailSegundoFactorCambiado = ({ publicUrl }: Having, hecho: HechoSegundoFactor): Letter => ({
  asunto: 'Cambió el segundo factor de tu cuenta del mostrador',
  title: 'Cambió tu segundo factor',
  paragraphs: [SEGUNDO_FACTOR[hecho]],
  ...notYou(publicUrl),
})

export const mailRecuperacionOperador = ({ publicUrl }: Having, token: string): Letter => ({
  asunto: 'Elegí una contraseña nueva para el mostrador',
  title: 'Elegí una contraseña nueva',
  paragraphs: [`Pediste recuperar tu contraseña del mostrador de ${EN_BLANCO.nombre}.`],
  button: { label: 'Elegir contraseña', url: `${publicUrl}/mostrador/recuperar/${token}` },
  small:
    'El enlace vale 2 horas y sirve una vez. Si no lo pediste, no hagas nada: tu contraseña sigue igual.',
})

export const mailContrasenaCambiada = ({ publicUrl }: Having): Letter => ({
  asunto: 'Cambió tu contraseña del mostrador',
  title: 'Cambió tu contraseña',
  paragraphs: [
    `La contraseña de tu cuenta del mostrador de ${EN_BLANCO.nombre} cambió y cerramos tu sesión en todas las computadoras.`,
  ],
  ...notYou(publicUrl),
})

/** Goes to the old address. `nuevo`: masked. */
export const mailCorreoCambiado = (nuevo: string): Letter => ({
  asunto: 'Cambió el e-mail de tu cuenta del mostrador',
  title: 'Cambió tu e-mail',
  paragraphs: [
    `Desde ahora tu cuenta del mostrador de ${EN_BLANCO.nombre} usa ${nuevo}: con ese e-mail se ingresa, y ahí llegan los avisos.`,
  ],
  small: 'Si no lo pediste, avisale ya al dueño. Si sos el dueño, entrá y volvé a poner el tuyo.',
})

/** `lugar`: 'la sucursal Alberdi', 'todas las sucursales'. */
export const mailAccesoNuevo = ({ publicUrl }: Having, lugar: string): Letter => ({
  asunto: `Tenés acceso al mostrador de ${EN_BLANCO.nombre}`,
  title: 'Tenés acceso al mostrador',
  paragraphs: [
    `Desde ahora trabajás en el mostrador de ${EN_BLANCO.nombre} para ${lugar}. Se ingresa con este e-mail; la contraseña te la pasa el dueño.`,
  ],
  button: { label: 'Elegir mi propia contraseña', url: `${publicUrl}/mostrador/recuperar` },
  small: 'Si no sabés de qué se trata, no hagas nada: alguien escribió mal un e-mail.',
})

/** `lugar` as above. */
export const mailInvitacion = ({ publicUrl }: Having, lugar: string, token: string): Letter => ({
  asunto: `Te invitaron al mostrador de ${EN_BLANCO.nombre}`,
  title: 'Te invitaron al mostrador',
  paragraphs: [
    `Desde ahora trabajás en el mostrador de ${EN_BLANCO.nombre} para ${lugar}. Elegí tu contraseña; después se ingresa con este e-mail.`,
  ],
  button: { label: 'Elegir mi contraseña', url: `${publicUrl}/mostrador/recuperar/${token}` },
  small:
    'El enlace vale 72 horas y sirve una vez. Si se venció, pedí otro con «¿Olvidaste tu contraseña?» donde se ingresa. Si no sabés de qué se trata, no hagas nada: alguien escribió mal un e-mail.',
})

/** `cambio`: a sentence. */
export const mailAccesoCambiado = (cambio: string): Letter => ({
  asunto: 'Cambió tu acceso al mostrador',
  title: 'Cambió tu acceso al mostrador',
  paragraphs: [cambio],
  small: 'Si te parece un error, hablalo con el dueño.',
})
