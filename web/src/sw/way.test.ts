import { PAGES } from '@imprimitodo/shared/rules/vidriera/ruta'
import { expect, it } from 'vitest'
import { wayOf } from './way.ts'

const ORIGIN = 'https://imprimitodo.example'
const way = (path: string, change: Partial<Pick<Request, 'method' | 'mode' | 'referrer'>> = {}) =>
  wayOf(
    { method: 'GET', mode: 'cors', referrer: 'about:client', url: new URL(path, ORIGIN).href, ...change },
    ORIGIN,
  )
const visit = (path: string) => way(path, { mode: 'navigate' })

it.each(PAGES.map(([ruta]) => ruta.replace(/:\w+/, 'x1')))('%s opens without network', (path) => {
  expect(visit(path)).toBe('page')
  expect(visit(`${path}?a=1#b`)).toBe('page')
})

it.each(['/assets/index-BO_va9gV.js', '/assets/figtree-400-700-kKQiEUZW.woff2'])('%s is kept', (path) =>
  expect(way(path)).toBe('file'),
)

it.each([
  '/api/v1/productos/',
  '/api/auth/cliente-actual/',
  '/api/precios',
  '/get_token_local',
  '/kit-banderas.pdf',
  '/mostrador',
  '/mostrador/pedidos/x',
  '/dev/correo',
  '/metrics',
  '/sw.js',
  '/favicon.svg',
  '/assets/../api/precios',
  '/assets/a/b.js',
])('%s is none of its business', (path) => {
  expect(way(path)).toBe('hands-off')
  expect(visit(path)).toBe('hands-off')
})

it('nor are unsafe calls and other sites', () => {
  expect(way('/assets/a.js', { method: 'POST' })).toBe('hands-off')
  expect(way('https://otro.example/assets/a.js')).toBe('hands-off')
  expect(way('https://otro.example/', { mode: 'navigate' })).toBe('hands-off')
})

it('takes files shared by another app, and not those posted by another site', () => {
  const post = { method: 'POST', mode: 'navigate' } as const
  expect(way('/compartir', post)).toBe('share')
  expect(way('/compartir', { ...post, referrer: '' })).toBe('share')
  expect(way('/compartir', { ...post, referrer: 'https://otro.example/form' })).toBe('hands-off')
  expect(way('/compartir', { ...post, mode: 'cors' })).toBe('hands-off')
  expect(way('https://otro.example/compartir', post)).toBe('hands-off')
  expect(visit('/compartir')).toBe('hands-off')
})
