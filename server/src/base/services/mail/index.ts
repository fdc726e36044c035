import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import { createBandeja } from './bandeja.ts'
import type { Mailer } from './port.ts'
import { createSmtp } from './smtp.ts'

type Settings = { smtpUrl: string | undefined; mailFrom: string }

/** Real mail if SMTP_URL is set or the owner connected a server, otherwise mails are kept. */
export function createMailer(
  { smtpUrl, mailFrom }: Settings,
  valores: ValoresConexion | null = null,
): Mailer {
  if (smtpUrl) return createSmtp(smtpUrl, mailFrom)
  return valores ? createSmtp(urlOf(valores), valores.remitente ?? '') : createBandeja()
}

function urlOf({ servidor = '', puerto = '', usuario, password = '' }: ValoresConexion): string {
  const url = new URL(`${puerto === '465' ? 'smtps' : 'smtp'}://${servidor}:${puerto}`)
  if (!usuario) return url.href
  // Characters that URL's setters leave unencoded would be decoded when the address is read
  const account = `${encodeURIComponent(usuario)}:${encodeURIComponent(password)}@`
  return url.href.replace('://', `://${account}`)
}
