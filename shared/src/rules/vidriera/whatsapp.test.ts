import { describe, expect, it } from 'vitest'
import { formatWhatsapp, whatsappLink } from './whatsapp.ts'

describe('whatsappLink', () => {
  it.each([
    ['+54 9 3865 47-1200', undefined, 'https://wa.me/5493865471200'],
    ['5493865471200', '', 'https://wa.me/5493865471200'],
    [
      '5493865471200',
      '¿Tenés «A&B»? #1',
      'https://wa.me/5493865471200?text=%C2%BFTen%C3%A9s%20%C2%ABA%26B%C2%BB%3F%20%231',
    ],
  ])('%s with %j', (numero, texto, link) => expect(whatsappLink(numero, texto)).toBe(link))
})

describe('formatWhatsapp', () => {
  it.each([
    ['5493865471200', '+54 9 3865 47-1200'],
    ['+54 9 3865 471200', '+54 9 3865 47-1200'],
    ['59899123456', '+59899123456'],
  ])('%s is %s', (numero, shown) => expect(formatWhatsapp(numero)).toBe(shown))
})
