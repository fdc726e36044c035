// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, replyHeaders } from '../api/testing.ts'
import { HojasGratis } from './hojas-gratis.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const premio = {
  id: 1,
  nombre: 'Hojas gratis',
  descripcion: '',
  imagen: null,
  es_codigo_canje: true,
  puntos_requeridos: 20_000,
  cantidad: 10,
}
function generate() {
  fireEvent.click(screen.getByRole('button', { name: 'Generar código' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sí, cambiar' }))
}

it.each([
  [400, '{"detail":"No te alcanzan los puntos."}', 'Error: {"detail":"No te alcanzan los puntos."}'],
  [400, 'Sin código', 'Error: Sin código'],
  [500, '', 'Error al generar código. Intentalo más tarde.'],
  [502, '<html><h1>Bad Gateway</h1></html>', 'Error al generar código. Intentalo más tarde.'],
  [502, 'upstream timed out', 'Error al generar código. Intentalo más tarde.'],
  [0, 'no network', 'Error al generar código. Intentalo más tarde.'],
])('a failure alerts with the server’s text, or with its own: %i %s', async (status, body, text) => {
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('Failed to fetch')
    // A proxy's answer names no reason
    return new Response(body, { status, headers: status === 502 ? {} : replyHeaders({ status }) })
  })
  const onCodigos = vi.fn(async () => {})
  render(<HojasGratis premio={premio} puntos={20_000} cliente={1} onCodigos={onCodigos} />)
  generate()
  // Without the shop's own answer it may have been generated
  const isLost = status === 502 || status === 0
  const name = isLost ? 'No sabemos si se generó el código' : 'No se generó el código'
  const dialog = await screen.findByRole('alertdialog', { name })
  expect([...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    text,
    ...(isLost
      ? ['Se cortó antes de la respuesta y puede que se haya hecho: tocá otra vez, no se cobra dos veces.']
      : []),
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  // The page's data may be old, so it is reloaded
  expect(onCodigos).toHaveBeenCalledExactlyOnceWith([])
})

it('without network before and after it says that no code was generated, since nothing was sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fakeServer({ 'POST /api/codigos-canje/': 'cut' })
  render(<HojasGratis premio={premio} puntos={20_000} cliente={1} onCodigos={async () => {}} />)
  generate()
  const dialog = await screen.findByRole('alertdialog', { name: 'No se generó el código' })
  within(dialog).getByText('No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.')
})

it('nothing sent after an answer that was lost: it is still not known whether the code was generated', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  fakeServer({ 'POST /api/codigos-canje/': 'cut' })
  render(<HojasGratis premio={premio} puntos={20_000} cliente={1} onCodigos={async () => {}} />)
  generate()
  await screen.findByRole('alertdialog', { name: 'No sabemos si se generó el código' })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  online.mockReturnValue(false)
  generate()
  const dialog = await screen.findByRole('alertdialog', { name: /gener/ })
  within(dialog).getByRole('heading', { name: 'No sabemos si se generó el código' })
  within(dialog).getByText('No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.')
})

it('other points or sheets than were on the screen are asked about again, with those of now', async () => {
  let isAsked = false
  const calls = fakeServer({
    'POST /api/codigos-canje/': () => {
      if (isAsked) return { status: 201, body: [] }
      isAsked = true
      const body = {
        detail: 'Cambió mientras mirabas: ahora son 40.000 puntos por 20 hojas.',
        puntos: 40_000,
        hojas: 20,
      }
      return { status: 409, codigo: 'puntos_cambiaron', body }
    },
  })
  const onCodigos = vi.fn(async () => {})
  const page = (puntos: number) => (
    <HojasGratis premio={premio} puntos={puntos} cliente={1} onCodigos={onCodigos} />
  )
  const { rerender } = render(page(20_000))
  onCodigos.mockImplementationOnce(async () => rerender(page(45_000)))
  generate()
  const dialog = await screen.findByRole('alertdialog', { name: '¿Generamos el código?' })
  await within(dialog).findByText('Cambió mientras mirabas: ahora son 40.000 puntos por 20 hojas.')
  expect(dialog.textContent).toContain('Vas a cambiar 40.000 puntos por 20 hojas.Te quedan 5.000 puntos.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sí, cambiar' }))
  await vi.waitFor(() => expect(onCodigos).toHaveBeenCalledTimes(2))
  expect(calls.flatMap(({ call, body }) => (call === 'POST /api/codigos-canje/' ? [body] : []))).toEqual([
    { producto: 1, cliente: 1, puntos: 20_000, hojas: 10 },
    { producto: 1, cliente: 1, puntos: 40_000, hojas: 20 },
  ])
})

it('while the points of now are not known, the question does not count what would be left', async () => {
  const body = { detail: 'Cambió mientras mirabas.', puntos: 40_000, hojas: 20 }
  fakeServer({ 'POST /api/codigos-canje/': { status: 409, codigo: 'puntos_cambiaron', body } })
  render(<HojasGratis premio={premio} puntos={20_000} cliente={1} onCodigos={async () => {}} />)
  generate()
  const dialog = await screen.findByRole('alertdialog', { name: '¿Generamos el código?' })
  await within(dialog).findByText('Cambió mientras mirabas.')
  expect(dialog.textContent).toContain('Vas a cambiar 40.000 puntos por 20 hojas. El código vale 90 días')
})

it('an answer that is lost is asked for again with the same key, and its code is shown', async () => {
  const codigo = {
    id: 7,
    codigo: 'AAAA-BBBB-CCCC',
    producto_nombre: 'Hojas gratis',
    cantidad: 10,
    vence: '2027-01-01T00:00:00.000Z',
    aplicado: false,
  }
  let isLost = true
  const calls = fakeServer({
    'POST /api/codigos-canje/': () => {
      if (!isLost) return { status: 201, body: [codigo] }
      isLost = false
      return 'cut'
    },
  })
  const onCodigos = vi.fn(async () => {})
  render(<HojasGratis premio={premio} puntos={20_000} cliente={1} onCodigos={onCodigos} />)
  generate()
  await vi.waitFor(() => expect(onCodigos).toHaveBeenCalledExactlyOnceWith([codigo]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const sent = calls.filter(({ call }) => call === 'POST /api/codigos-canje/').map(({ clave }) => clave)
  expect(sent[0]).toMatch(/^[\da-f-]{36}$/)
  expect(sent).toEqual([sent[0], sent[0]])
})
