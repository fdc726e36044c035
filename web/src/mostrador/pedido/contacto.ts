import { digitsOf } from '@imprimitodo/shared/rules/contacto'

/**
 * The digits that WhatsApp wants: country, 9 of a mobile, area and number. Ten digits are a national number, as
 * the shop stores it; anything else is taken to carry its prefix already.
 */
export function whatsappDigits(celular: string): string {
  const digits = digitsOf(celular)
  return digits.length === 10 ? `549${digits}` : digits
}

export const whatsappLink = (celular: string, text: string): string =>
  `https://wa.me/${whatsappDigits(celular)}?text=${encodeURIComponent(text)}`

export const mailLink = (email: string, subject: string, body: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`

type About = { numero: number; estado: string; sucursal: string; modo_entrega: 'retiro' | 'delivery' }

/** How a message about an order begins: what the customer wants to know of its state comes first. */
export function greeting({ numero, estado, sucursal, modo_entrega }: About): string {
  const hello = `¡Hola! Te escribimos de imprimitodo ${sucursal} por tu pedido ${numero}.`
  if (estado !== 'listo') return `${hello} `
  return modo_entrega === 'retiro'
    ? `${hello} Ya está listo: podés pasar a retirarlo.`
    : `${hello} Ya está listo y sale para tu domicilio.`
}

/** Asks for a lost file: `enlace` is where it is sent. */
export const pedirText = (
  { numero, sucursal }: Pick<About, 'numero' | 'sucursal'>,
  { nombre, enlace }: { nombre: string; enlace: string },
): string =>
  `¡Hola! Te escribimos de imprimitodo ${sucursal}. Se nos dañó «${nombre}» de tu pedido ${numero}, disculpanos. Mandalo de nuevo desde acá y seguimos; el precio no cambia: ${enlace}`
