import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { linkTo } from '../../base/web/link.ts'
import { mailLetter } from '../../base/web/mail-page.ts'
import type { NewCorreo } from '../../gestion/correos/service.ts'

/**
 * `clave` and `para` come from the caller. No mail to an unconfirmed address repeats texts a stranger may
 * have typed.
 */
export type Addressee = { clave: string; para: string }

/** `bienvenida`: percent of the coupon that waits for the account, 0 for none. */
export const mailActivacion = (
  address: Addressee,
  publicUrl: string,
  token: string,
  bienvenida: number,
): NewCorreo =>
  mailLetter(address, {
    asunto: `Activá tu cuenta de ${EN_BLANCO.nombre}`,
    title: 'Activá tu cuenta',
    paragraphs: [
      'Recibimos tu registro. Para empezar a usar tu cuenta, confirmá que este correo es tuyo.',
      ...(bienvenida > 0
        ? [
            `Después te espera un cupón de bienvenida del ${formatPercent(bienvenida)} %: lo generás cuando quieras, desde tu cuenta, y desde ese momento vale 24 horas.`,
          ]
        : []),
    ],
    button: { label: 'Activar mi cuenta', url: linkTo(publicUrl, `/activar/${token}`) },
    small:
      'El enlace vale 48 horas. Si no te registraste, no hagas nada: sin activarla, la cuenta se borra sola.',
  })

export const mailRecuperacion = (address: Addressee, publicUrl: string, token: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Elegí una contraseña nueva',
    title: 'Elegí una contraseña nueva',
    paragraphs: [`Pediste recuperar el acceso a tu cuenta de ${EN_BLANCO.nombre}.`],
    button: { label: 'Elegir contraseña', url: linkTo(publicUrl, `/recuperar/${token}`) },
    small:
      'El enlace vale 48 horas y sirve una vez. Si no lo pediste, no hagas nada: tu contraseña sigue igual.',
  })

/** `isReplacing`: the address has a registration that was never activated. */
export const mailConfirmarCorreo = (
  address: Addressee,
  publicUrl: string,
  token: string,
  isReplacing: boolean,
): NewCorreo =>
  mailLetter(address, {
    asunto: 'Confirmá tu correo nuevo',
    title: 'Confirmá tu correo',
    paragraphs: [
      `Una cuenta de ${EN_BLANCO.nombre} quiere usar esta dirección. Para que sea su correo, confirmá que es tuya.`,
      ...(isReplacing
        ? ['Con esta dirección hay también un registro sin activar: si confirmás, se descarta.']
        : []),
    ],
    button: { label: 'Confirmar mi correo', url: linkTo(publicUrl, `/confirmar-correo/${token}`) },
    small:
      'El enlace vale 48 horas. Si no pediste este cambio, no lo confirmes: la cuenta es de otra persona.',
  })

/** To the owner of an active account whose address another account requested. */
export const mailCorreoOcupado = (address: Addressee, publicUrl: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Esta dirección ya tiene una cuenta',
    title: 'Ya tenés una cuenta con este correo',
    paragraphs: [
      `Desde otra cuenta de ${EN_BLANCO.nombre} pidieron usar esta dirección. Como ya es la de tu cuenta, no cambió nada.`,
    ],
    button: { label: 'Entrar a mi cuenta', url: linkTo(publicUrl, '/login') },
    small: 'Si fuiste vos y querés unir las dos, eliminá primero esta cuenta. Si no, no hagas nada.',
  })

/** Opening the link changes nothing, because mail scanners open links: its page has a button. */
export const mailCambioPedido = (address: Addressee, publicUrl: string, token: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Pidieron cambiar el correo de tu cuenta',
    title: 'Pidieron cambiar tu correo',
    paragraphs: [
      `Desde tu cuenta de ${EN_BLANCO.nombre} pidieron cambiar esta dirección por otra. Todo sigue igual hasta que la confirmen desde ese otro correo. Si fuiste vos, está todo bien.`,
    ],
    button: undo(publicUrl, token, 'No fui yo: frenar el cambio'),
    small: 'El enlace vale 72 horas. Frenarlo también cierra la sesión en todos los dispositivos.',
  })

export const mailEmailAnterior = (address: Addressee, publicUrl: string, token: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Cambió el correo de tu cuenta',
    title: 'Cambió el correo de tu cuenta',
    paragraphs: [
      `Tu cuenta de ${EN_BLANCO.nombre} tiene ahora otra dirección de correo. Si fuiste vos, está todo bien.`,
    ],
    button: undo(publicUrl, token, 'No fui yo: deshacer el cambio'),
    small: 'El enlace vale 72 horas. Deshacerlo también cierra la sesión en todos los dispositivos.',
  })

const undo = (publicUrl: string, token: string, label: string) => ({
  label,
  url: `${publicUrl}/api/clientes/deshacer-correo/${token}`,
})

export const mailEmailRestaurado = (address: Addressee, publicUrl: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Tu cuenta queda con este correo',
    title: 'El cambio quedó sin efecto',
    paragraphs: [
      'Tu cuenta queda con esta dirección y cerramos la sesión en todos los dispositivos.',
      'Quien pidió el cambio podría saber tu contraseña: elegí una nueva.',
    ],
    button: { label: 'Elegir otra contraseña', url: linkTo(publicUrl, '/recuperar') },
    small: 'Si necesitás ayuda, acercate a cualquiera de las sucursales.',
  })

export const mailPasswordCambiada = (address: Addressee, publicUrl: string): NewCorreo =>
  mailLetter(address, {
    asunto: 'Cambió la contraseña de tu cuenta',
    title: 'Cambió tu contraseña',
    paragraphs: [
      `La contraseña de tu cuenta de ${EN_BLANCO.nombre} cambió y cerramos la sesión en todos los dispositivos.`,
    ],
    button: { label: 'No fui yo: elegir otra', url: linkTo(publicUrl, '/recuperar') },
    small: 'Si fuiste vos, no hace falta que hagas nada.',
  })

export const mailCuentaEliminada = (address: Addressee): NewCorreo =>
  mailLetter(address, {
    asunto: 'Tu cuenta fue eliminada',
    title: 'Tu cuenta ya no existe',
    paragraphs: [
      'Borramos tus datos como lo pediste. De tus pedidos guardamos solo lo que exige la contabilidad, sin tu nombre ni tus archivos.',
      'Si todavía tenés un pedido por retirar, sus datos se borran cuando te lo entreguemos.',
    ],
    small: 'Es el último correo que te mandamos.',
  })
