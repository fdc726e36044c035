import { digitsOf } from '@imprimitodo/shared/rules/contacto'

/** wa.me takes the international number, digits only. */
export const whatsappLink = (number: string): string => `https://wa.me/${digitsOf(number)}`
