import { expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'
import { isGuestOnly, isProtected } from './ruta-acceso.ts'

it.each([
  '/cupon',
  '/canje-puntos',
  '/imprimitodo/paso3',
  '/producto/7?categoria=a-b&es_oferta=1',
  '/#ofertas',
])('%s is followed', (path) => expect(safeRedirect(path)).toBe(path))

it.each([
  '',
  null,
  undefined,
  'cupon',
  'https://evil.example/perfil',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/perfil\n',
  '/cupon\\..\\x',
  'javascript:alert(1)',
  '/nada',
  '/mostrador',
  '/api/auth/logout/',
  '/login',
  '/registro/',
])('%s is not', (path) => expect(safeRedirect(path)).toBe('/perfil'))

it('pages know who may open them', () => {
  expect(['/login', '/registro', '/activar/abc'].every(isGuestOnly)).toBe(true)
  expect(['/', '/recuperar', '/activar'].some(isGuestOnly)).toBe(false)
  expect(['/perfil', '/logout', '/cupon/', '/canje-puntos'].every(isProtected)).toBe(true)
  expect(['/', '/facturar', '/ruleta', '/logro-compra-gratis'].some(isProtected)).toBe(false)
})
