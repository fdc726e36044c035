import { describe, expect, it } from 'vitest'
import { isRuta, isRutaPrivada } from './ruta.ts'

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
