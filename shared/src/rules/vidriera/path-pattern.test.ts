import { describe, expect, it } from 'vitest'
import { pathPattern } from './path-pattern.ts'

describe('pathPattern', () => {
  it.each([
    ['/', '/', {}],
    ['/', '/x', null],
    ['/', '//', null],
    ['/', '', null],
    ['/registro', '/registro', {}],
    ['/registro', '/registro/', {}],
    ['/registro', '/registro//', null],
    ['/registro', '/registros', null],
    ['/producto/:pk', '/producto/12', { pk: '12' }],
    ['/producto/:pk', '/producto/12/', { pk: '12' }],
    ['/producto/:pk', '/producto/', null],
    ['/producto/:pk', '/producto/12/13', null],
    ['/producto/:pk', '/producto/12%2f13', null],
    ['/producto/:pk', '/producto/%2F', null],
    ['/producto/:pk', '/producto/12%20', { pk: '12%20' }],
    ['/c/:codigo', '/c/%C3%91', { codigo: '%C3%91' }],
    ['/a/:b/c/:d', '/a/1/c/2', { b: '1', d: '2' }],
    ['/imprimitodo/*', '/imprimitodo', {}],
    ['/imprimitodo/*', '/imprimitodo/', {}],
    ['/imprimitodo/*', '/imprimitodo/paso1/x', {}],
    ['/imprimitodo/*', '/imprimitodos', null],
    ['/*', '/', {}],
    ['/*', '/lo/que/sea', {}],
  ])('%s and %s', (address, path, expected) => {
    const found = pathPattern(address).exec(path)
    expect(found && { ...found.groups }).toEqual(expected)
  })
})
