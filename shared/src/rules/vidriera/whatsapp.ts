import { digitsOf } from '../base/contacto.ts'

/** wa.me takes the international number, digits only; `texto` is prefilled as the customer's message. */
export function whatsappLink(numero: string, texto?: string): string {
  const link = `https://wa.me/${digitsOf(numero)}`
  return texto ? `${link}?text=${encodeURIComponent(texto)}` : link
}

/** '5493865471200' is '+54 9 3865 47-1200': the area codes of southern Tucumán have four digits. */
export function formatWhatsapp(numero: string): string {
  const digits = digitsOf(numero)
  const local = /^549(\d{4})(\d{2})(\d{4})$/.exec(digits)
  return local ? `+54 9 ${local[1]} ${local[2]}-${local[3]}` : `+${digits}`
}

/** For a branch: the international number, as wa.me wants it. */
export function whatsappProblem(numero: string): string | null {
  const { length } = digitsOf(numero)
  return length >= 10 && length <= 15 && !/[a-z]/i.test(numero)
    ? null
    : 'Escribí el número con código de país: 549 3865 471200.'
}
