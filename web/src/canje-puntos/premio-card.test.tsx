// @vitest-environment happy-dom
import type { MovimientoPuntos } from '@imprimitodo/shared/api/puntos'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { Toasts } from '../ui/notice/toasts.tsx'
import { PremioCard } from './premio-card.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const REDEEM = 'POST /api/puntos/canjear-producto/'
const movimiento = (id: number, puntos: number): MovimientoPuntos => ({
  id,
  cuando: '2026-11-23T12:00:00.000Z',
  puntos,
  motivo: 'Canje: Llavero',
  saldo: 0,
})
/** The newest line of the ledger: as the page has it, and once it is asked for again. */
const ULTIMO = movimiento(7, -15_000)
const reload = vi.fn(async (): Promise<MovimientoPuntos | undefined> => ULTIMO)
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]

beforeEach(() => {
  script = {}
  calls = fakeServer(script)
  reload.mockReset().mockResolvedValue(ULTIMO)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (puntos: number, cantidad = 5) =>
  render(
    <>
      <PremioCard
        premio={{
          id: 3,
          nombre: 'Llavero',
          descripcion: 'De la casa',
          imagen: null,
          es_codigo_canje: false,
          puntos_requeridos: 15_000,
          cantidad,
        }}
        puntos={puntos}
        ultimo={ULTIMO}
        reload={reload}
      />
      <Toasts />
    </>,
  )
const button = () => screen.queryByRole('button', { name: 'Canjear ahora' })
async function redeem() {
  fireEvent.click(await screen.findByRole('button', { name: 'Canjear ahora' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sí, canjear' }))
}
const sent = () => calls.filter(({ call }) => call === REDEEM).map(({ body }) => body)

it('with one point too few there is no button', () => {
  show(14_999)
  screen.getByText('Te falta 1')
  expect(button()).toBeNull()
  cleanup()
  show(15_000)
  expect(button()).not.toBeNull()
})

it('out of stock there is no button either', () => {
  show(15_000, 0)
  screen.getByText('Sin stock por ahora')
  expect(button()).toBeNull()
})

it('asks first; when the customer declines nothing is sent', () => {
  show(15_500)
  fireEvent.click(screen.getByRole('button', { name: 'Canjear ahora' }))
  const dialog = screen.getByRole('alertdialog', { name: '¿Confirmás el canje?' })
  expect(dialog.textContent).toContain('Vas a cambiar 15.000 puntos por Llavero. Te quedan 500 puntos.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent()).toEqual([])
})

const NO_SE_SABE =
  'Se cortó antes de la respuesta y puede que se haya hecho: tocá otra vez, no se cobra dos veces.'

it.each([
  ['a page in its place', { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' }, [NO_SE_SABE]],
  ['its words', { status: 409, body: { detail: 'Ya no quedan unidades.' } }, ['Ya no quedan unidades.']],
  ['no network', 'cut', [NO_SE_SABE]],
] as const)(
  'a failure says so, with the words of the shop alone, and the points are asked for again: %s',
  async (_, answer, words) => {
    script[REDEEM] = answer
    show(15_000)
    await redeem()
    const dialog = await screen.findByRole('alertdialog', { name: 'Error' })
    expect([...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'No se pudo completar el canje. Intentá más tarde.',
      ...words,
    ])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await screen.findByRole('button', { name: 'Canjear ahora' })
    // Without an answer it is sent once more, as the same press
    expect(sent()).toEqual(Array(answer === 'cut' ? 2 : 1).fill({ producto_id: 3, puntos: 15_000 }))
    expect(reload).toHaveBeenCalledOnce()
  },
)

it('a prize that costs other points by now is asked about again, with the points of now', async () => {
  show(60_000)
  script[REDEEM] = {
    status: 409,
    codigo: 'puntos_cambiaron',
    body: { detail: 'Cambió mientras mirabas: ahora son 45.000 puntos.', puntos: 45_000 },
  }
  await redeem()
  const dialog = await screen.findByRole('alertdialog', { name: '¿Confirmás el canje?' })
  expect([...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Cambió mientras mirabas: ahora son 45.000 puntos.',
    'Vas a cambiar 45.000 puntos por Llavero. Te quedan 15.000 puntos.',
  ])
  expect(reload).toHaveBeenCalledOnce()
  script[REDEEM] = { status: 200, body: { codigo: 'AAAA', producto_nombre: 'Llavero', puntos: 15_000 } }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sí, canjear' }))
  await screen.findByText(/^¡Canje exitoso!/)
  expect(sent()).toEqual([
    { producto_id: 3, puntos: 15_000 },
    { producto_id: 3, puntos: 45_000 },
  ])
})

it('while the points of now are not known, the question does not count what would be left', async () => {
  show(15_000)
  script[REDEEM] = { status: 409, codigo: 'puntos_cambiaron', body: { puntos: 45_000 } }
  await redeem()
  const dialog = await screen.findByRole('alertdialog', { name: '¿Confirmás el canje?' })
  expect(dialog.querySelector('p')?.textContent?.trim()).toBe('Vas a cambiar 45.000 puntos por Llavero.')
})

it('says that nothing was sent where the phone had no network before and after, and tries it once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  script[REDEEM] = 'cut'
  show(60_000)
  await redeem()
  const dialog = await screen.findByRole('alertdialog', { name: 'Error' })
  within(dialog).getByText('No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.')
  expect(sent()).toHaveLength(1)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Canjear ahora' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('Te quedan 45.000 puntos.')
  vi.restoreAllMocks()
})

it('an exchange without an answer keeps its key until it has one; the next exchange has another', async () => {
  const claves = () => calls.flatMap(({ call, clave }) => (call === REDEEM ? [clave] : []))
  const done = { status: 200, body: { codigo: 'AAAA-BBBB-CCCC', producto_nombre: 'Llavero', puntos: 0 } }
  const close = async () =>
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cerrar' }))
  show(60_000)
  script[REDEEM] = 'cut'
  await redeem()
  await close()
  // The shop may have done it before the proxy in front of it gave up
  script[REDEEM] = { status: 504, codigo: null }
  await redeem()
  await close()
  script[REDEEM] = done
  await redeem()
  await vi.waitFor(() => expect(claves()).toHaveLength(4))
  expect(new Set(claves()).size).toBe(1)
  expect(claves()[0]).toMatch(/^[\da-f-]{36}$/)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(3))
  await redeem()
  await vi.waitFor(() => expect(claves()).toHaveLength(5))
  expect(new Set(claves()).size).toBe(2)
})

it('an exchange whose answer was lost is a success where the history shows it, and the next one is another', async () => {
  const claves = () => calls.flatMap(({ call, clave }) => (call === REDEEM ? [clave] : []))
  show(60_000)
  script[REDEEM] = 'cut'
  reload.mockResolvedValue(movimiento(8, -15_000))
  await redeem()
  await screen.findByText(/^¡Canje exitoso!/)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  script[REDEEM] = { status: 200, body: { codigo: 'AAAA', producto_nombre: 'Llavero', puntos: 0 } }
  fireEvent.click(await screen.findByRole('button', { name: 'Canjear ahora' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('Te quedan 45.000 puntos.')
  fireEvent.click(screen.getByRole('button', { name: 'Sí, canjear' }))
  await vi.waitFor(() => expect(new Set(claves()).size).toBe(2))
})

it.each([
  ['other points went', movimiento(8, -20_000)],
  ['nothing is new', ULTIMO],
  ['the history cannot be read', undefined],
])('where %s it is asked again without saying how many points are left', async (_, newest) => {
  show(60_000)
  script[REDEEM] = 'cut'
  reload.mockResolvedValue(newest)
  await redeem()
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cerrar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Canjear ahora' }))
  expect(screen.getByRole('alertdialog').textContent).toContain(
    'Vas a cambiar 15.000 puntos por Llavero. Si el canje anterior se hizo, no se cobra otra vez.',
  )
})
