import { nationalCelular } from '@imprimitodo/shared/rules/base/celular'
import { digitsOf } from '@imprimitodo/shared/rules/base/contacto'
import { ROTULO } from '../../../ui/state/nombre.ts'

/**
 * The digits that WhatsApp needs: country, 9 for a mobile, area and number, from an Argentine number however
 * it is written. Other numbers are taken to include their country code.
 */
export function whatsappDigits(celular: string): string {
  const national = nationalCelular(celular)
  return national ? `549${national}` : digitsOf(celular).replace(/^00/, '')
}

export const whatsappToCliente = (celular: string, text: string): string =>
  `https://wa.me/${whatsappDigits(celular)}?text=${encodeURIComponent(text)}`

export const mailLink = (email: string, subject: string, body: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`

type About = { numero: number; sucursal: string }

/** Asks for a missing file: `enlace` is where the customer sends it. */
export const askText = (
  { numero, sucursal }: About,
  { nombre, enlace }: { nombre: string; enlace: string },
): string =>
  `¡Hola! Te escribimos de ${ROTULO} ${sucursal}. Se nos dañó «${nombre}» de tu pedido ${numero}, disculpanos. Mandalo de nuevo desde acá y seguimos; el precio no cambia: ${enlace}`
