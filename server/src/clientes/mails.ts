import { html } from '../core/html.ts'
import { mailButton, mailPage, mailStyles } from '../core/mail-page.ts'
import type { NewCorreo } from '../correos/service.ts'

type Content = {
  asunto: string
  title: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Below the button: what to do if it was somebody else. */
  small: string
}

/** `clave` and `para` are the caller's; no mail to an unconfirmed address repeats what a stranger typed. */
type Address = { clave: string; para: string }

export const mailActivacion = (address: Address, publicUrl: string, token: string): NewCorreo =>
  compose(address, {
    asunto: 'Activá tu cuenta de ImprimiTodo',
    title: 'Activá tu cuenta',
    paragraphs: ['Recibimos tu registro. Para empezar a usar tu cuenta, confirmá que este correo es tuyo.'],
    button: { label: 'Activar mi cuenta', url: `${publicUrl}/activar/${token}` },
    small:
      'El enlace vale 48 horas. Si no te registraste, no hagas nada: sin activarla, la cuenta se borra sola.',
  })

export const mailRecuperacion = (address: Address, publicUrl: string, token: string): NewCorreo =>
  compose(address, {
    asunto: 'Elegí una contraseña nueva',
    title: 'Elegí una contraseña nueva',
    paragraphs: ['Pediste recuperar el acceso a tu cuenta de ImprimiTodo.'],
    button: { label: 'Elegir contraseña', url: `${publicUrl}/recuperar/${token}` },
    small:
      'El enlace vale 48 horas y sirve una vez. Si no lo pediste, no hagas nada: tu contraseña sigue igual.',
  })

export const mailEmailNuevo = (address: Address): NewCorreo =>
  compose(address, {
    asunto: 'Este es ahora el correo de tu cuenta',
    title: 'Cambiaste tu correo',
    paragraphs: [
      'Desde ahora entrás a ImprimiTodo con esta dirección, y acá te llegan los avisos de tus pedidos.',
    ],
    small:
      'Si no tenés una cuenta en ImprimiTodo, alguien escribió tu dirección por error: podés ignorar este correo.',
  })

/** Opening the address changes nothing, because mail scanners open everything: its page has the button that does. */
export const mailEmailAnterior = (address: Address, publicUrl: string, token: string): NewCorreo =>
  compose(address, {
    asunto: 'Cambió el correo de tu cuenta',
    title: 'Cambió el correo de tu cuenta',
    paragraphs: [
      'Tu cuenta de ImprimiTodo tiene ahora otra dirección de correo. Si fuiste vos, está todo bien.',
    ],
    button: {
      label: 'No fui yo: deshacer el cambio',
      url: `${publicUrl}/api/clientes/deshacer-correo/${token}`,
    },
    small: 'El enlace vale 72 horas. Deshacerlo también cierra la sesión en todos los dispositivos.',
  })

export const mailEmailRestaurado = (address: Address, publicUrl: string): NewCorreo =>
  compose(address, {
    asunto: 'Tu cuenta volvió a este correo',
    title: 'Deshicimos el cambio',
    paragraphs: [
      'Tu cuenta volvió a tener esta dirección y cerramos la sesión en todos los dispositivos.',
      'Quien hizo el cambio podría saber tu contraseña: elegí una nueva.',
    ],
    button: { label: 'Elegir otra contraseña', url: `${publicUrl}/recuperar` },
    small: 'Si necesitás ayuda, acercate a cualquiera de las sucursales.',
  })

export const mailPasswordCambiada = (address: Address, publicUrl: string): NewCorreo =>
  compose(address, {
    asunto: 'Cambió la contraseña de tu cuenta',
    title: 'Cambió tu contraseña',
    paragraphs: [
      'La contraseña de tu cuenta de ImprimiTodo cambió y cerramos la sesión en todos los dispositivos.',
    ],
    button: { label: 'No fui yo: elegir otra', url: `${publicUrl}/recuperar` },
    small: 'Si fuiste vos, no hace falta que hagas nada.',
  })

export const mailCuentaEliminada = (address: Address): NewCorreo =>
  compose(address, {
    asunto: 'Tu cuenta fue eliminada',
    title: 'Tu cuenta ya no existe',
    paragraphs: [
      'Borramos tus datos como lo pediste. De tus pedidos guardamos solo lo que exige la contabilidad, sin tu nombre ni tus archivos.',
      'Si todavía tenés un pedido por retirar, sus datos se borran cuando te lo entreguemos.',
    ],
    small: 'Es el último correo que te mandamos.',
  })

function compose({ clave, para }: Address, content: Content): NewCorreo {
  const { asunto, title, paragraphs, button, small } = content
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${button ? mailButton(button.label, button.url) : null}
<p style="${mailStyles.small}">${small}</p>`
  const texto = [title, ...paragraphs, button && `${button.label}: ${button.url}`, small, 'ImprimiTodo']
  return {
    ...{ clave, para, asunto },
    texto: `${texto.filter(Boolean).join('\n\n')}\n`,
    html: mailPage({ title, preheader: paragraphs[0] ?? '', body }),
  }
}
