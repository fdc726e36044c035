// @vitest-environment happy-dom
import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import type { UsoRuleta } from '@imprimitodo/shared/rules/fidelidad/tirada'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RuletaEditor } from './ruleta-editor.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const USO: UsoRuleta = { dias: 30, tiradas: 600, repartido: 3000, pesos: 60_000 }
const sent: unknown[] = []
const onClose = vi.fn()
let answer: () => Response
let user: UserEvent

beforeEach(() => {
  sent.length = 0
  onClose.mockReset()
  answer = () => Response.json({})
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)))
    return answer()
  })
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (ruleta: Ajustes['ruleta'], uso: UsoRuleta | undefined = USO) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RuletaEditor ruleta={ruleta} uso={uso} onClose={onClose} />
    </QueryClientProvider>,
  )
const slider = (valor: number) =>
  screen.getByRole<HTMLInputElement>('slider', { name: `Tiradas que dan ${valor} %` })
const odds = () => screen.getAllByRole<HTMLInputElement>('slider').map(({ value }) => Number(value))
const slide = (valor: number, percent: number) =>
  fireEvent.change(slider(valor), { target: { value: percent } })
const cost = () => screen.getByRole('region', { name: 'Cuánto cuesta' }).textContent
const save = () => user.click(screen.getByRole('button', { name: 'Guardar' }))

describe('the odds of the wheel', () => {
  it('are sliders whose sum stays 100: the others share the rest, and return when the slider does', () => {
    open({ min: 2, max: 4, pesos: [50, 30, 20] })
    expect(odds()).toEqual([50, 30, 20])
    slide(4, 60)
    expect(odds()).toEqual([25, 15, 60])
    slide(4, 100)
    slide(4, 20)
    expect(odds()).toEqual([50, 30, 20])
    screen.getByText('Suman 100 %')
    expect(slider(4).getAttribute('aria-valuetext')).toBe('20 de cada 100')
  })

  it('can be typed, and a locked one stays', async () => {
    open({ min: 2, max: 4, pesos: [50, 30, 20] })
    await user.click(screen.getByRole('button', { name: 'Dejar fijo el 2 %' }))
    expect(slider(2).disabled).toBe(true)
    const box = screen.getByRole('textbox', { name: 'Tiradas que dan 4 %, en número' })
    await user.clear(box)
    await user.type(box, '45')
    expect(odds()).toEqual([50, 5, 45])
    await user.type(box, 'x')
    expect(odds()).toEqual([50, 5, 45])
  })

  it('say at once what a spin and a day cost, and warn where it is too much or the budget ends', async () => {
    open({ min: 2, max: 8 })
    expect(cost()).toContain('cada tirada regala el 5 % de una compra: $ 50,00 de cada $ 1.000')
    expect(cost()).toContain('Con 20 tiradas por día, como en los últimos 30 días')
    expect(cost()).toContain('cerca de $ 2.000,00 por día')
    slide(8, 100)
    expect(cost()).toContain('regala el 8 %')
    expect(cost()).toContain('cerca de $ 3.200,00 por día')
    expect(cost()).not.toContain('Es más del')
    await user.click(screen.getByRole('button', { name: 'Subir el mayor descuento' }))
    for (let times = 0; times < 4; times++)
      await user.click(screen.getByRole('button', { name: 'Subir el mayor descuento' }))
    slide(13, 100)
    expect(cost()).toContain('Es más del 10 %')
    await user.type(screen.getByLabelText('Tope por día'), '100')
    expect(cost()).toContain('El tope de 100 puntos se agota antes de que termine el día')
  })

  it.each([
    ['without spins', { dias: 0, tiradas: 0, repartido: 0, pesos: 0 }, 'Todavía no giró nadie'],
    ['without a code that was used', { ...USO, pesos: 0 }, 'ninguno se usó todavía en un pedido'],
  ])('%s say why the pesos of a day are not known', (_, uso, text) => {
    open({ min: 2, max: 8 }, uso)
    expect(cost()).toContain(text)
  })

  it('are saved by one call, and equal odds stay equal', async () => {
    open({ min: 2, max: 3, presupuesto: null })
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    slide(3, 80)
    await user.type(screen.getByLabelText('Tope por día'), '500')
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
    await user.click(screen.getByRole('button', { name: 'Todos por igual' }))
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(3))
    const range = { min: 2, max: 3 }
    expect(sent).toEqual([
      { ruleta: { ...range, pesos: null, presupuesto: null } },
      { ruleta: { ...range, pesos: [20, 80], presupuesto: 500 } },
      { ruleta: { ...range, pesos: null, presupuesto: 500 } },
    ])
  })

  it('closed while they are being saved do not close a dialog that was opened meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => promise)
    const { unmount } = open({ min: 2, max: 3 })
    await save()
    unmount()
    await act(async () => resolve(Response.json({})))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('report a wrong budget at its field, a refusal, and a lost network; typed values stay', async () => {
    open({ min: 2, max: 3, pesos: [20, 80] })
    const budget = screen.getByLabelText('Tope por día')
    const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
    await user.type(budget, 'mucho')
    await save()
    expect(alerts()).toEqual(['Escribí un número.'])
    expect(document.activeElement).toBe(budget)
    await user.clear(budget)
    await user.type(budget, '0')
    await save()
    expect(alerts()).toEqual(['El presupuesto es un número desde 1.'])
    expect(sent).toEqual([])
    await user.clear(budget)
    answer = () => Response.json({ ruleta: ['Las probabilidades tienen que sumar 100 %.'] }, { status: 400 })
    await save()
    await waitFor(() => expect(alerts()).toEqual(['Las probabilidades tienen que sumar 100 %.']))
    answer = () => {
      throw new TypeError('network')
    }
    await save()
    await waitFor(() =>
      expect(alerts()).toEqual(['Se cortó la conexión y no sabemos si se guardó. Probá de nuevo.']),
    )
    expect(odds()).toEqual([20, 80])
    expect(onClose).not.toHaveBeenCalled()
  })
})
