// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { Router } from './router.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(path: string) {
  window.history.replaceState(null, '', path)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Router />
    </QueryClientProvider>,
  )
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) => within(screen.getByRole('contentinfo')).getByRole('link', { name })

it('shows the screen of an address, with or without the slash at its end', async () => {
  open('/terminos')
  await title('Términos y condiciones')
  cleanup()
  open('/privacidad/')
  await title('Privacidad')
})

it.each(['/nada', '/terminos/mas', '/Terminos', '/producto', '/pedido/1/archivo'])(
  '%s is no page',
  async (path) => {
    open(path)
    await title('Esta página no existe')
  },
)

it('keeps the old screen until the new one’s code is loaded; then its heading has the focus and is the document’s title', async () => {
  open('/terminos')
  const old = await title('Términos y condiciones')
  // A screen that no earlier test has loaded
  fireEvent.click(link('Baja de comunicaciones'))
  expect(window.location.pathname).toBe('/baja')
  expect(old.isConnected).toBe(true)
  const heading = await title('Darte de baja')
  expect(old.isConnected).toBe(false)
  await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  expect(document.title).toMatch(/^Darte de baja · /)
})

it('a link to the current page adds no history entry', async () => {
  open('/terminos')
  await title('Términos y condiciones')
  const { length } = window.history
  await act(async () => void fireEvent.click(link('Términos y condiciones')))
  expect(window.history.length).toBe(length)
})
