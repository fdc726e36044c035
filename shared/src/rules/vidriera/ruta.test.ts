import { describe, expect, it } from 'vitest'
import { accessOf, canonicalOf, isRuta, isRutaPrivada, PAGES, type PageAddress, pageOf } from './ruta.ts'

describe('isRuta', () => {
  it.each([
    ['/', true],
    ['/imprimitodo', true],
    ['/imprimitodo/', true],
    ['/imprimitodo/paso3/', true],
    ['/imprimitodo/paso4', false],
    ['/imprimitodo/paso1/x', false],
    ['/producto/12', true],
    ['/producto', false],
    ['/producto/', false],
    ['/producto/12/13', false],
    ['/recuperar', true],
    ['/recuperar/abc', true],
    ['/confirmar-correo/abc', true],
    ['/confirmar-correo', false],
    ['/pedido/abc/', true],
    ['/pedido/abc/archivo/1', true],
    ['/pedido/abc/archivo', false],
    ['/pedido', false],
    ['//', false],
    ['/Login', false],
    ['/mostrador', false],
    ['/api/productos', false],
    ['', false],
    ['https://otro.example/login', false],
    ['//otro.example/login', false],
  ])('%s: %s', (path, expected) => expect(isRuta(path)).toBe(expected))
})

describe('isRutaPrivada', () => {
  it.each([
    ['/pedido/abc', true],
    ['/pedido/abc/archivo/1', true],
    ['/facturar', true],
    ['/facturar/', true],
    ['/recuperar/abc', true],
    ['/confirmar-correo/abc', true],
    ['/mostrador/pedidos', true],
    ['/facturarme', false],
    ['/producto/1', false],
    ['/', false],
  ])('%s: %s', (path, expected) => expect(isRutaPrivada(path)).toBe(expected))
})

describe('accessOf', () => {
  it.each([
    ['/login', 'guests'],
    ['/registro', 'guests'],
    ['/activar/abc', 'guests'],
    ['/perfil', 'customers'],
    ['/logout', 'customers'],
    ['/cupon/', 'customers'],
    ['/canje-puntos', 'customers'],
    ['/', undefined],
    ['/recuperar', undefined],
    ['/activar', undefined],
    ['/facturar', undefined],
    ['/ruleta', undefined],
    ['/logro-compra-gratis', undefined],
    ['/nada', undefined],
  ])('%s: %s', (path, expected) => expect(accessOf(path)).toBe(expected))
})

describe('RUTAS', () => {
  it('no page is offered to crawlers and private at once', () => {
    const both = PAGES.filter(([, { crawlers, isPrivate }]) => crawlers === 'listed' && isPrivate)
    expect(both).toEqual([])
  })

  it('a page that is known by another address names a page with a head', () => {
    expect(canonicalOf('/imprimitodo/paso1')).toBe('/imprimitodo')
    expect(canonicalOf('/perfil')).toBe('/perfil')
    for (const [ruta, { canonical }] of PAGES)
      if (canonical) expect(pageOf(canonicalOf(ruta)).head).toBeTruthy()
  })

  it('a link is an address of a page: others do not compile', () => {
    const good: PageAddress[] = [
      '/',
      '/#contacto',
      '/login?redirect=/cupon',
      '/pedido/x',
      '/pedido/x/archivo/1',
    ]
    // @ts-expect-error a page that there is not
    const unknown: PageAddress = '/registrarse'
    // @ts-expect-error a page that needs an id
    const short: PageAddress = '/pedido'
    expect(good.map((address) => isRuta(address.split(/[?#]/)[0] ?? ''))).toEqual(good.map(() => true))
    expect([unknown, short].map(isRuta)).toEqual([false, false])
  })
})
