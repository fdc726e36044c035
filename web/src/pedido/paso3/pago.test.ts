import { type Rechazo, rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../api/call.ts'
import { type Llamadas, payPedido } from './pago.ts'

const ok = <T>(data: T): Answer<T> => ({ ok: true, status: 200, codigo: null, data, errores: null })
const refusal = (
  status: number,
  data: unknown,
  codigo: Rechazo | null = rechazoOf(status),
): Answer<never> => ({ ok: false, status, codigo, data, errores: null })
/** Pays in a step that stays on the screen. */
const pay = (importe: number, calls: Llamadas, envio = 0) => payPedido({ importe, envio }, calls, () => true)
const compra = (importe_final: number) => ({ importe_final })
const buyRefused = (...refused: Parameters<typeof refusal>) =>
  pay(3990, llamadas({ complete: async () => refusal(...refused) }))

function llamadas(changes: Partial<Llamadas> = {}) {
  return {
    complete: vi.fn(changes.complete ?? (async () => ok(compra(3990)))),
    preferencia: vi.fn(changes.preferencia ?? (async () => ok({ init_point: '/pago-simulado/r1' }))),
    sinPago: vi.fn(changes.sinPago ?? (async () => ok({}))),
  }
}

describe('pagar', () => {
  it('confirms, asks for the link of that amount and goes there', async () => {
    const calls = llamadas()
    expect(await pay(3990, calls)).toEqual({ kind: 'ir', url: '/pago-simulado/r1' })
    expect(calls.preferencia).toHaveBeenCalledExactlyOnceWith(3990)
    expect(calls.sinPago).not.toHaveBeenCalled()
  })

  it('charges nothing that was not shown: a new amount is asked again', async () => {
    const calls = llamadas({ complete: async () => ok(compra(4000)) })
    expect(await pay(3990, calls)).toEqual({ kind: 'cambio', importe: 4000 })
    expect(calls.preferencia).not.toHaveBeenCalled()
  })

  it.each([3990, 0])('asks again where the delivery costs something else now: %d pesos', async (shown) => {
    const calls = llamadas({ complete: async () => ok({ ...compra(shown), costo_delivery: 3500 }) })
    expect(await pay(shown, calls, 2000)).toEqual({ kind: 'cambio', importe: shown, envio: 3500 })
    expect(calls.preferencia).not.toHaveBeenCalled()
    expect(calls.sinPago).not.toHaveBeenCalled()
    expect(await pay(shown, calls, 3500)).not.toMatchObject({ kind: 'cambio' })
  })

  it('registers a free order without payment', async () => {
    const calls = llamadas({ complete: async () => ok(compra(0)) })
    expect(await pay(0, calls)).toEqual({ kind: 'gratis' })
    expect(calls.preferencia).not.toHaveBeenCalled()
  })

  it.each([3990, 0])('asks for nothing more once the step was left: %d pesos', async (shown) => {
    const calls = llamadas({ complete: async () => ok(compra(shown)) })
    expect(await payPedido({ importe: shown, envio: 0 }, calls, () => false)).toEqual({ kind: 'dejado' })
    expect(calls.preferencia).not.toHaveBeenCalled()
    expect(calls.sinPago).not.toHaveBeenCalled()
  })

  it('shows the amount of a free order that is not free any more', async () => {
    const calls = llamadas({
      complete: async () => ok(compra(0)),
      sinPago: async () => refusal(409, { detail: 'Hay que pagarlo.', importe_final: 160 }, 'importe_cambio'),
    })
    expect(await pay(0, calls)).toEqual({
      kind: 'cambio',
      importe: 160,
      detail: 'Hay que pagarlo.',
    })
  })

  it.each([
    ['an empty link', ok({ init_point: '' })],
    ['a provider that is down', refusal(502, { detail: 'El servicio de pagos no responde.' })],
  ])('no link: %s', async (_, answer) => {
    expect(await pay(3990, llamadas({ preferencia: async () => answer }))).toEqual({
      kind: 'sin-enlace',
    })
  })

  it('names the pages that cannot be printed, and asks for no link', async () => {
    const textos = ['«tesis.pdf», página 2: no se puede imprimir']
    const calls = llamadas({ complete: async () => refusal(400, { archivos: textos }, 'no_se_imprime') })
    expect(await pay(3990, calls)).toEqual({ kind: 'imposibles', textos })
    expect(calls.preferencia).not.toHaveBeenCalled()
  })

  it('says the fields that the server refused', async () => {
    const complete = async () => refusal(400, { celular: ['Corto.'], detail: 'Revisá los datos.' })
    expect(await pay(3990, llamadas({ complete }))).toEqual({
      kind: 'campos',
      campos: { celular: 'Corto.' },
      text: 'Revisá los datos.',
    })
  })

  it('the code alone tells what a 409 means: closed, another price, or why not', async () => {
    const body = { detail: 'No se puede.', importe_final: 950, archivos: ['«a.pdf»: no se puede imprimir'] }
    for (const codigo of ['pedido_pagado', 'pedido_cerrado'] as const)
      expect(await buyRefused(409, body, codigo)).toEqual({ kind: 'cerrado' })
    for (const codigo of ['importe_cambio', 'codigo_usado', 'codigo_reservado'] as const)
      expect(await buyRefused(409, body, codigo)).toEqual({
        kind: 'cambio',
        importe: 950,
        detail: 'No se puede.',
      })
    for (const codigo of ['color_pendiente', 'pago_en_camino', 'conflicto'] as const)
      expect(await buyRefused(409, body, codigo)).toEqual({ kind: 'mensaje', text: 'No se puede.' })
    expect(await buyRefused(409, body, null)).toEqual({ kind: 'falla' })
  })

  it('a 403 of another’s order stands at the fields, any other is told', async () => {
    const body = { email: ['Ese no es el correo del pedido.'] }
    const campos = { email: 'Ese no es el correo del pedido.' }
    expect(await buyRefused(403, body, 'pedido_ajeno')).toEqual({ kind: 'campos', campos, text: '' })
    const text = 'La página quedó vieja.'
    expect(await buyRefused(403, { detail: text }, 'pagina_vieja')).toEqual({ kind: 'mensaje', text })
  })

  it('409 of the link with another amount: asked again', async () => {
    const preferencia = async () =>
      refusal(409, { detail: 'El total no coincide.', importe_final: 4100 }, 'importe_cambio')
    expect(await pay(3990, llamadas({ preferencia }))).toMatchObject({ kind: 'cambio', importe: 4100 })
  })

  it('too many unpaid orders are said in the server’s words, which tell what to do', async () => {
    const detail = 'Ya hay 10 pedidos sin pagar con este correo. Pagá o cancelá alguno.'
    const resultado = await pay(3990, llamadas({ complete: async () => refusal(429, { detail }) }))
    expect(resultado).toEqual({ kind: 'mensaje', text: detail })
  })

  it.each([500, 502, 429, 413])('a %d of the purchase is a failure to try again', async (status) => {
    expect(await pay(3990, llamadas({ complete: async () => refusal(status, null) }))).toEqual({
      kind: 'falla',
    })
  })

  it.each(['complete', 'preferencia'] as const)(
    'no network at %s is a failure to try again',
    async (name) => {
      const down = async () => {
        throw new TypeError('fetch failed')
      }
      expect(await pay(3990, llamadas({ [name]: down }))).toEqual({ kind: 'falla' })
    },
  )
})
