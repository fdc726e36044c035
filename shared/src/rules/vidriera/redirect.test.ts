import { expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

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
  '/logout',
  '/logout/?de=aqui',
])('%s is not', (path) => expect(safeRedirect(path)).toBeNull())
