import { describe, expect, it } from 'vitest'
import { valueAt } from './contador.ts'
import { firstMessage, problemIn } from './mensajes.ts'
import { estadoText, isAwaited, pedidoTitle } from './pedido-propio.ts'

describe('the counter', () => {
  it.each([
    [0, 42_860, 0],
    [1, 30, 1],
    [15, 42_860, 21_430],
    [29, 10, 9],
    [30, 42_860, 42_860],
    [31, 42_860, 42_860],
    [30, 0, 0],
  ])('at step %i of %i shows %i', (step, target, shown) => expect(valueAt(step, target)).toBe(shown))
})

describe('messages of a refusal', () => {
  const order = ['password_actual', 'password', 'non_field_errors']
  it.each([
    [{ password: ['corta', 'común'] }, 'corta'],
    [{ password: ['corta'], password_actual: ['no es esa'] }, 'no es esa'],
    [{ non_field_errors: 'no' }, 'no'],
    [{ password: [] }, null],
    [{ detail: 'No.' }, null],
    ['<html>', null],
    [null, null],
  ])('%j: %s', (body, expected) => expect(firstMessage(body, order)).toBe(expected))
  it('says at which field', () =>
    expect(problemIn({ password: ['corta'] }, order)).toEqual({ field: 'password', text: 'corta' }))
})

describe('an order in the list', () => {
  it.each([
    [['tesis.pdf'], 'tesis'],
    [['tesis.PDF', 'anexo.pdf'], 'tesis y anexo'],
    [['a.pdf', 'b.pdf', 'c.pdf'], 'a y 2 archivos más'],
    [[], 'Pedido'],
  ])('%j is %s', (archivos, title) => expect(pedidoTitle({ archivos })).toBe(title))

  it('is ready for pickup or delivery', () => {
    expect(estadoText({ estado: 'listo', modo_entrega: 'retiro' })).toBe('Listo para retirar')
    expect(estadoText({ estado: 'listo', modo_entrega: 'delivery' })).toBe('Listo para enviar')
    expect(estadoText({ estado: 'pagado', modo_entrega: 'retiro' })).toBe('Pagado')
  })

  it('has a promise only until it is kept', () => {
    const prometido = '2026-11-21T15:00:00Z'
    expect(isAwaited({ estado: 'en_produccion', prometido })).toBe(true)
    expect(isAwaited({ estado: 'listo', prometido })).toBe(false)
    expect(isAwaited({ estado: 'pagado', prometido: null })).toBe(false)
  })
})
