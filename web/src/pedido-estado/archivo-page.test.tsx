// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { ArchivoPage } from './archivo-page.tsx'
import type { SendParts } from './send-archivo.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const reposicion = {
    pedido_id: 'P1',
    numero: 1042,
    n: 1,
    nombre: 'tesis.pdf',
    paginas: 11,
    acceso: 'completo',
    email: null,
    sucursal: 'Alberdi',
    sucursal_whatsapp: null,
    estado: 'pedida',
  }
  fakeServer({ 'GET /api/pedidos/P1/archivos/1/reposicion': { status: 200, body: reposicion } })
  const sendParts = vi.fn<SendParts>(() => new Promise(() => {}))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/pedido/P1/archivo/1']}>
        <Routes>
          <Route path="/pedido/:id/archivo/:n" element={<ArchivoPage sendParts={sendParts} />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sendParts
}

it('while a large file waits for the signal the page says so', async () => {
  const sendParts = open()
  const large = Object.defineProperty(new File(['%PDF-1.7'], 'tesis.pdf'), 'size', { value: 20 * 1024 ** 2 })
  fireEvent.change(await screen.findByLabelText('Elegir el archivo'), { target: { files: [large] } })
  await screen.findByText('Mandando tu archivo…')
  await waitFor(() => expect(sendParts).toHaveBeenCalled())
  const [, callbacks] = sendParts.mock.calls[0] ?? []
  act(() => callbacks?.onWaiting(true))
  screen.getByText('Esperando señal…')
  act(() => callbacks?.onWaiting(false))
  screen.getByText('Mandando tu archivo…')
})

it('a large file that is no PDF by its bytes is refused before it is sent', async () => {
  const sendParts = open()
  const foto = Object.defineProperty(new File(['PK'], 'tesis.pdf'), 'size', { value: 20 * 1024 ** 2 })
  fireEvent.change(await screen.findByLabelText('Elegir el archivo'), { target: { files: [foto] } })
  await screen.findByText('«tesis.pdf»: no es un PDF. Guardalo o exportalo como PDF y volvé a subirlo.')
  expect(sendParts).not.toHaveBeenCalled()
})

it('an empty file is refused as empty, before it is sent', async () => {
  const sendParts = open()
  fireEvent.change(await screen.findByLabelText('Elegir el archivo'), {
    target: { files: [new File([], 'tesis.pdf')] },
  })
  await screen.findByText(
    '«tesis.pdf»: está vacío. Abrilo una vez para que se descargue, y elegilo de nuevo.',
  )
  expect(sendParts).not.toHaveBeenCalled()
})
